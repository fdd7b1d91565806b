// Boards too large for brute force: the picture that made the clues is the judge.
#include <stdexcept>

#include "board_laws.hpp"
#include "laws.hpp"

namespace laws {
namespace {

using namespace judge;

struct Board {
    Picture picture;
    Puzzle puzzle;

    Board(Random& random, int height, int width, int colors, int density, int alike)
        : picture(random_picture(random, height * width, colors, density, alike)),
          puzzle(puzzle_of(height, width, colors, picture)) {}
    /// Rectangles one over the other: long lines with few blocks.
    Board(Random& random, int height, int width, int colors) : picture(height * width, 0) {
        for (int i = 0; i < 6; ++i) {
            const int top = random.below(height), left = random.below(width);
            const int bottom = random.between(top, height - 1);
            const int right = random.between(left, width - 1);
            const int color = random.below(colors);
            for (int row = top; row <= bottom; ++row)
                for (int column = left; column <= right; ++column)
                    picture[row * width + column] = static_cast<std::uint8_t>(color);
        }
        puzzle = puzzle_of(height, width, colors, picture);
    }
};

void picture_is_not_lost(const Board& board, int wanted, std::uint64_t nodes,
                         double seconds = FOREVER_S) {
    const Showing showing(board.puzzle);
    const auto search = search_for(board.puzzle, wanted);
    if (search->run(seconds, nodes)) {
        check_end(*search, board.puzzle, wanted, {board.picture}, nodes);
    } else {
        CHECK(seconds < FOREVER_S);
        check_answer(*search, board.puzzle, wanted, {board.picture});
    }
    CHECK(!search->complete() || !search->solutions().empty());
}

Board random_board(Random& random, int least, int most) {
    const int height = random.between(least, most), width = random.between(least, most);
    const int colors = random.chance(60) ? 2 : random.between(3, 5);
    const int alike = random.below(70);
    return Board(random, height, width, colors, random.between(25, 75), alike);
}

/// All that an answer consists of.
struct Answer {
    std::vector<Picture> solutions;
    std::vector<std::uint32_t> sets;
    std::uint64_t decisions, conflicts, line_solves;
    int known, failed_line;
    bool complete;
    bool operator==(const Answer&) const = default;

