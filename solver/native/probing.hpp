// Probing: tries each colour of each open cell. Contradictory colours are excluded; facts that
// follow from all colours of a cell hold.
//
// Sources: Wu, Sun, Lin and others 2013 (fully probing); Batenburg and Kosters 2009 (two-valued
// propagation).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "board.hpp"

namespace nonogram {

template <int W>
class Probing {
public:
    explicit Probing(Board<W>& board)
        : board_(board),
          probed_(std::size_t(board.height) * board.width),
          agreed_(std::size_t(board.height) * board.width * board.colors, 0) {
        changed_.fill(1);
    }

    /// Values tried, and those that led to a contradiction.
    std::uint64_t probes = 0, contradictions = 0;

    /// What the last probe of a cell found, while it is open.
    struct Probed {
        std::uint32_t at = 0;
        /// How much both values of the cell would decide, and the colour that would decide least,
        /// since it leaves most solutions.
        float promise = 0;
        std::uint8_t color = 0;
        /// The lines that the probe solved; it gives the same again until one of them changes.
        LineMarks touched{};
    };
    /// When each line has changed last.
    using Changes = std::array<std::uint32_t, LINE_MARKS>;
    /// What is needed to come back to the board as it was then.
    struct Past {
        std::size_t replaced = 0;
        Changes changed;
    };

    bool is_over() const { return pass_ < 0; }
    const Probed& probed(int cell) const { return probed_[cell]; }
    Past now() const { return {replaced_.size(), changed_}; }

    /// From now on probes a cell again after changes in any line that its last probe solved, not
    /// only in its row and column; and can go back.
    void become_thorough() {
        is_thorough_ = true;
        visit_all();
    }

    /// A value whose consequences step() has left on the board: the trail and the number of open
    /// cells before it.
    struct Kept {
        std::size_t before;
        int open, cell, color;
    };

    /// From now on step() leaves a value on the board that excludes so many colours without a
    /// contradiction.
    void keep_from(std::size_t gain) {
        keep_from_ = gain;
        first_pass_ = std::bit_width(static_cast<unsigned>(std::clamp(
            std::min(board_.height, board_.width) / SIDE_PER_CELL, 1, MAX_DISTANCE)));
        visit_all();
    }
    std::optional<Kept> take_kept() { return std::exchange(kept_, std::nullopt); }

    /// Goes on with the facts since `size`.
    void go_on(std::size_t size) { gained(size); }

    /// Goes back to the board as it was then, but for the facts since `size`.
    void go_back(const Past& past, std::size_t size) {
        for (; replaced_.size() > past.replaced; replaced_.pop_back())
            probed_[replaced_.back().first] = replaced_.back().second;
        changed_ = past.changed;
        gained(size);
    }

    /// Visits some cells and probes at most one. False if the board is contradictory.
    /// on_solution() is called while a tried value has completed the board.
    template <class OnSolution>
    bool step(OnSolution on_solution) {
        const int cells = board_.height * board_.width;
        for (int looks = 0; looks < CELLS_PER_STEP; ++looks) {
            if (seen_++ == cells) {
                seen_ = 0;
                if (--pass_ < 0) return true;
            }
            if (++cell_ >= cells) cell_ = 0;
            if (board_.left(cell_) > 1 && is_due(cell_) && belongs_to_pass(cell_))
                return probe(cell_, on_solution);
        }
        return true;
    }

private:
    static constexpr int CELLS_PER_STEP = 256;
    /// The largest distance of the first pass in cells, and rows or columns for each of them.
    static constexpr int MAX_DISTANCE = 4, SIDE_PER_CELL = 125;

    /// Whether its last probe may give something else now.
    bool is_due(int cell) const {
        const Probed& probed = probed_[cell];
        if (probed.at == 0) return true;
        if (probed.at == now_) return false;
        const auto lines = is_thorough_ ? probed.touched
                                        : lines_of(cell / board_.width, cell % board_.width);
        bool is_due = false;
        lines.each([&](int mark) { is_due |= changed_[mark] > probed.at; });
        return is_due;
    }

    LineMarks lines_of(int row, int column) const {
        return board_.mark_of(row) | board_.mark_of(board_.height + column);
    }

    /// Pass 0 has all cells, the ones before it cells at a distance of a power of two from known ones.
    ///
    /// Cells beside known ones decide more, and faster, than others. Along the edges of a large smooth
    /// picture they are contradictory one after the other, each after hundreds of lines: cells that
    /// are some steps away exclude as much at once. Distances of 2, 4 and 4 were the quickest for
    /// pictures of 300x300, 500x500 and 1000x1000 (1 to 8 tried), 1 up to 200x200.
    bool belongs_to_pass(int cell) const {
        if (pass_ == 0) return true;
        const int distance = 1 << (pass_ - 1);
        for (int near = 1; near < distance; ++near)
            if (is_known_at(cell, near)) return false;
        return is_known_at(cell, distance);
    }

