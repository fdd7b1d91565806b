// Lookahead: tries each colour of each open cell, and follows all trials level by level.
//
// In one level of a trial all changed lines are solved as they were before it; then all results are
// applied. After each level of all trials: if some failed, they are the result; otherwise the facts
// that follow from every colour of a cell; otherwise the next level begins.
// solver/logic/links/lookahead.py is the specification.
//
// Between two levels a trial is its facts and its changed lines. Beyond a limit of memory these are
// dropped, and the trial is followed from its start again in each level.
#pragma once

#include <chrono>

#include "board.hpp"

namespace nonogram {

/// The interface of Lookahead for all widths.
class AnyLookahead {
public:
    struct Failure {
        int cell, color;
    };
    struct Agreement {
        /// The colours in `gone`, a bit set, are excluded for `cell` whatever `tried` is.
        int cell;
        std::uint32_t gone;
        int tried;
    };

    virtual ~AnyLookahead() = default;
    /// Works for about that time; true at the end. The results are for the end only.
    virtual bool run(double seconds) = 0;

    /// The levels of the results, which are of one of the two kinds, in order of the tried cells.
    int levels = 0;
    std::vector<Failure> failures;
    std::vector<Agreement> agreements;
};

template <int W>
class Lookahead final : public AnyLookahead {
public:
    /// `most_kept`: 32-bit numbers for what is kept of the trials between two levels.
    Lookahead(Problem problem, std::size_t most_kept)
        : problem_(std::move(problem)),
          board_(problem_),
          most_kept_(most_kept),
          root_(board_.trail().size()),
          dirty_((board_.height + board_.width + 63) / 64) {
        for (int cell = 0; cell < board_.height * board_.width; ++cell) {
            if (board_.left(cell) < 2) continue;
            std::uint32_t colors = 0;
            for (int k = 0; k < board_.colors; ++k)
                if (board_.may_have(cell, k)) colors |= 1u << k;
            old_.insert(old_.end(), {static_cast<std::uint32_t>(cell), colors});
            old_.insert(old_.end(), board_.left(cell), UNKEPT);
        }
    }

    bool run(double seconds) override {
        const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(seconds));
        for (int steps = 1; !is_over_; ++steps) {
            step();
            if (steps % STEPS_PER_LOOK == 0 && Clock::now() >= end) break;
        }
        return is_over_;
    }

private:
    using Clock = std::chrono::steady_clock;
    using Set = Bits<W>;

    static constexpr int STEPS_PER_LOOK = W <= 2 ? 64 : 1;
    /// Headers of a trial: not kept; not kept and over; otherwise the number of facts + KEPT.
    static constexpr std::uint32_t UNKEPT = 0, UNKEPT_OVER = 1, KEPT = 2;

    /// Solves one line, or begins or ends something.
    void step() {
        if (is_in_trial_) {
            const int line = next_dirty();
            if (line >= 0)
                solve(line);
            else
                end_trial_level();
        } else if (colors_ != 0) {
            begin_trial();
        } else if (at_ < old_.size()) {
            begin_cell();
        } else {
            end_level();
        }
    }

    void begin_cell() {
        cell_ = static_cast<int>(old_[at_++]);
        colors_ = old_[at_++];
        cell_start_ = new_.size();
        new_.insert(new_.end(), {static_cast<std::uint32_t>(cell_), colors_});
        is_first_ = true;
        is_cell_over_ = true;
    }

    /// Puts the trial of the first of colors_ onto the board, as it was after the last level.
    void begin_trial() {
        color_ = std::countr_zero(colors_);
        colors_ &= colors_ - 1;
        board_.undo_to(root_);
        board_.choose(cell_, color_);
        start_ = board_.trail().size();
        results_.clear();
        changed_.clear();
        next_ = 0;
        trial_level_ = 0;
        const std::uint32_t header = old_[at_++];
        if (header < KEPT) {
            add_dirty(cell_ / board_.width);
            add_dirty(board_.height + cell_ % board_.width);
        } else {
            for (std::uint32_t left = header - KEPT; left > 0; --left) exclude(old_[at_++]);
            for (std::uint32_t left = old_[at_++]; left > 0; --left)
                add_dirty(static_cast<int>(old_[at_++]));
            trial_level_ = level_ - 1;
        }
        is_in_trial_ = true;
        if (!has_dirty()) end_trial();
    }

    /// Solves a line on the board as it is, and keeps the result for the end of the level.
    void solve(int line) {
        const Set* after = board_.solved(line);
        if (after == nullptr) {
            failures.push_back({cell_, color_});
            std::fill(dirty_.begin(), dirty_.end(), 0);
            is_in_trial_ = false;
            return;
        }
        const Set* before = board_.may(line);
        if (std::equal(after, after + board_.colors, before)) return;
        changed_.push_back(line);
        results_.insert(results_.end(), after, after + board_.colors);
    }

