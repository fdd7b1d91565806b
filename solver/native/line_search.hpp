// What each line of a board offers by its simplest technique, kept up to date while the board
// changes. The judge of it looks at every line anew, see
// tests/unit/solver/logic/test_search.py.
#pragma once

#include <chrono>

#include "board.hpp"
#include "line_logic.hpp"

namespace nonogram {

/// The interface of LineSearch for all widths.
class AnyLineSearch {
public:
    struct Round {
        Technique technique = Technique::NONE;
        /// The lines that were changed, and those that offered anything.
        int lines = 0, places = 0;
    };
    struct Offer {
        Technique technique = Technique::NONE;
        int line = -1;
    };

    virtual ~AnyLineSearch() = default;
    /// Looks at the changed lines for about that time. True at the end: then failed_line is a line
    /// that cannot be completed, or what follows may be called.
    virtual bool look(double seconds) = 0;
    int failed_line = -1;

    virtual Technique simplest() const = 0;
    /// The first line on which the simplest technique gives most.
    virtual Offer best() const = 0;
    /// Changes all lines that offer the simplest technique.
    virtual Round carry_out() = 0;
    /// Leaves a cell only the colours of a bit set.
    virtual void set_state(int cell, std::uint32_t state) = 0;

    /// The possible colours of each cell, row by row.
    virtual void cells(std::uint32_t* states) const = 0;
    /// Lines with a cell that has not exactly one colour left.
    virtual int open_lines() const = 0;
    /// Cells that have not exactly one colour left.
    virtual int open_cells() const = 0;
};

template <int W>
class LineSearch final : public AnyLineSearch {
public:
    explicit LineSearch(Problem problem) : problem_(std::move(problem)), board_(problem_) {
        const std::size_t lines = board_.height + board_.width;
        is_stale_.assign(lines, 1);
        offers_.assign(lines, Technique::NONE);
        gains_.assign(lines, 0);
        results_.resize(lines * board_.colors);
    }

    bool look(double seconds) override {
        using Clock = std::chrono::steady_clock;
        const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(seconds));
        int looked = 0;
        for (int line = 0; line < lines(); ++line) {
            if (!is_stale_[line]) continue;
            if (++looked % LOOKS_PER_TIME == 0 && Clock::now() >= end) return false;
            if (!look_at(line)) {
                failed_line = line;
                return true;
            }
            is_stale_[line] = 0;
        }
        return true;
    }

    Technique simplest() const override {
        return *std::min_element(offers_.begin(), offers_.end());
    }

    Offer best() const override {
        Offer best{simplest()};
        if (best.technique == Technique::NONE) return best;
        for (int line = 0; line < lines(); ++line)
            if (offers_[line] == best.technique &&
                (best.line < 0 || gains_[line] > gains_[best.line]))
                best.line = line;
        return best;
    }

    Round carry_out() override {
        Round round{simplest()};
        if (round.technique == Technique::NONE) return round;
        for (int line = 0; line < lines(); ++line) {
            round.places += offers_[line] != Technique::NONE;
            if (offers_[line] != round.technique) continue;
            ++round.lines;
            apply(line);
        }
        return round;
    }

    void set_state(int cell, std::uint32_t state) override {
        for (int k = 0; k < board_.colors; ++k)
            if (!(state >> k & 1) && board_.may_have(cell, k)) board_.exclude(cell, k);
        is_stale_[cell / board_.width] = is_stale_[board_.height + cell % board_.width] = 1;
    }

    void cells(std::uint32_t* states) const override {
        std::fill(states, states + std::size_t(board_.height) * board_.width, 0);
        board_.each_possible([&](int cell, int k) { states[cell] |= std::uint32_t{1} << k; });
    }
    int open_lines() const override {
        int open = 0;
        for (int line = 0; line < lines(); ++line)
            open += decided(board_.may(line), board_.colors).count() != board_.size_of(line);
        return open;
    }
    int open_cells() const override {
        int open = board_.height * board_.width;
        for (int row = 0; row < board_.height; ++row)
            open -= decided(board_.may(row), board_.colors).count();
        return open;
    }

private:
    using Set = Bits<W>;

    static constexpr int LOOKS_PER_TIME = W <= 2 ? 64 : 8;
    /// A decided cell counts as much as this number of colours that cells lose.
    static constexpr int DECIDED_WEIGHT = 1000;

    int lines() const { return board_.height + board_.width; }
    Set* result(int line) { return &results_[std::size_t(line) * board_.colors]; }

    /// Finds what a line offers; false if it cannot be completed.
    bool look_at(int line) {
        const Set* before = board_.may(line);
        const int colors = board_.colors;
        logic_.look_at(board_.blocks(line), board_.size_of(line), before, colors);
        const Set* exact = logic_.exact();
        if (exact == nullptr) return false;
        offers_[line] = Technique::NONE;
        if (std::equal(before, before + colors, exact)) return true;
        offers_[line] = logic_.simplest();
        Set* after = result(line);
        logic_.together(after);
        const Set known = decided(before, colors), decided_now = decided(after, colors);
        gains_[line] = DECIDED_WEIGHT * (decided_now & ~known).count();
        for (int k = 0; k < colors; ++k) gains_[line] += (before[k] & ~after[k]).count();
        return true;
    }

    void apply(int line) {
        const Set* after = result(line);
        const bool is_row = line < board_.height;
        const int place = is_row ? line : line - board_.height, base = is_row ? board_.height : 0;
        for (int k = 0; k < board_.colors; ++k) {
            const Set gone = board_.may(line)[k] & ~after[k];
            gone.each([&](int i) {
                is_row ? board_.exclude(place, i, k) : board_.exclude(i, place, k);
                is_stale_[base + i] = 1;
            });
        }
        is_stale_[line] = 1;
    }

    const Problem problem_;
    Board<W> board_;
    LineLogic<W> logic_;
    std::vector<char> is_stale_;
    /// For each line its simplest technique, how much it gives, and the line after it.
    std::vector<Technique> offers_;
    std::vector<int> gains_;
    std::vector<Set> results_;
};

}  // namespace nonogram
