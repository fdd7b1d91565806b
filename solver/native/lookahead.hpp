// Lookahead: tries each colour of each open cell, and follows the trials level by level.
//
// In one level of a trial all changed lines are solved as they were before it; then all results are
// applied. The results that need the fewest levels are wanted: the trials that fail, or if none does
// in these levels, the facts that follow from every colour of a cell.
// The judge of it follows the trials of all cells together, see
// tests/unit/solver/logic/test_lookahead.py.
//
// A cell is tried to the end before the next one, as far as the best result so far allows: a trial
// is its facts on the board, and nothing of it is kept. If there is no result within the first limit,
// the cells whose trials were not over are tried again with a higher one.
//
// Most boards are looked at after a few facts were added. A cell without a result stays without one
// as long as no line has changed that its trials have read. So for each cell these lines are kept,
// and the levels up to which it has no result.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "cache.hpp"
#include "core.hpp"

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
    /// Begins again on a board on which more is excluded; false, and nothing is done, if a cell has
    /// a colour that it did not have before. `cells`: the possible colours of each cell, row by row.
    virtual bool narrow_to(const std::vector<std::uint32_t>& cells) = 0;

    /// The levels of the results, which are of one of the two kinds, in order of the tried cells.
    int levels = 0;
    std::vector<Failure> failures;
    std::vector<Agreement> agreements;
};

/// What the cells may be, with what was excluded in order; solves single lines. Less than a Board,
/// and faster: trials change cells far more often than they solve lines anew.
template <int W>
class TrialBoard {
public:
    using Set = Bits<W>;

    explicit TrialBoard(Problem problem)
        : height(problem.height), width(problem.width), colors(problem.colors), problem_(problem) {
        may_.resize(std::size_t(height + width) * colors);
        for (int line = 0; line < height + width; ++line)
            for (int k = 0; k < colors; ++k) set(line)[k] = Set::ones(size_of(line));
        for (int cell = 0; cell < static_cast<int>(problem_.start.size()); ++cell)
            for (int k = 0; k < colors; ++k)
                if (!(problem_.start[cell] >> k & 1)) exclude(cell / width, cell % width, k);
        std::size_t most = 0;
        for (int line = 0; line < height + width; ++line)
            most = std::max(most, problem_.lines[line].size());
        solver_.reserve(most);
        out_.resize(colors);
        mirrored_.resize(colors);
        // Wide boards are seldom looked at, and a cache for them would be slow.
        if (W <= 2 && colors <= MAX_CACHED_COLORS) cache_.emplace(colors);
    }

    const int height, width, colors;

    const Set* may(int line) const { return &may_[std::size_t(line) * colors]; }
    bool may_have(int row, int column, int color) const { return may(row)[color].test(column); }
    /// The colours that a cell may have, as a bit set.
    std::uint32_t state(int cell) const {
        std::uint32_t state = 0;
        for (int k = 0; k < colors; ++k)
            state |= std::uint32_t{may_have(cell / width, cell % width, k)} << k;
        return state;
    }

    // What was excluded, as one number: so facts in order are in order of their cells.

    static int row_of(std::uint32_t fact) { return static_cast<int>(fact >> 18); }
    static int column_of(std::uint32_t fact) { return static_cast<int>(fact >> 5 & 0x1fff); }
    static int color_of(std::uint32_t fact) { return static_cast<int>(fact & 31); }

    /// Whether a cell may have the colour of a fact.
    bool may_have(std::uint32_t fact) const {
        return may_have(row_of(fact), column_of(fact), color_of(fact));
    }
    /// All facts, the oldest first.
    const std::vector<std::uint32_t>& trail() const { return trail_; }
    /// Removes a colour that the cell may have.
    void exclude(int row, int column, int color) {
        set(row)[color].reset(column);
        set(height + column)[color].reset(row);
        trail_.push_back(static_cast<std::uint32_t>(row << 18 | column << 5 | color));
    }
    /// Takes back all facts but the first `size`.
    void undo_to(std::size_t size) {
        for (; trail_.size() > size; trail_.pop_back()) {
            const std::uint32_t fact = trail_.back();
            const int row = row_of(fact), column = column_of(fact), color = color_of(fact);
            set(row)[color].set(column);
            set(height + column)[color].set(row);
        }
    }

    /// What is left of a line's colours, which are not changed; a null pointer if it cannot be
    /// satisfied. Valid until the next line is solved.
    const Set* solved(int line) {
        const bool fits = cache_ ? cache_->solve(line, may(line), out_.data(), [&] { return solve(line); })
                                 : solve(line);
        return fits ? out_.data() : nullptr;
    }

private:
    int size_of(int line) const { return line < height ? width : height; }
    Set* set(int line) { return &may_[std::size_t(line) * colors]; }
    bool solve(int line) {
        for (int k = 0; k < colors; ++k) mirrored_[k] = may(line)[k].mirrored(size_of(line));
        return solver_.solve(problem_.lines[line], size_of(line), may(line), mirrored_.data(),
                             colors, out_.data());
    }