    /// Applies the results. Lines in which they change something are those of the next level.
    void end_trial_level() {
        std::fill(dirty_.begin(), dirty_.end(), 0);
        const Set* after = results_.data();
        for (const int line : changed_) {
            const bool is_row = line < board_.height;
            for (int k = 0; k < board_.colors; ++k, ++after) {
                const Set gone = board_.may(line)[k] & ~*after;
                gone.each([&](int i) {
                    add_dirty(is_row ? board_.height + i : i);
                    is_row ? board_.exclude(line, i, k) : board_.exclude(i, line - board_.height, k);
                });
            }
        }
        results_.clear();
        changed_.clear();
        next_ = 0;
        if (++trial_level_ == level_ || !has_dirty()) end_trial();
    }

    void end_trial() {
        is_in_trial_ = false;
        is_cell_over_ &= !has_dirty();
        if (failures.empty()) {
            keep();
            compare();
        }
        std::fill(dirty_.begin(), dirty_.end(), 0);
        if (colors_ == 0 && is_cell_over_) new_.resize(cell_start_);
    }

    /// Writes what is needed to go on with the trial.
    void keep() {
        const auto& trail = board_.trail();
        const std::size_t count = trail.size() - start_;
        if (new_.size() + count + 64 * dirty_.size() > most_kept_) {
            new_.push_back(has_dirty() ? UNKEPT : UNKEPT_OVER);
            return;
        }
        new_.push_back(static_cast<std::uint32_t>(count) + KEPT);
        for (std::size_t i = start_; i < trail.size(); ++i) new_.push_back(packed(trail[i]));
        const std::size_t lines = new_.size();
        new_.push_back(0);
        next_ = 0;
        for (int line = next_dirty(); line >= 0; line = next_dirty())
            new_.push_back(static_cast<std::uint32_t>(line));
        new_[lines] = static_cast<std::uint32_t>(new_.size() - lines - 1);
    }

    /// Keeps of the facts of the cell's other trials those of this one; the last one tells.
    void compare() {
        if (is_first_) {
            is_first_ = false;
            const auto& trail = board_.trail();
            common_.clear();
            // The tried cell is not among them: its line keeps its only colour, or fails.
            for (std::size_t i = start_; i < trail.size(); ++i) common_.push_back(packed(trail[i]));
        } else {
            std::erase_if(common_, [&](std::uint32_t fact) {
                return board_.may(row_of(fact))[color_of(fact)].test(column_of(fact));
            });
        }
        if (colors_ != 0) return;
        std::sort(common_.begin(), common_.end());
        int last = -1;
        for (const std::uint32_t fact : common_) {
            const int other = row_of(fact) * board_.width + column_of(fact);
            if (other != last) agreements.push_back({other, 0, cell_});
            agreements.back().gone |= 1u << color_of(fact);
            last = other;
        }
    }

    void end_level() {
        levels = level_++;
        if (!failures.empty()) agreements.clear();
        is_over_ = !failures.empty() || !agreements.empty() || new_.empty();
        old_.swap(new_);
        new_.clear();
        at_ = 0;
    }

    // A fact as one number: row, column, colour; so facts in order are in order of their cells.

    static std::uint32_t packed(const Fact& f) {
        return std::uint32_t{f.row} << 16 | std::uint32_t{f.column} << 5 | f.color;
    }
    static int row_of(std::uint32_t fact) { return static_cast<int>(fact >> 16); }
    static int column_of(std::uint32_t fact) { return static_cast<int>(fact >> 5 & 0x7ff); }
    static int color_of(std::uint32_t fact) { return static_cast<int>(fact & 31); }
    void exclude(std::uint32_t fact) {
        board_.exclude(row_of(fact), column_of(fact), color_of(fact));
    }

    // The changed lines of the trial, in order.

    void add_dirty(int line) { dirty_[line >> 6] |= 1ull << (line & 63); }
    bool has_dirty() const {
        return std::any_of(dirty_.begin(), dirty_.end(), [](auto word) { return word != 0; });
    }
    /// The first changed line from next_ on, which moves behind it; -1 if there is none.
    int next_dirty() {
        for (std::size_t k = next_ >> 6; k < dirty_.size(); ++k, next_ = 64 * k) {
            const std::uint64_t rest = dirty_[k] >> (next_ & 63);
            if (rest == 0) continue;
            const int line = static_cast<int>(next_) + std::countr_zero(rest);
            next_ = line + 1;
            return line;
        }
        return -1;
    }

    Problem problem_;
    Board<W> board_;
    const std::size_t most_kept_;
    /// The number of facts on the trail before the assumption of a trial, and after it.
    const std::size_t root_;
    std::size_t start_ = 0;
    /// The open cells as the last level left them, and as this one does. For each: the cell, its
    /// colours, and for each of them a header, facts, the number of changed lines, the lines.
    std::vector<std::uint32_t> old_, new_;
    std::size_t at_ = 0, cell_start_ = 0;
    int level_ = 1, trial_level_ = 0;
    int cell_ = 0, color_ = 0;
    std::uint32_t colors_ = 0;  // those of the cell that are still to be tried in this level
    bool is_in_trial_ = false, is_first_ = true, is_cell_over_ = true, is_over_ = false;
    std::vector<std::uint64_t> dirty_;
    std::size_t next_ = 0;
    std::vector<int> changed_;
    std::vector<Set> results_;
    std::vector<std::uint32_t> common_;
};

}  // namespace nonogram
