// From plain numbers to a search: checks the shape and picks the width of the bit sets.
#pragma once

#include <memory>
#include <stdexcept>

#include "search.hpp"

namespace nonogram {

inline constexpr int MOST_CELLS = 1000, MOST_COLORS = 32;
using Numbers = std::vector<int>;

/// Throws std::invalid_argument for numbers and colours that no clue has.
inline void check_clues(const Numbers& lengths, const Numbers& of_line, int colors) {
    for (int length : lengths)
        if (length < 1 || length > MOST_CELLS) throw std::invalid_argument("no such clue");
    for (int color : of_line)
        if (color < 1 || color >= colors) throw std::invalid_argument("no such colour");
}

/// A puzzle, the rows' clues first; no `line_colors` at all means that all have colour 1.
/// `start` has what each cell may be, row by row, a bit for each colour; empty for everything.
/// Throws std::invalid_argument.
inline Problem make_problem(int height, int width, int colors, const std::vector<Numbers>& lengths,
                            const std::vector<Numbers>& line_colors, int wanted,
                            std::vector<std::uint32_t> start = {}) {
    if (height < 1 || width < 1 || height > MOST_CELLS || width > MOST_CELLS || colors < 2 ||
        colors > MOST_COLORS || static_cast<int>(lengths.size()) != height + width ||
        (!line_colors.empty() && line_colors.size() != lengths.size()))
        throw std::invalid_argument("this is not a puzzle's shape");
    if (!start.empty() && start.size() != std::size_t(height) * width)
        throw std::invalid_argument("this is not a board for the puzzle");
    Problem problem{height, width, colors, {}, wanted, std::move(start), false};
    for (std::size_t l = 0; l < lengths.size(); ++l) {
        Numbers one(line_colors.empty() ? lengths[l].size() : 0, 1);
        const Numbers& of_line = line_colors.empty() ? one : line_colors[l];
        if (of_line.size() != lengths[l].size())
            throw std::invalid_argument("a clue without a colour");
        check_clues(lengths[l], of_line, colors);
        problem.lines.push_back(make_blocks(lengths[l], of_line));
    }
    return problem;
}

/// Calls f.operator()<W>() with as many words as a line of that length, and the boundary behind it,
/// need.
template <class F>
auto with_words_for(int length, F f) {
    if (length < 64) return f.template operator()<1>();
    if (length < 128) return f.template operator()<2>();
    if (length < 256) return f.template operator()<4>();
    if (length < 512) return f.template operator()<8>();
    return f.template operator()<16>();
}

/// A search for lines as long as the problem's.
inline std::unique_ptr<AnySearch> make_search(Problem problem, const Patience& patience = {}) {
    return with_words_for(std::max(problem.height, problem.width),
                          [&]<int W>() -> std::unique_ptr<AnySearch> {
                              return std::make_unique<Search<W>>(std::move(problem), patience);
                          });
}

}  // namespace nonogram
