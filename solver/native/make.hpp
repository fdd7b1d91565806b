// Makes searches and lookaheads from plain numbers: checks them, and chooses the width of the bit
// sets.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <stdexcept>

#include "likeliest.hpp"
#include "line_search.hpp"
#include "lookahead.hpp"
#include "search.hpp"

namespace nonogram {

inline constexpr int MAX_CELLS = 5000, MAX_COLORS = 32;
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
    const int height = problem.height, width = problem.width, colors = problem.colors;
    if (height < 1 || width < 1 || height > MAX_CELLS || width > MAX_CELLS || colors < 2 ||
        colors > MAX_COLORS || problem.lines.size() != std::size_t(height) + width)
        throw std::invalid_argument("this is not a puzzle's shape");
    if (!problem.start.empty() && problem.start.size() != std::size_t(height) * width)
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

/// Throws std::invalid_argument unless `problem` is as its declaration says.
inline void check_likeliest(const LikeliestProblem& problem) {
    Problem shape{problem.height, problem.width, problem.colors, {}, 2, {}};
    constexpr std::int32_t MOST = Balance::NEVER - 1;
    if (problem.max_cost < 0 || problem.max_cost > MOST || problem.margin < 0 ||
        problem.margin > MOST || problem.several_cost < 0 || problem.several_cost > MOST)
        throw std::invalid_argument("no such cost");
    for (int line = 0; line < problem.height + problem.width; ++line) shape.lines.end_line();
    check_shape(shape);
    if (std::size_t(problem.height) * problem.width > MAX_SEARCHED)
        throw std::invalid_argument("this board is too large");
    for (const Way& way : problem.ways) {
        if (way.lines.size() != shape.lines.size() || way.cost < 0 || way.cost > MOST)
            throw std::invalid_argument("this is not a way of reading the board");
        for (const Alternatives& line : way.lines) {
            std::int32_t last = 0;
            for (const auto& listed : line.listed) {
                if (listed.cost < last) throw std::invalid_argument("the cheapest is not the first");
                last = listed.cost;
            }
            if (last > MOST || line.any > MOST || (line.any >= 0 && line.any < last))
                throw std::invalid_argument("no such cost");
        }
    }
}

/// A puzzle in one array of 32-bit words, checked: height, width, colours, whether it is possible
/// at first sight (each line has room for its blocks, and rows and columns have as many cells of
/// each colour); then for each line the number of its clues, and the clues, each as its length with
/// its colour above the lowest 16 bits.
class FlatClues {
public:
    /// Throws std::invalid_argument, as add() does, for what is no puzzle.
    FlatClues(std::size_t height, std::size_t width, int colors)
        : height_(checked(height)), width_(checked(width)), colors_(colors) {
        if (colors < 2 || colors > MAX_COLORS)
            throw std::invalid_argument("this is not a puzzle's shape");
        words_.reserve(HEADER + 8 * (height + width));
        for (const int word : {height_, width_, colors, 0, 0})  // the last one is the first count
            words_.push_back(static_cast<std::uint32_t>(word));
    }

    /// Adds a clue to the line that end_line() will end.
    void add(int length, int color) {
        if (length < 1 || length > MAX_CELLS) throw std::invalid_argument("no such clue");
        if (color < 1 || color >= colors_) throw std::invalid_argument("no such colour");
        if (words_.size() - count_at_ > MAX_CELLS) throw std::invalid_argument("too many clues");
        needed_ += length + (color == last_color_);
        surplus_[color] += is_row() ? length : -length;
        last_color_ = color;
        words_.push_back(static_cast<std::uint32_t>(length | color << LENGTH_BITS));
    }

    void end_line() {
        words_[count_at_] = static_cast<std::uint32_t>(words_.size() - count_at_ - 1);
        has_room_ &= needed_ <= (is_row() ? width_ : height_);
        needed_ = last_color_ = 0;
        count_at_ = words_.size();
        if (++lines_ < height_ + width_) words_.push_back(0);
    }

