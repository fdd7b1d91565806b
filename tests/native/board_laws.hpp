// The core's search, asked in plain numbers, and what must hold of any answer.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "check.hpp"
#include "make.hpp"

namespace judge {

inline constexpr double FOREVER_S = 1e6;
inline constexpr std::uint64_t NO_LIMIT = 1ull << 62;

/// So little patience that small boards reach every stage. `below`: a number from 0 to end - 1.
template <class Below>
nonogram::Patience little_patience(Below below) {
    const auto first = [&](int end) { return static_cast<std::uint64_t>(below(end)); };
    nonogram::Patience little;
    little.least_dive_cells = below(20);
    little.least_dive_work = 1 + first(100);
    little.dive_work_per_cell = first(3);
    little.first_contradictions = first(4);
    little.most_contradictions = first(3);
    little.probed_work = 1 + first(200);
    little.least_probed_work = 1 + first(200);
    little.descend_after = 1 + first(5);
    little.facts_after = 1 + first(5);
    little.restart_unit = 1 + first(5);
    little.forget_at = 1 + first(30);
    little.forget_later = 1 + first(9);
    little.alone = first(5);
    little.turn = 1 + first(20);
    little.shared_lbd = below(9);
    return little;
}

/// While there is one, each puzzle is searched with a little patience of its own.
inline std::optional<Random> hurry;

/// Of the searches that were checked: how many began again, learned after a solution was found,
/// ended in the search with probes, in a dive, after a dive, learned in several threads, or were
/// tried depth-first again while learning.
inline long long began_again = 0, handed_over = 0, probed = 0, together = 0;
inline long long dived = 0, came_up = 0, descended = 0;

/// `start`: what each cell may be, a bit for each colour; empty for anything.
inline std::unique_ptr<nonogram::AnySearch> search_for(const Puzzle& puzzle, int wanted,
                                                       std::vector<std::uint32_t> start = {}) {
    auto problem =
        nonogram::make_problem(puzzle.height, puzzle.width, puzzle.colors, puzzle.lengths(),
                               puzzle.line_colors(), wanted, std::move(start));
    problem.threads = threads;
    return nonogram::make_search(std::move(problem), patience);
}

inline std::vector<std::uint32_t> certain(const nonogram::AnySearch& search, const Puzzle& puzzle) {
    std::vector<std::uint32_t> cells(std::size_t(puzzle.height) * puzzle.width);
    search.certain(cells.data());
    return cells;
}

inline bool is_within(const Picture& picture, const std::vector<std::uint32_t>& sets) {
    for (std::size_t i = 0; i < picture.size(); ++i)
        if (!(sets[i] >> picture[i] & 1)) return false;
    return true;
}

/// Those found, in order.
inline std::vector<Picture> sorted_solutions(const nonogram::AnySearch& search) {
    auto found = search.solutions();
    std::sort(found.begin(), found.end());
    return found;
}

/// Known cells are those that are certain. What contradicts itself is not counted.
inline void check_known(const nonogram::AnySearch& search, const std::vector<std::uint32_t>& sets) {
    if (search.complete() && search.solutions().empty()) return;
    CHECK(search.known() ==
          std::count_if(sets.begin(), sets.end(), std::has_single_bit<std::uint32_t>));
}

/// What holds whenever a search is asked, also in the middle. `existing`: solutions that are known
/// of, all of them or some.
inline void check_answer(const nonogram::AnySearch& search, const Puzzle& puzzle, int wanted,
                         const std::vector<Picture>& existing) {
    const auto found = sorted_solutions(search);
    const auto sets = certain(search, puzzle);
    CHECK(found.size() <= static_cast<std::size_t>(wanted));
    for (const Picture& solution : found) {
        CHECK(satisfies(puzzle, solution));
        CHECK(is_within(solution, sets));
    }
    CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
    for (const Picture& solution : existing) {
        CHECK(is_within(solution, sets));
        if (search.complete()) CHECK(std::binary_search(found.begin(), found.end(), solution));
    }
    CHECK(search.failed_line() >= -1 && search.failed_line() < puzzle.height + puzzle.width);
    check_known(search, sets);
}

/// The same after run() has said that it is over.
inline void check_end(const nonogram::AnySearch& search, const Puzzle& puzzle, int wanted,
                      const std::vector<Picture>& existing, std::uint64_t nodes = NO_LIMIT) {
    check_answer(search, puzzle, wanted, existing);
    began_again += search.statistics.rounds > 0;
    handed_over += search.statistics.handed_over > 0;
    probed += search.statistics.probed_to_end > 0;
    dived += search.statistics.dived_to_end > 0;
    came_up += search.statistics.lost_dives > 0;
    together += search.statistics.learners > 1;
    descended += search.statistics.descents > 0;
    CHECK(search.statistics.decisions <= nodes);
    CHECK(search.complete() || search.statistics.decisions == nodes ||
          search.solutions().size() == static_cast<std::size_t>(wanted));
}

/// Takes the puzzle as the one to show if a law does not hold.
struct Showing {
    explicit Showing(const Puzzle& puzzle) {
        shown_puzzle = &puzzle;
        if (!hurry) return;
        patience = little_patience([](int end) { return hurry->below(end); });
        threads = std::max(1, hurry->between(-2, 3));  // often 1: to start one takes long
    }
    ~Showing() { shown_puzzle = nullptr; }
};

/// A board so small that all its solutions can be listed: they are what the core finds.
inline void check_small(const Puzzle& puzzle, const std::vector<Picture>& expected) {
    const int all = static_cast<int>(expected.size());
    // Fewer than two are never asked for: uniqueness would stay open.
    for (int wanted : {2, 3, std::max(2, all), std::max(2, all + 1)}) {
        const auto search = search_for(puzzle, wanted);
        CHECK(search->run(FOREVER_S, NO_LIMIT));
        check_end(*search, puzzle, wanted, expected);
        CHECK(search->solutions().size() == static_cast<std::size_t>(std::min(all, wanted)));
        if (wanted > all) CHECK(search->complete() && sorted_solutions(*search) == expected);
    }
}

}  // namespace judge