    /// Whether a cell so far away in its row or column is known, or beyond the border.
    bool is_known_at(int cell, int distance) const {
        const int row = cell / board_.width, column = cell % board_.width;
        const int down = distance * board_.width;
        return row < distance || board_.left(cell - down) == 1 ||
               row >= board_.height - distance || board_.left(cell + down) == 1 ||
               column < distance || board_.left(cell - distance) == 1 ||
               column >= board_.width - distance || board_.left(cell + distance) == 1;
    }

    template <class OnSolution>
    bool probe(int cell, OnSolution on_solution) {
        const std::size_t start = board_.trail().size();
        common_.clear();
        board_.touched = {};
        int tried = 0;
        std::size_t most = 0, least = ~std::size_t{0};
        Probed& probed = probed_[cell];
        if (is_thorough_) replaced_.emplace_back(cell, probed);
        for (int k = 0; k < board_.colors; ++k) {
            if (!board_.may_have(cell, k)) continue;
            if (board_.left(cell) == 1) break;  // all other colours were contradictory
            const std::size_t before = board_.trail().size();
            const int open = board_.open();
            ++probes;
            board_.choose(cell, k);
            if (board_.propagate()) {
                if (board_.open() == 0) on_solution();
                mark(before, tried++);
                const std::size_t gain = board_.trail().size() - before;
                if (gain >= keep_from_) {
                    stamp_ += board_.colors + 1;
                    kept_ = {before, open, cell, k};
                    return true;
                }
                most = std::max(most, gain);
                if (gain < least) {
                    least = gain;
                    probed.color = static_cast<std::uint8_t>(k);
                }
                board_.undo_to(before);
                continue;
            }
            ++contradictions;
            board_.undo_to(before);
            if (!board_.exclude(cell, k) || !board_.propagate()) return false;
            // The facts of the values tried before are outdated; another round probes them again.
            common_.clear();
            tried = -board_.colors;
        }
        probed.promise = static_cast<float>(most) * static_cast<float>(least);
        if (tried > 0 && board_.trail().size() == start)
            for (const Fact& f : common_) {
                const int at = f.row * board_.width + f.column;
                if (agreed_[std::size_t(at) * board_.colors + f.color] == stamp_ + tried &&
                    board_.may_have(at, f.color) && !board_.exclude(at, f.color))
                    return false;
            }
        stamp_ += board_.colors + 1;
        if (!board_.propagate()) return false;
        probed.touched = board_.touched;
        probed.at = now_;
        if (board_.trail().size() > start) gained(start);
        return true;
    }

    /// Counts the facts since `before`, which follow from the tried value number `index`: the
    /// counter of a fact is raised if it followed from all previous values.
    void mark(std::size_t before, int index) {
        if (index < 0) return;
        for (std::size_t i = before; i < board_.trail().size(); ++i) {
            const Fact& f = board_.trail()[i];
            auto& agreed =
                agreed_[(std::size_t(f.row) * board_.width + f.column) * board_.colors + f.color];
            if (index == 0) {
                agreed = stamp_ + 1;
                common_.push_back(f);
            } else if (agreed == stamp_ + index) {
                ++agreed;
            }
        }
    }

    void gained(std::size_t start) {
        ++now_;
        LineMarks lines;
        for (std::size_t i = start; i < board_.trail().size(); ++i)
            lines |= lines_of(board_.trail()[i].row, board_.trail()[i].column);
        lines.each([&](int mark) { changed_[mark] = now_; });
        visit_all();
    }

    void visit_all() {
        seen_ = 0;
        pass_ = first_pass_;
    }

    Board<W>& board_;
    std::vector<Probed> probed_;
    /// Cells and what was found before, the oldest first, since become_thorough().
    std::vector<std::pair<int, Probed>> replaced_;
    Changes changed_;
    bool is_thorough_ = false;
    std::size_t keep_from_ = ~std::size_t{0};
    std::optional<Kept> kept_;
    std::vector<std::uint64_t> agreed_;
    std::vector<Fact> common_;
    std::uint64_t stamp_ = 0;
    std::uint32_t now_ = 1;
    /// The passes that are left over all cells, and all of them; the cells that this one has seen.
    int first_pass_ = 1, pass_ = first_pass_, cell_ = -1, seen_ = 0;
};

}  // namespace nonogram