    /// After the last line.
    const std::vector<std::uint32_t>& words() {
        words_[3] = has_room_ && std::all_of(surplus_.begin(), surplus_.end(),
                                             [](int cells) { return cells == 0; });
        return words_;
    }

    static constexpr int HEADER = 4, LENGTH_BITS = 16;
    static_assert(MAX_CELLS < 1 << LENGTH_BITS);

private:
    bool is_row() const { return lines_ < height_; }
    static int checked(std::size_t lines) {
        if (lines < 1 || lines > MAX_CELLS)
            throw std::invalid_argument("this is not a puzzle's shape");
        return static_cast<int>(lines);
    }

    const int height_, width_, colors_;
    std::vector<std::uint32_t> words_;
    /// Where the number of clues of the line is.
    std::size_t count_at_ = HEADER;
    int lines_ = 0, needed_ = 0, last_color_ = 0;
    bool has_room_ = true;
    std::array<int, MAX_COLORS> surplus_{};
};

/// A puzzle from the words of FlatClues, which are checked again.
inline Problem make_problem(std::span<const std::uint32_t> words, int wanted,
                            std::vector<std::uint32_t> start = {}) {
    constexpr int LENGTH = (1 << FlatClues::LENGTH_BITS) - 1;
    if (words.size() < FlatClues::HEADER || std::max({words[0], words[1], words[2]}) > std::uint32_t{MAX_CELLS})
        throw std::invalid_argument("this is not a puzzle's shape");
    Problem problem{static_cast<int>(words[0]), static_cast<int>(words[1]),
                    static_cast<int>(words[2]), {}, wanted, std::move(start)};
    const std::size_t lines = std::size_t(problem.height) + problem.width;
    auto rest = words.subspan(FlatClues::HEADER);
    problem.lines.reserve(lines, rest.size());
    while (!rest.empty()) {
        const std::size_t count = rest[0];
        if (count >= rest.size()) throw std::invalid_argument("a line has not all its clues");
        for (const std::uint32_t word : rest.subspan(1, count)) {
            const int length = word & LENGTH, color = word >> FlatClues::LENGTH_BITS;
            if (length < 1 || length > MAX_CELLS) throw std::invalid_argument("no such clue");
            if (color < 1 || color >= problem.colors) throw std::invalid_argument("no such colour");
            problem.lines.add(length, color);
        }
        problem.lines.end_line();
        rest = rest.subspan(count + 1);
    }
    check_shape(problem);
    return problem;
}

/// Calls f.operator()<W>(); W is the number of words for the `length + 1` boundaries of a line.
template <class F>
auto with_words_for(int length, F f) {
    if (length < 64) return f.template operator()<1>();
    if (length < 128) return f.template operator()<2>();
    if (length < 192) return f.template operator()<3>();
    if (length < 256) return f.template operator()<4>();
    if (length < 384) return f.template operator()<6>();
    if (length < 512) return f.template operator()<8>();
    if (length < 1024) return f.template operator()<16>();
    if (length < 2048) return f.template operator()<32>();
    static_assert(MAX_CELLS < 64 * 79);
    return f.template operator()<79>();
}

// The templates behind these are compiled in searches.cpp and logics.cpp, side by side.

/// A search with the width that the problem needs.
std::unique_ptr<AnySearch> make_search(Problem problem, const Patience& patience = {});

/// The likeliest puzzles, with the width that the board needs. Throws std::invalid_argument as
/// check_likeliest() does; blocks are to be checked by check_clues().
std::unique_ptr<AnyLikeliest> make_likeliest(LikeliestProblem problem);

/// A lookahead with the width that the problem needs. The lines that it keeps take up to 64 MB by
/// default.
std::unique_ptr<AnyLookahead> make_lookahead(Problem problem,
                                             std::size_t most_kept = std::size_t{1} << 23);

/// What lines offer, with the width that the problem needs.
std::unique_ptr<AnyLineSearch> make_line_search(Problem problem);

}  // namespace nonogram