    const Problem problem_;
    std::vector<Set> may_, out_, mirrored_;
    std::vector<std::uint32_t> trail_;
    std::optional<LineCache<W>> cache_;
    LineSolver<W> solver_;
};

template <int W>
class Lookahead final : public AnyLookahead {
public:
    /// `most_kept`: 64-bit numbers for the lines that the cells' trials have read.
    Lookahead(Problem problem, std::size_t most_kept)
        : board_(std::move(problem)),
          root_(board_.trail().size()),
          cells_(board_.height * board_.width),
          clean_(cells_, 0),
          dirty_((board_.height + board_.width + 63) / 64),
          level_of_(std::size_t(cells_) * board_.colors) {
        const std::size_t kept = std::size_t(cells_) * dirty_.size();
        if (kept <= most_kept) read_.resize(kept);
        begin();
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

    bool narrow_to(const std::vector<std::uint32_t>& cells) override {
        board_.undo_to(root_);
        for (int cell = 0; cell < cells_; ++cell)
            if (cells[cell] & ~board_.state(cell)) return false;
        std::fill(dirty_.begin(), dirty_.end(), 0);
        for (int cell = 0; cell < cells_; ++cell)
            if (const std::uint32_t gone = board_.state(cell) & ~cells[cell]) {
                exclude(cell, gone);
                add_dirty_of(cell);
            }
        root_ = board_.trail().size();
        for (int cell = 0; cell < cells_; ++cell)
            if (has_read_dirty(cell)) clean_[cell] = 0;
        begin();
        return true;
    }

private:
    using Clock = std::chrono::steady_clock;
    using Set = Bits<W>;

    static constexpr int STEPS_PER_LOOK = W <= 2 ? 64 : 1;
    /// Most results need two to four levels. With 2 as the first limit ratings take a fifth longer.
    static constexpr int FIRST_LIMIT = 4;
    /// For clean_: all trials of the cell came to their end, or it is not open.
    static constexpr int ALL_LEVELS = 1 << 30;

    struct Common {
        std::uint32_t fact;
        /// After which all trials so far have it.
        int level;
    };

    /// The board is as at the root.
    void begin() {
        for (int cell = 0; cell < cells_; ++cell)
            if (std::popcount(board_.state(cell)) < 2) clean_[cell] = ALL_LEVELS;
        limit_ = FIRST_LIMIT;
        more_ = FIRST_LIMIT;
        cell_ = -1;
        colors_ = 0;
        is_in_trial_ = is_over_ = false;
        failures.clear();
        agreements.clear();
        std::fill(dirty_.begin(), dirty_.end(), 0);
    }

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
        } else if (++cell_ < cells_) {
            if (clean_[cell_] < limit_) begin_cell();
        } else {
            end_limit();
        }
    }

    void begin_cell() {
        board_.undo_to(root_);
        clean_[cell_] = 0;
        colors_ = board_.state(cell_);
        if (!read_.empty()) std::fill_n(read(cell_), dirty_.size(), 0);
        is_first_ = true;
        is_clean_ = is_cell_over_ = true;
    }

    void begin_trial() {
        color_ = std::countr_zero(colors_);
        colors_ &= colors_ - 1;
        board_.undo_to(root_);
        exclude(cell_, board_.state(cell_) & ~(1u << color_));
        start_ = board_.trail().size();
        level_ = 0;
        results_.clear();
        changed_.clear();
        add_dirty_of(cell_);
        note_read();
        next_ = 0;
        is_in_trial_ = true;
    }

    /// Solves a line on the board as it is, and keeps the result for the end of the level.
    void solve(int line) {
        const Set* after = board_.solved(line);
        if (after == nullptr) {
            lower(level_ + 1);
            agreements.clear();
            failures.push_back({cell_, color_});
            is_clean_ = false;
            end_trial();
            return;
        }
        const Set* before = board_.may(line);
        bool is_same = true;
        for (int k = 0; k < board_.colors; ++k) is_same &= after[k] == before[k];
        if (is_same) return;
        changed_.push_back(line);
        results_.insert(results_.end(), after, after + board_.colors);
    }

    /// Applies the results. Lines in which they change something are those of the next level.
    void end_trial_level() {
        std::fill(dirty_.begin(), dirty_.end(), 0);
        ++level_;
        const Set* after = results_.data();
        for (const int line : changed_) {
            const bool is_row = line < board_.height;
            for (int k = 0; k < board_.colors; ++k, ++after) {
                const Set gone = board_.may(line)[k] & ~*after;
                gone.each([&](int i) {
                    const int row = is_row ? line : i, column = is_row ? i : line - board_.height;
                    add_dirty(is_row ? board_.height + i : i);
                    board_.exclude(row, column, k);
                    level_of_[(std::size_t(row) * board_.width + column) * board_.colors + k] =
                        level_;
                });
            }
        }
        results_.clear();
        changed_.clear();
        next_ = 0;
        if (level_ == limit_ || !has_dirty())
            end_trial();
        else
            note_read();
    }

    void end_trial() {
        is_in_trial_ = false;
        is_cell_over_ &= !has_dirty();
        std::fill(dirty_.begin(), dirty_.end(), 0);
        compare();
        if (colors_ != 0) return;
        agree();
        if (is_clean_) clean_[cell_] = is_cell_over_ ? ALL_LEVELS : limit_;
    }

    /// Keeps of the facts of the cell's other trials those of this one.
    void compare() {
        if (is_first_) {
            is_first_ = false;
            const auto& trail = board_.trail();
            common_.clear();
            // The tried cell is not among them: its line keeps its only colour, or fails.
            for (std::size_t i = start_; i < trail.size(); ++i)
                common_.push_back({trail[i], level_of(trail[i])});
            return;
        }
        std::erase_if(common_, [&](Common& each) {
            if (board_.may_have(each.fact)) return true;
            each.level = std::max(each.level, level_of(each.fact));
            return false;
        });
    }

    /// Takes the facts that all trials of the cell have after the fewest levels.
    void agree() {
        int fewest = ALL_LEVELS;
        for (const Common& each : common_) fewest = std::min(fewest, each.level);
        if (fewest > limit_) return;
        is_clean_ = false;
        lower(fewest);
        if (!failures.empty()) return;
        std::erase_if(common_, [&](const Common& each) { return each.level > fewest; });
        std::sort(common_.begin(), common_.end(),
                  [](const Common& a, const Common& b) { return a.fact < b.fact; });
        int last = -1;
        for (const Common& each : common_) {
            const int other = board_.row_of(each.fact) * board_.width + board_.column_of(each.fact);
            if (other != last) agreements.push_back({other, 0, cell_});
            agreements.back().gone |= 1u << board_.color_of(each.fact);
            last = other;
        }
    }

    /// Drops the results so far if there is one that needs fewer levels.
    void lower(int level) {
        if (level >= limit_) return;
        limit_ = level;
        failures.clear();
        agreements.clear();
    }

    void end_limit() {
        levels = limit_;
        is_over_ = !failures.empty() || !agreements.empty() ||
                   std::all_of(clean_.begin(), clean_.end(),
                               [](int levels) { return levels == ALL_LEVELS; });
        if (is_over_) return;
        limit_ += more_;
        more_ *= 2;
        cell_ = -1;
    }

    int level_of(std::uint32_t fact) const {
        const std::size_t cell = std::size_t(board_.row_of(fact)) * board_.width + board_.column_of(fact);
        return level_of_[cell * board_.colors + board_.color_of(fact)];
    }

    void exclude(int cell, std::uint32_t colors) {
        for (int k = 0; k < board_.colors; ++k)
            if (colors >> k & 1) board_.exclude(cell / board_.width, cell % board_.width, k);
    }

    // The changed lines of the trial, in order.

    void add_dirty_of(int cell) {
        add_dirty(cell / board_.width);
        add_dirty(board_.height + cell % board_.width);
    }

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

    // The lines that the trials of a cell have read.

    std::uint64_t* read(int cell) { return &read_[std::size_t(cell) * dirty_.size()]; }
    void note_read() {
        if (read_.empty()) return;
        std::uint64_t* lines = read(cell_);
        for (std::size_t k = 0; k < dirty_.size(); ++k) lines[k] |= dirty_[k];
    }
    bool has_read_dirty(int cell) {
        if (read_.empty()) return has_dirty();
        const std::uint64_t* lines = read(cell);
        for (std::size_t k = 0; k < dirty_.size(); ++k)
            if (lines[k] & dirty_[k]) return true;
        return false;
    }

    TrialBoard<W> board_;
    /// The number of facts on the trail before the assumption of a trial, and after it.
    std::size_t root_, start_ = 0;
    const int cells_;
    /// For each cell the levels up to which its trials have no result.
    std::vector<int> clean_;
    /// For each cell a bit set of lines; empty if it would take too much memory.
    std::vector<std::uint64_t> read_;
    int limit_ = 0, more_ = 1, level_ = 0;
    int cell_ = 0, color_ = 0;
    std::uint32_t colors_ = 0;  // those of the cell that are still to be tried
    bool is_in_trial_ = false, is_first_ = true, is_cell_over_ = true, is_clean_ = true;
    bool is_over_ = false;
    std::vector<std::uint64_t> dirty_;
    std::size_t next_ = 0;
    std::vector<int> changed_;
    std::vector<Set> results_;
    /// For the facts of the trial, by cell and colour, the level that gave it.
    std::vector<int> level_of_;
    std::vector<Common> common_;
};

}  // namespace nonogram
