// Slow and short: what a line's cells may be, and all solutions of a small board.
#pragma once

#include <algorithm>
#include <optional>

#include "puzzle.hpp"

namespace judge {

/// For each cell the bit set of colours that it may have.
using Line = std::vector<std::uint32_t>;

namespace detail {

inline void lay(const Clues& clues, const Line& line, std::size_t block, Numbers& cells, Line& seen,
                bool& found) {
    const int used = static_cast<int>(cells.size()), width = static_cast<int>(line.size());
    const auto fits = [&](int cell, int color) { return line[cell] >> color & 1; };
    if (block == clues.lengths.size()) {
        for (int i = used; i < width; ++i)
            if (!fits(i, 0)) return;
        found = true;
        for (int i = 0; i < width; ++i) seen[i] |= 1u << (i < used ? cells[i] : 0);
        return;
    }
    const int length = clues.lengths[block], color = clues.colors[block];
    const int gap = block > 0 && clues.colors[block - 1] == color;
    for (int start = used + gap; start + length <= width; ++start) {
        bool good = true;
        for (int i = used; i < start + length; ++i) good = good && fits(i, i < start ? 0 : color);
        if (!good) continue;
        cells.resize(start, 0);
        cells.resize(start + length, color);
        lay(clues, line, block + 1, cells, seen, found);
        cells.resize(used);
    }
}

}  // namespace detail

/// What each cell has in some placement of the clues, by laying them in every way.
inline std::optional<Line> brute_line(const Clues& clues, const Line& line) {
    Line seen(line.size(), 0);
    Numbers cells;
    bool found = false;
    detail::lay(clues, line, 0, cells, seen, found);
    return found ? std::optional(seen) : std::nullopt;
}

/// The same from a table, cell by cell, for lines of any length.
class TableLine {
public:
    TableLine(const Clues& clues, const Line& line)
        : clues_(clues), line_(line), width_(static_cast<int>(line.size())),
          blocks_(static_cast<int>(clues.lengths.size())) {
        int most = 0;
        for (int color : clues.colors) most = std::max(most, color);
        runs_.assign(most + 1, Numbers(width_ + 1, 0));
        for (int color : clues.colors)
            for (int i = width_ - 1; i >= 0; --i)
                runs_[color][i] = line[i] >> color & 1 ? runs_[color][i + 1] + 1 : 0;
        rest_.assign(std::size_t(width_ + 1) * (blocks_ + 1) * 2, 0);
        for (int i = width_; i >= 0; --i)
            for (int j = blocks_; j >= 0; --j)
                for (int gap = 0; gap < 2; ++gap) rest_[at(i, j, gap)] = can_end(i, j, gap);
    }

    std::optional<Line> solve() const {
        if (!rest_[at(0, 0, 0)]) return std::nullopt;
        Line seen(width_, 0);
        // Where each colour's runs begin and end, summed up at the end.
        std::vector<Numbers> steps(runs_);
        for (Numbers& step : steps) std::fill(step.begin(), step.end(), 0);
        std::vector<char> reached(rest_.size(), 0);
        reached[at(0, 0, 0)] = 1;
        for (int i = 0; i < width_; ++i)
            for (int j = 0; j <= blocks_; ++j)
                for (int gap = 0; gap < 2; ++gap) {
                    if (!reached[at(i, j, gap)]) continue;
                    if (blank_leads_on(i, j)) {
                        seen[i] |= 1;
                        reached[at(i + 1, j, 0)] = 1;
                    }
                    if (block_leads_on(i, j, gap)) {
                        ++steps[clues_.colors[j]][i];
                        --steps[clues_.colors[j]][i + clues_.lengths[j]];
                        reached[after(i, j)] = 1;
                    }
                }
        for (std::size_t color = 1; color < steps.size(); ++color)
            for (int i = 0, open = 0; i < width_; ++i)
                if ((open += steps[color][i]) > 0) seen[i] |= 1u << color;
        return seen;
    }

private:
    /// `gap`: a block has just ended here that block j must not touch.
    std::size_t at(int i, int j, int gap) const {
        return (std::size_t(i) * (blocks_ + 1) + j) * 2 + gap;
    }
    std::size_t after(int i, int j) const {
        const bool gap = j + 1 < blocks_ && clues_.colors[j + 1] == clues_.colors[j];
        return at(i + clues_.lengths[j], j + 1, gap);
    }
    bool blank_leads_on(int i, int j) const { return (line_[i] & 1) && rest_[at(i + 1, j, 0)]; }
    bool block_leads_on(int i, int j, int gap) const {
        return !gap && j < blocks_ && runs_[clues_.colors[j]][i] >= clues_.lengths[j] &&
               rest_[after(i, j)];
    }
    bool can_end(int i, int j, int gap) const {
        if (i == width_) return j == blocks_;
        return blank_leads_on(i, j) || block_leads_on(i, j, gap);
    }

    const Clues& clues_;
    const Line& line_;
    const int width_, blocks_;
    std::vector<Numbers> runs_;
    std::vector<char> rest_;
};

namespace detail {

/// Whether a line may begin with the first `count` cells of its strip.
inline bool may_begin(const Clues& clues, const Picture& picture, Strip strip, int count) {
    std::size_t block = 0;
    int before = 0, run = 0;
    for (int i = 0; i < count; ++i) {
        const int cell = picture[strip.first + i * strip.step];
        if (cell != 0 && cell == before) {
            if (++run > clues.lengths[block - 1]) return false;
            continue;
        }
        if (before != 0 && run != clues.lengths[block - 1]) return false;
        if (cell != 0) {
            if (block == clues.lengths.size() || clues.colors[block] != cell) return false;
            ++block;
            run = 1;
        }
        before = cell;
    }
    if (count < strip.count) return true;
    return block == clues.lengths.size() && (before == 0 || run == clues.lengths[block - 1]);
}

inline void fill(const Puzzle& puzzle, int cell, std::size_t most, Picture& picture,
                 std::vector<Picture>& found) {
    if (found.size() >= most) return;
    if (cell == puzzle.height * puzzle.width) {
        found.push_back(picture);
        return;
    }
    const int row = cell / puzzle.width, column = cell % puzzle.width;
    const int line = puzzle.height + column;
    for (int color = 0; color < puzzle.colors; ++color) {
        picture[cell] = static_cast<std::uint8_t>(color);
        if (may_begin(puzzle.lines[row], picture, puzzle.strip(row), column + 1) &&
            may_begin(puzzle.lines[line], picture, puzzle.strip(line), row + 1))
            fill(puzzle, cell + 1, most, picture, found);
    }
    picture[cell] = 0;
}

}  // namespace detail

/// The solutions of a small board, in order, cell by cell; no more than `most`.
inline std::vector<Picture> solutions_of(const Puzzle& puzzle, std::size_t most) {
    std::vector<Picture> found;
    Picture picture(std::size_t(puzzle.height) * puzzle.width, 0);
    detail::fill(puzzle, 0, most, picture, found);
    return found;
}

}  // namespace judge