    Answer(const nonogram::AnySearch& search, const Puzzle& puzzle)
        : solutions(search.solutions()), sets(certain(search, puzzle)),
          decisions(search.statistics.decisions), conflicts(search.statistics.conflicts),
          line_solves(search.statistics.line_solves), known(search.known()),
          failed_line(search.failed_line()), complete(search.complete()) {}
};

/// Slices of no time at all; in each nothing that was known or counted before is given up.
Answer in_slices(const Puzzle& puzzle, int wanted, std::uint64_t nodes) {
    const auto search = search_for(puzzle, wanted);
    auto before = certain(*search, puzzle);
    nonogram::Statistics statistics;
    int known = 0;
    for (bool is_over = false; !is_over;) {
        is_over = search->run(0.0, nodes);
        const auto now = certain(*search, puzzle);
        for (std::size_t i = 0; i < now.size(); ++i) CHECK((now[i] & ~before[i]) == 0);
        before = now;
        check_known(*search, now);
        CHECK(search->known() >= known);
        known = search->known();
        CHECK(search->statistics.decisions >= statistics.decisions);
        CHECK(search->statistics.conflicts >= statistics.conflicts);
        CHECK(search->statistics.probes >= statistics.probes);
        statistics = search->statistics;
    }
    return Answer(*search, puzzle);
}

/// A limit of nodes that is raised again and again.
Answer in_steps(const Puzzle& puzzle, int wanted, std::uint64_t nodes,
                const std::vector<Picture>& existing) {
    const auto search = search_for(puzzle, wanted);
    for (std::uint64_t some = 0; some < nodes; some = some * 3 / 2 + 1) {
        CHECK(search->run(FOREVER_S, some));
        check_end(*search, puzzle, wanted, existing, std::max(some, search->statistics.decisions));
        CHECK(search->statistics.decisions <= some);
    }
    CHECK(search->run(FOREVER_S, nodes));
    return Answer(*search, puzzle);
}

void slices_change_nothing(Random& random, int cases) {
    for (int i = 0; i < cases; ++i) {
        Board board = random_board(random, 2, 16);
        std::vector<Picture> existing{board.picture};
        if (random.chance(30)) {
            disturb(random, board.puzzle);
            existing.clear();
        }
        const Showing showing(board.puzzle);
        const int wanted = random.between(2, 6);
        const std::uint64_t nodes = random.chance(70) ? 300 : random.between(1, 30);
        const auto search = search_for(board.puzzle, wanted);
        CHECK(search->run(FOREVER_S, nodes));
        const Answer whole(*search, board.puzzle);
        CHECK(in_slices(board.puzzle, wanted, nodes) == whole);
        CHECK(in_steps(board.puzzle, wanted, nodes, existing) == whole);
    }
    held("slices and steps change nothing", cases);
}

/// The same puzzle with rows for columns; true if both searches found all that there is.
bool turned_board_agrees(const Puzzle& puzzle, int wanted) {
    const Puzzle turned = transposed(puzzle);
    const Showing showing(puzzle);
    const auto search = search_for(puzzle, wanted), other = search_for(turned, wanted);
    CHECK(search->run(FOREVER_S, NO_LIMIT) && other->run(FOREVER_S, NO_LIMIT));
    CHECK(search->solutions().size() == other->solutions().size());
    if (!search->complete() || !other->complete()) return false;
    std::vector<Picture> back;
    for (const Picture& solution : other->solutions())
        back.push_back(transposed(solution, turned.height, turned.width));
    std::sort(back.begin(), back.end());
    CHECK(back == sorted_solutions(*search));
    return true;
}

void turned_boards_agree(Random& random, int cases) {
    for (int i = 0; i < cases; ++i) {
        Board board = random_board(random, 4, 12);
        for (int changes = random.below(3); changes > 0; --changes) disturb(random, board.puzzle);
        turned_board_agrees(board.puzzle, 50);
    }
    held("turned boards have turned solutions", cases);
}

/// Boards with few solutions that cost thousands of nogoods, so that some are forgotten: chosen
/// among 22 000, since most hard boards have too many solutions to find them all.
void few_solutions(int cases) {
    struct Hard {
        int seed, size, density, alike;
    };
    constexpr Hard BOARDS[] = {{16719, 26, 40, 35}, {8304, 26, 38, 20}, {17562, 22, 46, 20},
                               {19810, 26, 34, 40}};
    for (int i = 0; i < cases; ++i) {
        const Hard& hard = BOARDS[i];
        Random random(static_cast<std::uint64_t>(hard.seed));
        const Board board(random, hard.size, hard.size, 2, hard.density, hard.alike);
        picture_is_not_lost(board, 60, NO_LIMIT);
        CHECK(turned_board_agrees(board.puzzle, 60));
    }
    held("hard boards with few solutions", cases);
}

/// However soon a search gives way, and in however many threads, its answer agrees with that of one
/// that does not. The boards
/// are such that some of them get to learning, and from there back to the start.
void patience_and_threads_change_nothing(Random& random, int cases) {
    for (int i = 0; i < cases; ++i) {
        const int size = random.between(8, 13), colors = random.chance(60) ? 2 : 3;
        Board board(random, size, size, colors, random.between(26, 38), random.below(35));
        std::vector<Picture> existing{board.picture};
        if (random.chance(70)) {
            disturb(random, board.puzzle);
            if (!satisfies(board.puzzle, board.picture)) existing.clear();
        }
        const Showing showing(board.puzzle);
        const int wanted = random.between(2, 40);
        const auto nodes = static_cast<std::uint64_t>(random.between(20, 1000));
        patience = {};
        threads = 1;
        const auto search = search_for(board.puzzle, wanted);
        CHECK(search->run(FOREVER_S, nodes));
        const auto& found = search->solutions();
        existing.insert(existing.end(), found.begin(), found.end());
        patience = little_patience([&](int end) { return random.below(end); });
        threads = std::max(1, random.between(-1, 3));
        const auto other = search_for(board.puzzle, wanted);
        CHECK(other->run(FOREVER_S, nodes));
        check_end(*other, board.puzzle, wanted, existing, nodes);
        check_end(*search, board.puzzle, wanted, other->solutions(), nodes);
        CHECK(other->by_logic() == search->by_logic());
        if (i % 4 == 0)
            CHECK(in_slices(board.puzzle, wanted, nodes) == Answer(*other, board.puzzle));
    }
    patience = {};
    threads = 1;
    held("patience and threads change nothing", cases);
}

/// One row or one column: the short lines say all, and the long one must agree.
void single_lines(Random& random, Share share) {
    int cases = 0;
    for (int length : {1,   2,   62,  63,  64,   65,   66,   126,  127,  128,
                       129, 130, 191, 192, 255, 256, 257, 383, 384, 1000, 1023, 1024, 2047, 2048, 5000})
        for (int i = 0; i < share.of(length > 1000 ? 4 : 30); ++i, ++cases) {
            const int colors = random.between(2, 5);
            const Board row(random, 1, length, colors, 50, 50);
            picture_is_not_lost(row, 2, NO_LIMIT);
            Puzzle puzzle = random.chance(50) ? row.puzzle : transposed(row.puzzle);
            const Showing showing(puzzle);
            const auto search = search_for(puzzle, 2);
            CHECK(search->run(FOREVER_S, 1));
            CHECK(search->complete() && search->solutions() == std::vector<Picture>{row.picture});
            disturb(random, puzzle);
            const bool is_same = satisfies(puzzle, row.picture);
            const auto changed = search_for(puzzle, 2);
            CHECK(changed->run(FOREVER_S, NO_LIMIT));
            CHECK(changed->complete() && changed->solutions().size() == std::size_t(is_same));
        }
    held("boards of a single line", cases);
}

/// Nodes say little about the time that wide boards take, so they get some time each.
void wide_boards(Random& random, Share share) {
    constexpr double SOME_S = 0.15;
    int cases = 0;
    for (int size : {63, 64, 65, 127, 128, 255, 256})
        for (int i = 0; i < share.of(8); ++i, ++cases) {
            const int other = random.chance(50) ? size : random.between(2, 20);
            picture_is_not_lost(Board(random, size, other, random.between(2, 5)), 2, 30, SOME_S);
            picture_is_not_lost(Board(random, other, size, random.between(2, 3), 60, 60), 2, 10,
                                SOME_S);
        }
    for (int i = 0; i < share.of(8); ++i, cases += 2) {
        picture_is_not_lost(Board(random, 1000, random.between(2, 9), 3), 3, 30, SOME_S);
        picture_is_not_lost(Board(random, random.between(2, 9), 1000, 2, 40, 80), 3, 5, SOME_S);
    }
    for (int size : {1000, 1500, 5000}) {
        const Board large(random, size, size == 5000 ? 40 : size, 4);
        const auto search = search_for(large.puzzle, 2);
        search->run(0.5, NO_LIMIT);
        check_answer(*search, large.puzzle, 2, {large.picture});
    }
    held("boards up to 5000 cells wide", cases + 3);
}

/// Boards of more than a million cells are solved by lines, and searched no further.
void boards_too_large_to_search() {
    for (int size : {1000, 1001}) {
        const int colors = 2;
        Picture picture(std::size_t(size) * size, 0);
        picture[0] = picture[size + 1] = 1;  // two cells in a square, which may be the other two
        const Puzzle puzzle = puzzle_of(size, size, colors, picture);
        const Showing showing(puzzle);
        const auto search = search_for(puzzle, 2);
        CHECK(search->run(FOREVER_S, NO_LIMIT));
        check_answer(*search, puzzle, 2, {picture});
        CHECK(search->too_large() == (size > 1000));
        CHECK(search->solutions().size() == (size > 1000 ? 0 : 2));
        CHECK(search->known() >= size * size - 4);
    }
    held("boards that are too large to be searched", 2);
}

/// A search that is left alone in the middle, wherever that is, gives back all that it holds.
void stopped_in_the_middle(Random& random, int cases) {
    for (int i = 0; i < cases; ++i) {
        const Board board(random, 30, 30, random.between(2, 4), 50, 0);
        const Showing showing(board.puzzle);
        const int wanted = random.between(2, 50);
        const auto search = search_for(board.puzzle, wanted);
        for (int slices = random.below(300); slices > 0; --slices)
            if (search->run(0.0, NO_LIMIT)) break;
        check_answer(*search, board.puzzle, wanted, {board.picture});
    }
    held("stopped in the middle", cases);
}

/// Boards of this density keep the core busy the longest.
void long_searches(Random& random, Share share) {
    const auto nodes = static_cast<std::uint64_t>(share.of(9000));
    for (int size : {25, 30, 40})
        for (int colors : {2, 3}) {
            const Board board(random, size, size, colors, 40, 0);
            picture_is_not_lost(board, 20, nodes);
            const Showing showing(board.puzzle);
            const auto search = search_for(board.puzzle, 20);
            search->run(FOREVER_S, nodes / 4);
            CHECK(in_slices(board.puzzle, 20, nodes / 4) == Answer(*search, board.puzzle));
        }
    held("long searches: restarts and forgetting", 6);
}

/// More solutions than the core learns before it forgets some: it must not forget those found.
void many_solutions(Random& random, int cases) {
    for (int i = 0; i < cases; ++i)
        picture_is_not_lost(Board(random, 20, 20, random.between(2, 3), 50, 0), 6000, 40'000);
    held("many solutions, all different", cases);
}

template <class... Words>
bool is_refused(const Words&... words) {
    try {
        nonogram::make_problem(words...);
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void refused_shapes() {
    using Lists = std::vector<Numbers>;
    const Lists two{{1}, {1}}, none;
    CHECK(!is_refused(1, 1, 2, two, none, 2) && !is_refused(1, 1, 32, two, two, 2));
    CHECK(!is_refused(1, 1, 2, Lists{{5000}, {1, 1, 1}}, none, 2));
    CHECK(is_refused(0, 2, 2, two, none, 2) && is_refused(-1, 3, 2, two, none, 2));
    CHECK(is_refused(5001, 1, 2, Lists(5002), none, 2) && is_refused(1, 1, 1, two, none, 2));
    CHECK(is_refused(1, 1, 33, two, none, 2) && is_refused(1, 1, 2, Lists{{1}}, none, 2));
    CHECK(is_refused(1, 1, 2, none, none, 2) && is_refused(1, 1, 2, two, Lists{{1}}, 2));
    CHECK(is_refused(1, 1, 2, two, Lists{{1}, {}}, 2));
    CHECK(is_refused(1, 1, 2, two, Lists{{1}, {2}}, 2));
    CHECK(is_refused(1, 1, 2, two, Lists{{1}, {0}}, 2));
    for (int length : {0, -1, 5001, 65537, -65535})
        CHECK(is_refused(1, 1, 2, Lists{{1}, {length}}, none, 2));
    held("what is no puzzle is refused", 18);
}

}  // namespace

void large_boards(Share share) {
    Random random(4);
    refused_shapes();
    const int cases = share.of(2500);
    for (int i = 0; i < cases; ++i)
        picture_is_not_lost(random_board(random, 5, 25), random.between(2, 20), 150);
    held("the picture is not lost", cases);
    slices_change_nothing(random, share.of(1500));
    turned_boards_agree(random, share.of(1500));
    single_lines(random, share);
    wide_boards(random, share);
    boards_too_large_to_search();
    stopped_in_the_middle(random, share.of(200));
    long_searches(random, share);
    few_solutions(share.of(4));
    many_solutions(random, share.of(10));
}

void hurried_searches(Share share) {
    Random random(5);
    patience_and_threads_change_nothing(random, share.of(6000));
}

}  // namespace laws
