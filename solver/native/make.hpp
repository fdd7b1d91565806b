// Makes searches and lookaheads from plain numbers: checks them, and chooses the width of the bit
// sets.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include "line_search.hpp"
#include "lookahead.hpp"
#include "search.hpp"

namespace nonogram {

inline constexpr int MAX_CELLS = 1000, MAX_COLORS = 32;
using Numbers = std::vector<int>;

/// Throws std::invalid_argument for lengths and colours out of range.
inline void check_clues(const Numbers& lengths, const Numbers& of_line, int colors) {
    for (int length : lengths)
        if (length < 1 || length > MAX_CELLS) throw std::invalid_argument("no such clue");
    for (int color : of_line)
        if (color < 1 || color >= colors) throw std::invalid_argument("no such colour");
}

/// Throws std::invalid_argument unless `problem` has the shape of a puzzle, and `start` of its board.
inline void check_shape(const Problem& problem) {
    const auto& [height, width, colors, lines, wanted, start, lines_only, probing_only] = problem;
    if (height < 1 || width < 1 || height > MAX_CELLS || width > MAX_CELLS || colors < 2 ||
        colors > MAX_COLORS || lines.size() != std::size_t(height) + width)
        throw std::invalid_argument("this is not a puzzle's shape");
    if (!start.empty() && start.size() != std::size_t(height) * width)
        throw std::invalid_argument("this is not a board for the puzzle");
}

/// A puzzle from the clues of its rows, then columns. Empty `line_colors`: all have colour 1.
/// `start`: the colours that each cell may have, row by row, as bit sets; empty: nothing is known.
/// Throws std::invalid_argument if the shape or a value is wrong.
inline Problem make_problem(int height, int width, int colors, const std::vector<Numbers>& lengths,
                            const std::vector<Numbers>& line_colors, int wanted,
                            std::vector<std::uint32_t> start = {}) {
    if (!line_colors.empty() && line_colors.size() != lengths.size())
        throw std::invalid_argument("this is not a puzzle's shape");
    Problem problem{height, width, colors, {}, wanted, std::move(start), false};
    for (std::size_t l = 0; l < lengths.size(); ++l) {
        Numbers one(line_colors.empty() ? lengths[l].size() : 0, 1);
        const Numbers& of_line = line_colors.empty() ? one : line_colors[l];
        if (of_line.size() != lengths[l].size())
            throw std::invalid_argument("a clue without a colour");
        check_clues(lengths[l], of_line, colors);
        for (std::size_t j = 0; j < of_line.size(); ++j) problem.lines.add(lengths[l][j], of_line[j]);
        problem.lines.end_line();
    }
    check_shape(problem);
    return problem;
}

/// Whether each line has room for its blocks, and rows and columns have as many cells of each colour.
inline bool is_possible(const Problem& problem) {
    std::array<std::int64_t, MAX_COLORS> surplus{};
    for (int l = 0; l < problem.height + problem.width; ++l) {
        const bool is_row = l < problem.height;
        std::int64_t needed = 0;
        for (const Block& block : problem.lines[l]) {
            needed += block.length + block.gap_before;
            surplus[block.color] += is_row ? block.length : -block.length;
        }
        if (needed > (is_row ? problem.width : problem.height)) return false;
    }
    return std::all_of(surplus.begin(), surplus.end(), [](auto cells) { return cells == 0; });
}

/// Calls f.operator()<W>(); W is the number of words for the `length + 1` boundaries of a line.
template <class F>
auto with_words_for(int length, F f) {
    if (length < 64) return f.template operator()<1>();
    if (length < 128) return f.template operator()<2>();
    if (length < 256) return f.template operator()<4>();
    if (length < 512) return f.template operator()<8>();
    return f.template operator()<16>();
}

/// A search with the width that the problem needs.
inline std::unique_ptr<AnySearch> make_search(Problem problem, const Patience& patience = {}) {
    return with_words_for(std::max(problem.height, problem.width),
                          [&]<int W>() -> std::unique_ptr<AnySearch> {
                              return std::make_unique<Search<W>>(std::move(problem), patience);
                          });
}

/// A lookahead with the width that the problem needs. The lines that it keeps take up to 64 MB by
/// default.
inline std::unique_ptr<AnyLookahead> make_lookahead(Problem problem,
                                                    std::size_t most_kept = std::size_t{1} << 23) {
    return with_words_for(std::max(problem.height, problem.width),
                          [&]<int W>() -> std::unique_ptr<AnyLookahead> {
                              return std::make_unique<Lookahead<W>>(std::move(problem), most_kept);
                          });
}

/// What lines offer, with the width that the problem needs.
inline std::unique_ptr<AnyLineSearch> make_line_search(Problem problem) {
    return with_words_for(std::max(problem.height, problem.width),
                          [&]<int W>() -> std::unique_ptr<AnyLineSearch> {
                              return std::make_unique<LineSearch<W>>(std::move(problem));
                          });
}

}  // namespace nonogram
