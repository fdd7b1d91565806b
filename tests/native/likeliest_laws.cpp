// The likeliest puzzles are those that all pictures of a small board show, whatever the slices, and
// also on a wide board. A search that a limit ends has no other complete answer.
#include <map>

#include "board_laws.hpp"
#include "laws.hpp"

namespace laws {
namespace {

using namespace judge;
using nonogram::AnyLikeliest;
using nonogram::Cost;
using nonogram::LikeliestProblem;
using nonogram::Part;
using Count = AnyLikeliest::Count;

struct Listed {
    int cost;
    Clues clues;
};

/// The alternatives of a line; `any` is negative if not all clues are possible. If there are parts,
/// any clues that agree with them are the only alternative.
struct WeightedLine {
    std::vector<Listed> listed;
    int any = -1;
    std::vector<Part> parts;
};

struct WeightedWay {
    int cost = 0;
    std::vector<WeightedLine> lines;
};

/// A total cost, the clues and whether they have several solutions.
struct Found {
    Cost cost;
    std::vector<std::uint32_t> clues;
    bool is_one;
    int way;
    auto operator<=>(const Found&) const = default;
};

std::vector<std::uint32_t> flat(const Puzzle& puzzle) {
    std::vector<std::uint32_t> words;
    for (const Clues& line : puzzle.lines) {
        words.push_back(static_cast<std::uint32_t>(line.lengths.size()));
        for (std::size_t j = 0; j < line.lengths.size(); ++j)
            words.push_back(static_cast<std::uint32_t>(line.lengths[j] | line.colors[j] << 16));
    }
    return words;
}

/// Whether the clues from the one at `clue` on are what the parts from the one at `part` on say.
bool agrees(const Clues& clues, std::span<const Part> parts, std::size_t clue = 0) {
    const std::size_t left = clues.lengths.size() - clue;
    if (parts.empty()) return left == 0;
    const auto rest = parts.subspan(1);
    if (parts[0].length == Part::SEVERAL) {
        for (std::size_t n = 0; n <= left; ++n)
            if (agrees(clues, rest, clue + n)) return true;
        return false;
    }
    const auto [length, color] = parts[0];
    return left > 0 && (length == Part::ANY_LENGTH || length == clues.lengths[clue]) &&
           (color == Part::ANY_COLOR || color == clues.colors[clue]) && agrees(clues, rest, clue + 1);
}

/// What is left of clues after some of them were lost; at least one part.
std::vector<Part> some_of(Random& random, const Clues& clues) {
    std::vector<Part> parts;
    for (std::size_t j = 0; j < clues.lengths.size(); ++j) {
        const int length = random.chance(60) ? clues.lengths[j] : Part::ANY_LENGTH;
        const int color = random.chance(60) ? clues.colors[j] : Part::ANY_COLOR;
        parts.push_back(random.chance(85) ? Part{length, color} : Part{});
    }
    if (parts.empty() || random.chance(20)) parts.insert(parts.begin(), Part{});
    return parts;
}

bool is_before(const Listed& a, const Listed& b) { return a.cost < b.cost; }

WeightedLine random_line(Random& random, const Clues& truth, int size, int colors) {
    WeightedLine line;
    if (random.chance(95)) line.listed.push_back({500 * random.below(6), truth});
    for (int others = random.below(4); others > 0; --others) {
        const int cells = size + random.chance(20);
        const Picture picture = random_picture(random, cells, colors, 50, 30);
        const Clues clues = clues_of(picture, {0, 1, cells});
        bool is_new = true;
        for (const Listed& each : line.listed) is_new &= each.clues != clues;
        if (is_new) line.listed.push_back({random.below(7000), clues});
    }
    std::stable_sort(line.listed.begin(), line.listed.end(), is_before);
    if (random.chance(15)) {
        line.any = random.below(9000);
        std::erase_if(line.listed, [&](const Listed& each) { return each.cost > line.any; });
    }
    if (random.chance(20)) line = {{}, random.below(9000), some_of(random, truth)};
    return line;
}

LikeliestProblem problem_of(const Puzzle& board, const std::vector<WeightedWay>& ways) {
    LikeliestProblem problem;
    problem.height = board.height;
    problem.width = board.width;
    problem.colors = board.colors;
    for (const WeightedWay& way : ways) {
        auto& made = problem.ways.emplace_back();
        made.cost = way.cost;
        for (const WeightedLine& line : way.lines) {
            auto& alternatives = made.lines.emplace_back();
            alternatives.any = line.any;
            alternatives.parts = line.parts;
            for (const Listed& each : line.listed)
                alternatives.listed.push_back(
                    {each.cost, nonogram::make_blocks(each.clues.lengths, each.clues.colors)});
        }
    }
    problem.nodes = problem.decisions = NO_LIMIT;
    problem.most = 1'000'000;
    return problem;
}

std::optional<Cost> cost_of(const WeightedWay& way, const Puzzle& puzzle) {
    Cost sum = way.cost;
    for (std::size_t l = 0; l < way.lines.size(); ++l) {
        const bool is_possible =
            way.lines[l].parts.empty() || agrees(puzzle.lines[l], way.lines[l].parts);
        int least = is_possible ? way.lines[l].any : -1;
        for (const Listed& each : way.lines[l].listed)
            if (each.clues == puzzle.lines[l]) least = each.cost;  // never dearer
        if (least < 0) return std::nullopt;
        sum += least;
    }
    return sum;
}

std::optional<Cost> cheapest(const WeightedWay& way) {
    Cost sum = way.cost;
    for (const WeightedLine& line : way.lines) {
        if (line.listed.empty() && line.any < 0) return std::nullopt;
        sum += line.listed.empty() ? line.any : line.listed[0].cost;
    }
    return sum;
}

/// What is to be found, over all pictures of the board.
std::vector<Found> expected_of(const Puzzle& board, const std::vector<WeightedWay>& ways,
                               const LikeliestProblem& limits) {
    std::map<std::vector<std::uint32_t>, Found> all;
    const int cells = board.height * board.width;
    Picture picture(cells, 0);
    for (bool has_more = true; has_more;) {
        const Puzzle puzzle = puzzle_of(board.height, board.width, board.colors, picture);
        std::optional<Found> cheapest_way;
        for (std::size_t w = 0; w < ways.size(); ++w) {
            const auto cost = cost_of(ways[w], puzzle);
            if (cost && (!cheapest_way || *cost < cheapest_way->cost))
                cheapest_way = Found{*cost, flat(puzzle), true, static_cast<int>(w)};
        }
        if (cheapest_way) {
            const auto [known, is_new] = all.emplace(cheapest_way->clues, *cheapest_way);
            known->second.is_one = is_new;
        }
        has_more = false;
        for (int i = 0; i < cells && !has_more; ++i) {
            picture[i] = static_cast<std::uint8_t>((picture[i] + 1) % board.colors);
            has_more = picture[i] != 0;
        }
    }
    std::optional<Cost> least;
    for (const WeightedWay& way : ways)
        if (const auto sum = cheapest(way)) least = std::min(least.value_or(*sum), *sum);
    std::vector<Found> found;
    bool is_near = false;
    for (auto& [words, each] : all) {
        is_near |= each.cost <= *least + limits.max_cost;
        if (!each.is_one) each.cost += limits.several_cost;
        found.push_back(each);
    }
    std::sort(found.begin(), found.end());
    if (!is_near) return {};
    const Cost last = found[0].cost + limits.margin;
    std::erase_if(found, [&](const Found& each) { return each.cost > last; });
    return found;
}

std::vector<Found> found_of(const AnyLikeliest& search) {
    std::vector<Found> found;
    for (const auto& each : search.assignments()) {
        CHECK(each.count == Count::ONE || each.count == Count::SEVERAL);
        found.push_back({each.cost, each.clues, each.count == Count::ONE, each.way});
    }
    CHECK(std::is_sorted(found.begin(), found.end(),
                         [](const Found& a, const Found& b) { return a.cost < b.cost; }));
    std::sort(found.begin(), found.end());
    return found;
}

/// The same board with blank columns on its left, and its lines with them.
WeightedWay widened(const WeightedWay& way, int height, int columns) {
    WeightedWay wide = way;
    wide.lines.insert(wide.lines.begin() + height, columns, WeightedLine{{{0, {}}}, -1, {}});
    return wide;
}

void check(Random& random, const Puzzle& board, const std::vector<WeightedWay>& ways) {
    auto problem = problem_of(board, ways);
    problem.max_cost = random.chance(50) ? 26'000 : random.below(4000);
    problem.margin = random.below(8000);
    problem.several_cost = random.chance(50) ? 3900 : random.below(5000);
    const auto expected = expected_of(board, ways, problem);

    const auto whole = nonogram::make_likeliest(problem);
    CHECK(whole->run(FOREVER_S) && whole->is_complete());
    CHECK(found_of(*whole) == expected);

    auto hurried = problem;
    hurried.nodes = random.below(12);
    const auto sliced = nonogram::make_likeliest(hurried);
    const auto again = nonogram::make_likeliest(hurried);
    while (!sliced->run(0)) continue;
    CHECK(again->run(FOREVER_S) && again->nodes() == sliced->nodes());
    CHECK(found_of(*sliced) == found_of(*again));
    CHECK(sliced->is_complete() == again->is_complete());
    CHECK(!sliced->is_complete() || found_of(*sliced) == expected);

    auto few = problem;
    few.most = random.between(1, 3);
    const auto kept = nonogram::make_likeliest(few);
    CHECK(kept->run(FOREVER_S) && kept->is_complete() == (expected.size() <= few.most));
    const auto left = kept->assignments();
    CHECK(left.size() == std::min(few.most, expected.size()));
    for (std::size_t i = 0; i < left.size(); ++i) CHECK(left[i].cost == expected[i].cost);
}

void check_wide(const Puzzle& board, const std::vector<WeightedWay>& ways, int columns) {
    Puzzle wide_board = board;
    wide_board.width += columns;
    std::vector<WeightedWay> wide_ways;
    for (const WeightedWay& way : ways) wide_ways.push_back(widened(way, board.height, columns));
    // Longer rows have room for more clues, but the blank columns have none for their cells.
    const auto narrow = nonogram::make_likeliest(problem_of(board, ways));
    const auto wide = nonogram::make_likeliest(problem_of(wide_board, wide_ways));
    CHECK(narrow->run(FOREVER_S) && wide->run(FOREVER_S));
    const auto a = found_of(*narrow), b = found_of(*wide);
    CHECK(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i].cost == b[i].cost);
}

}  // namespace

void likeliest(Share share) {
    Random random(9);
    const int cases = share.of(1000);
    for (int i = 0; i < cases; ++i) {
        const int colors = random.chance(60) ? 2 : 3, most = colors == 2 ? 12 : 7;
        const int height = random.between(1, 4);
        const int width = random.between(1, std::min(4, most / height));
        const Picture picture = random_picture(random, height * width, colors, 50, 20);
        const Puzzle board = puzzle_of(height, width, colors, picture);
        const Showing showing(board);
        std::vector<WeightedWay> ways;
        for (int ways_left = random.between(1, 3); ways_left > 0; --ways_left) {
            WeightedWay& way = ways.emplace_back();
            way.cost = 500 * random.below(5);
            for (int l = 0; l < height + width; ++l)
                way.lines.push_back(
                    random_line(random, board.lines[l], l < height ? width : height, colors));
        }
        check(random, board, ways);
        if (i % 10 == 0) check_wide(board, ways, random.between(58, 70));
    }
    held("the likeliest puzzles, as all pictures show them", cases);
}

}  // namespace laws
