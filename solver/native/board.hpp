// A board with the possible colours of each cell, and line-by-line propagation.
//
// A fact is "this cell does not have this colour". From keep_trail() on facts are stored on a trail, so
// that they can be undone. Only it and the cache of solved lines, which grows, allocate memory after
// the constructor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "cache.hpp"
#include "core.hpp"

namespace nonogram {

struct Fact {
    std::uint16_t row, column;
    std::uint8_t color;
};

/// A set of lines, or of groups of them.
inline constexpr int LINE_MARKS = 128;
using LineMarks = Bits<LINE_MARKS / 64>;

template <int W>
class Board {
public:
    using Set = Bits<W>;

    explicit Board(const Problem& problem)
        : height(problem.height), width(problem.width), colors(problem.colors), problem_(problem) {
        const int lines = height + width, cells = height * width;
        may_.resize(std::size_t(lines) * colors);
        if (KEEPS_MIRRORED) mirrored_.resize(std::size_t(lines) * colors);
        for (int l = 0; l < lines; ++l)
            for (int k = 0; k < colors; ++k) {
                may_[l * colors + k] = Set::ones(size_of(l));
                if (KEEPS_MIRRORED) mirrored_[l * colors + k] = may_[l * colors + k];
            }
        left_.assign(cells, static_cast<std::uint8_t>(colors));
        out_.resize(colors);
        std::size_t most = 0;
        queued_.assign(lines, 0);
        queue_.resize(lines);
        for (int l = 0; l < lines; ++l) {
            most = std::max(most, problem_.lines[l].size());
            if (tells(l)) enqueue(l);
        }
        solver_.reserve(most);
        while ((lines - 1) >> mark_shift_ >= LINE_MARKS) ++mark_shift_;
        open_ = cells;
        for (int cell = 0; cell < static_cast<int>(problem_.start.size()); ++cell)
            for (int k = 0; k < colors; ++k)
                if (!(problem_.start[cell] >> k & 1)) has_all_colors_ &= exclude(cell, k);
    }

    const int height, width, colors;

    int size_of(int line) const { return line < height ? width : height; }
    std::span<const Block> blocks(int line) const { return problem_.lines[line]; }
    const Set* may(int line) const { return &may_[line * colors]; }
    /// The same from the other end, as LineSolver takes it.
    const Set* mirrored(int line) const {
        return KEEPS_MIRRORED ? &mirrored_[line * colors] : nullptr;
    }

    bool may_have(int cell, int color) const {
        return may_[(cell / width) * colors + color].test(cell % width);
    }
    /// Calls f(cell, color) for each colour that a cell may have, row by row and colour by colour.
    template <class F>
    void each_possible(F f) const {
        for (int row = 0; row < height; ++row)
            for (int k = 0; k < colors; ++k) {
                const Set& may = this->may(row)[k];
                for (int at = 0; at < W && 64 * at < width; ++at) {
                    const int first = row * width + 64 * at;
                    auto word = may.word[at];
                    if (word == ~0ull)  // often on large boards; a loop without branches
                        for (int i = 0; i < 64; ++i) f(first + i, k);
                    else
                        for (; word; word &= word - 1) f(first + std::countr_zero(word), k);
                }
            }
    }
    /// How many colours the cell may still have.
    int left(int cell) const { return left_[cell]; }
    /// Cells with more than one colour left.
    int open() const { return open_; }

    /// Marks of all lines that propagate_line() solves, see mark_of(); whoever uses it empties it.
    LineMarks touched{};
    /// A set with the line in it. On large boards neighbouring lines share a mark.
    LineMarks mark_of(int line) const { return LineMarks::one(line >> mark_shift_); }

    /// All facts since keep_trail(), the oldest first.
    const std::vector<Fact>& trail() const { return trail_; }

    /// Stores facts from now on: line solving alone undoes none, and a large board has many.
    void keep_trail() {
        if (std::exchange(has_trail_, true)) return;
        std::size_t facts = colors;
        for (const auto left : left_) facts += left - 1;
        trail_.reserve(facts);
    }

    /// Undoes all facts but the first `size`, and empties the queue of lines.
    void undo_to(std::size_t size) {
        while (queue_size_ > 0) next_line();
        while (trail_.size() > size) {
            const auto [row, column, color] = trail_.back();
            trail_.pop_back();
            const int line = height + column;
            if (left_[row * width + column]++ == 1) ++open_;
            may_[row * colors + color].set(column);
            may_[line * colors + color].set(row);
            if constexpr (KEEPS_MIRRORED) {
                mirrored_[row * colors + color].set(width - 1 - column);
                mirrored_[line * colors + color].set(height - 1 - row);
            }
        }
    }

