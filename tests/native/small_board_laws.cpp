// Boards whose solutions can be counted: all of the tiny ones, many by chance, known numbers.
#include "board_laws.hpp"
#include "laws.hpp"

namespace laws {
namespace {

using namespace judge;

/// A board with every choice of these clues for each line, each `step`th of them.
long long every_board(int height, int width, int colors, const std::vector<Clues>& choices,
                      int step) {
    const int lines = height + width, count = static_cast<int>(choices.size());
    long long boards = 1, cases = 0;
    for (int line = 0; line < lines; ++line) boards *= count;
    for (long long board = 0; board < boards; board += step, ++cases) {
        Puzzle puzzle{height, width, colors};
        for (long long rest = board; lines > static_cast<int>(puzzle.lines.size()); rest /= count)
            puzzle.lines.push_back(choices[rest % count]);
        const Showing showing(puzzle);
        check_small(puzzle, solutions_of(puzzle, 1000));
    }
    return cases;
}

Puzzle random_small(Random& random) {
    const int colors = random.chance(50) ? 2 : random.between(3, 5);
    const int height = random.between(1, 5), width = random.between(1, colors == 2 ? 5 : 4);
    const int alike = random.below(80), density = random.between(5, 95);
    Puzzle puzzle = puzzle_of(height, width, colors,
                              random_picture(random, height * width, colors, density, alike));
    for (int changes = random.below(3); changes > 0; --changes) disturb(random, puzzle);
    return puzzle;
}

/// Boards with many solutions, still few enough to list them: searches often learn after some.
void open_boards(Random& random, int cases) {
    constexpr std::size_t MOST = 400;
    for (int i = 0; i < cases; ++i) {
        const int height = random.between(5, 7), width = random.between(5, 7);
        const int colors = random.chance(70) ? 2 : 3;
        const int alike = random.below(30), density = random.between(20, 40);
        const Puzzle puzzle =
            puzzle_of(height, width, colors,
                      random_picture(random, height * width, colors, density, alike));
        const Showing showing(puzzle);
        const auto expected = solutions_of(puzzle, MOST);
        const int wanted = random.between(2, 40);
        const auto search = search_for(puzzle, wanted);
        CHECK(search->run(FOREVER_S, NO_LIMIT));
        check_end(*search, puzzle, wanted, expected);
        CHECK(search->solutions().size() == std::min(expected.size(), std::size_t(wanted)));
    }
    held("open boards by chance, as brute force", cases);
}

/// Open boards of which something is known: the solutions that agree with it, and no others.
void known_boards(Random& random, int cases) {
    constexpr std::size_t MOST = 2000;
    for (int i = 0; i < cases; ++i) {
        const int height = random.between(4, 6), width = random.between(4, 6);
        const int colors = random.chance(70) ? 2 : 3, cells = height * width;
        const int alike = random.below(30), density = random.between(20, 45);
        const Puzzle puzzle = puzzle_of(height, width, colors,
                                        random_picture(random, cells, colors, density, alike));
        const Showing showing(puzzle);
        std::vector<std::uint32_t> start(cells, (1u << colors) - 1);
        for (int known = random.below(5); known > 0; --known)
            start[random.below(cells)] = random.between(1, (1 << colors) - 1);
        auto expected = solutions_of(puzzle, MOST);
        if (expected.size() == MOST) continue;  // there may be more
        std::erase_if(expected, [&](const Picture& one) { return !is_within(one, start); });
        const int wanted = random.chance(50) ? 2 : 1 + static_cast<int>(expected.size());
        const auto search = search_for(puzzle, std::max(2, wanted), start);
        CHECK(search->run(FOREVER_S, NO_LIMIT));
        check_end(*search, puzzle, std::max(2, wanted), expected);
        for (const Picture& solution : search->solutions()) CHECK(is_within(solution, start));
        CHECK(search->solutions().size() ==
              std::min(expected.size(), std::size_t(std::max(2, wanted))));
    }
    held("open boards that are partly known, as brute force", cases);
}

/// n cells, one in each row and one in each column.
Puzzle permutations(int size) {
    Puzzle puzzle{size, size};
    puzzle.lines.assign(2 * size, {{1}, {1}});
    return puzzle;
}

int count_of(const Puzzle& puzzle) {
    const Showing showing(puzzle);
    const int wanted = 1'000'000;
    const auto search = search_for(puzzle, wanted);
    CHECK(search->run(FOREVER_S, NO_LIMIT));
    check_end(*search, puzzle, wanted, {});
    return static_cast<int>(search->solutions().size());
}

void known_numbers() {
    CHECK(count_of(puzzle_of(3, 4, 2, Picture(12, 0))) == 1);
    CHECK(count_of(puzzle_of(4, 3, 2, Picture(12, 1))) == 1);
    int factorial = 1, cases = 2;
    // With size 7 there are more solutions than the core learns before it forgets some.
    for (int size = 1; size <= 7; ++size, ++cases)
        CHECK(count_of(permutations(size)) == (factorial *= size));
    // One cell in each row, but one column too few: pigeons, the textbook's hard case.
    for (int size = 2; size <= 6; ++size, ++cases) {
        Puzzle puzzle = permutations(size);
        puzzle.lines.back() = {};
        CHECK(count_of(puzzle) == 0);
    }
    // Two colours on a checkerboard's diagonals: 2 ways for each pair of rows and columns.
    for (int pairs = 1; pairs <= 5; ++pairs, ++cases) {
        Picture picture(4 * pairs * pairs, 0);
        for (int i = 0; i < 2 * pairs; ++i)
            picture[i * 2 * pairs + i] = static_cast<std::uint8_t>(1 + i / 2);
        CHECK(count_of(puzzle_of(2 * pairs, 2 * pairs, pairs + 1, picture)) == 1 << pairs);
    }
    held("known numbers of solutions", cases);
}

}  // namespace

void small_boards(Share share) {
    const int step = std::max(1, 100 / share.percent);
    const std::vector<Clues> black{{{}, {}}, {{1}, {1}}, {{2}, {1}}, {{1, 1}, {1, 1}}, {{3}, {1}}};
    const std::vector<Clues> two{{{}, {}},         {{1}, {1}},         {{1}, {2}},
                                 {{2}, {1}},       {{2}, {2}},         {{1, 1}, {1, 1}},
                                 {{1, 1}, {1, 2}}, {{1, 1}, {2, 1}}};
    long long cases = every_board(1, 1, 2, black, 1) + every_board(2, 2, 2, black, 1);
    cases += every_board(2, 3, 2, black, step) + every_board(3, 3, 2, black, step);
    cases += every_board(2, 2, 3, two, step);
    held("tiny boards, all of them, as brute force", cases);

    Random random(3);
    cases = share.of(40000);
    for (int i = 0; i < cases; ++i) {
        const Puzzle puzzle = random_small(random);
        const Showing showing(puzzle);
        check_small(puzzle, solutions_of(puzzle, 1'000'000));
    }
    held("small boards by chance, as brute force", cases);
    open_boards(random, share.of(10000));
    known_boards(random, share.of(4000));
    known_numbers();
}

}  // namespace laws
