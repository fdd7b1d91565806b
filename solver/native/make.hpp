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

/// A search for lines as long as the problem's.
inline std::unique_ptr<AnySearch> make_search(Problem problem) {
    const int longest = std::max(problem.height, problem.width);
    if (longest < 64) return std::make_unique<Search<1>>(std::move(problem));
    if (longest < 128) return std::make_unique<Search<2>>(std::move(problem));
    if (longest < 256) return std::make_unique<Search<4>>(std::move(problem));
    if (longest < 512) return std::make_unique<Search<8>>(std::move(problem));
    return std::make_unique<Search<16>>(std::move(problem));
}

}  // namespace nonogram