    /// Removes a colour that the cell may have. False if the cell has none left.
    bool exclude(int cell, int color) { return exclude(cell / width, cell % width, color); }
    bool exclude(int row, int column, int color) {
        const int line = height + column;
        may_[row * colors + color].reset(column);
        may_[line * colors + color].reset(row);
        if constexpr (KEEPS_MIRRORED) {
            mirrored_[row * colors + color].reset(width - 1 - column);
            mirrored_[line * colors + color].reset(height - 1 - row);
        }
        enqueue(row);
        enqueue(line);
        return note(row, column, color);
    }

    /// Gives the cell a colour that it may have.
    void choose(int cell, int color) {
        for (int k = 0; k < colors; ++k)
            if (k != color && may_have(cell, k)) exclude(cell, k);
    }

    bool is_propagated() const { return queue_size_ == 0; }

    /// Whether every cell had a colour left at the start.
    bool has_all_colors() const { return has_all_colors_; }

    /// Solves one of the changed lines. False if it cannot be satisfied.
    bool propagate_line() {
        const int line = next_line(), size = size_of(line);
        touched |= mark_of(line);
        Set* may = &may_[line * colors];
        if (!solve(line)) {
            failed_line = line;
            return false;
        }
        for (int k = 0; k < colors; ++k) {
            const Set gone = may[k] & ~out_[k];
            if (!gone.any()) continue;
            may[k] = out_[k];
            if constexpr (KEEPS_MIRRORED) mirrored_[line * colors + k] = out_[k].mirrored(size);
            const bool is_row = line < height;
            const int place = is_row ? line : line - height, base = is_row ? height : 0;
            const int last = (is_row ? height : width) - 1;
            gone.each([&](int i) {
                const int crossing = base + i;
                may_[crossing * colors + k].reset(place);
                if constexpr (KEEPS_MIRRORED) mirrored_[crossing * colors + k].reset(last - place);
                enqueue(crossing);
                is_row ? note(place, i, k) : note(i, place, k);
            });
        }
        return true;
    }

    /// Solves changed lines until none is left. False if there is a contradiction.
    bool propagate() {
        while (queue_size_ > 0)
            if (!propagate_line()) return false;
        return true;
    }

    /// What is left of a line's colours, which are not changed; a null pointer if it cannot be
    /// satisfied. Valid until the next line is solved.
    const Set* solved(int line) {
        return solve(line) ? out_.data() : nullptr;
    }

    /// Caches solved lines from now on: during a search the same lines occur often.
    void enable_cache() {
        if (colors <= MAX_CACHED_COLORS) cache_.emplace(colors);
    }

    /// Index of the last line that could not be satisfied; -1 for none.
    int failed_line = -1;
    /// Lines that were solved.
    std::uint64_t line_solves = 0;
    /// Lines that were taken from the cache.
    std::uint64_t cached_lines() const { return cache_ ? cache_->hits : 0; }

private:
    /// Solves the line into out_.
    bool solve(int line) {
        if (!cache_) return solve_uncached(line);
        return cache_->solve(line, may(line), out_.data(), [&] { return solve_uncached(line); });
    }

    bool solve_uncached(int line) {
        ++line_solves;
        return solver_.solve(problem_.lines[line], size_of(line), may(line), mirrored(line), colors,
                             out_.data());
    }

    /// Whether anything may follow from a line of which nothing is known: a block that is longer than
    /// the room to move has certain cells. With several colours it has not all of them.
    bool tells(int line) const {
        if (colors > 2) return true;
        int room = size_of(line), longest = 0;
        for (const Block& block : blocks(line)) {
            room -= block.length + block.gap_before;
            longest = std::max<int>(longest, block.length);
        }
        return longest > room || longest == 0;
    }

    bool note(int row, int column, int color) {
        if (has_trail_)
            trail_.push_back({static_cast<std::uint16_t>(row), static_cast<std::uint16_t>(column),
                              static_cast<std::uint8_t>(color)});
        const int left = --left_[row * width + column];
        if (left == 1) --open_;
        return left > 0;
    }

    void enqueue(int line) {
        if (queued_[line]) return;
        queued_[line] = 1;
        std::size_t end = first_ + queue_size_++;
        queue_[end < queue_.size() ? end : end - queue_.size()] = line;
    }
    int next_line() {
        const int line = queue_[first_];
        if (++first_ == queue_.size()) first_ = 0;
        --queue_size_;
        queued_[line] = 0;
        return line;
    }

    static constexpr bool KEEPS_MIRRORED = !LineSolver<W>::IS_WIDE;

    const Problem& problem_;
    std::vector<Set> may_, mirrored_, out_;
    std::vector<std::uint8_t> left_;
    std::vector<Fact> trail_;
    std::vector<char> queued_;
    std::vector<int> queue_;  // a ring buffer: each line is in it at most once
    std::size_t first_ = 0, queue_size_ = 0;
    int open_ = 0, mark_shift_ = 0;
    bool has_all_colors_ = true, has_trail_ = false;
    std::optional<LineCache<W>> cache_;
    LineSolver<W> solver_;
};

}  // namespace nonogram
