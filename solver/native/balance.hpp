// The cheapest choices with which the rows have as many cells of a colour as the columns.
//
// Each line chooses one of its options: how many cells it adds to the balance (rows add, columns
// subtract), and what that costs. A table from the first line on has for each balance the least cost
// of the lines so far, and one from the last line on that of the lines that follow. Where the two
// meet is the least cost of all other lines if a line takes an option: the knapsack of dynamic
// programming, from both sides. Only balances that can still come back to 0, and are not too dear, are
// kept: of hundreds of them, often a few dozen.
//
// Example: a row of 3 cells (cost 0) or 2 (cost 5), columns of 1 and of 1 (cost 0) or 2 (cost 7).
// With 3 cells the second column must have 2, so the others cost 7; with 2 cells they cost 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace nonogram {

class Balance {
public:
    /// More than any sum of costs; a cost is at most that.
    static constexpr std::int32_t NEVER = 1 << 29;
    /// Entries of the tables that are looked at, at most, in some milliseconds.
    static constexpr std::uint64_t MAX_WORK = 2'000'000;

    struct Option {
        /// What it adds: any number in this range.
        int low, high;
        std::int32_t cost;
        /// After solve(): the least cost of all other lines; NEVER if they cannot balance it.
        std::int32_t others;
    };

    void clear() {
        options_.clear();
        ends_.clear();
        constant_ = 0;
    }
    /// Adds a line that has no choice.
    void add_constant(int cells) { constant_ += cells; }
    /// Adds an option to the line that end_line() will end.
    void add(int low, int high, std::int32_t cost) { options_.push_back({low, high, cost, NEVER}); }
    void end_line() { ends_.push_back(options_.size()); }

    /// Entries that the last solve() has looked at from the first line on.
    std::uint64_t work = 0;

    std::size_t size() const { return ends_.size(); }
    std::span<Option> options(std::size_t line) {
        const std::size_t first = line == 0 ? 0 : ends_[line - 1];
        return {options_.data() + first, ends_[line] - first};
    }

    /// Finds the costs of the others, as far as all lines cost no more than `most`: larger ones
    /// may be found too large. Returns the least cost of all lines; a negative number, and no costs,
    /// if that would be too much work.
    std::int32_t solve(std::int32_t most) {
        work = 0;
        const std::size_t lines = size();
        find_rests();
        ranges_.assign(1, {constant_, constant_, 0});
        before_.assign(1, 0);
        if (!is_within(constant_, rests_[0])) return NEVER;
        for (std::size_t i = 0; i < lines; ++i) {
            work += ranges_[i].size() * options(i).size();
            if (work > MAX_WORK) return -1;
            if (!add_range(i, most)) return NEVER;
        }
        after_.assign(before_.size(), NEVER);
        after_[ranges_[lines].at] = 0;
        for (std::size_t i = lines; i-- > 0;)
            for (Option& o : options(i)) {
                o.others = o.low == o.high ? around(i, o.low) : around(i, o);
                spread(&after_[ranges_[i + 1].at], ranges_[i + 1], -o.high, -o.low, o.cost,
                       &after_[ranges_[i].at], ranges_[i]);
            }
        return after_[0];
    }

private:
    /// The balances between two lines, and where their costs are in the tables.
    struct Range {
        int low, high;
        std::size_t at;
        std::size_t size() const { return static_cast<std::size_t>(high - low + 1); }
    };

    static bool is_within(int balance, const Range& range) {
        return range.low <= balance && balance <= range.high;
    }

    /// The balances before each line from which the rest can come back to 0.
    void find_rests() {
        rests_.assign(size() + 1, {0, 0, 0});
        for (std::size_t i = size(); i-- > 0;) {
            const auto [low, high] = span_of(i);
            rests_[i] = {rests_[i + 1].low - high, rests_[i + 1].high - low, 0};
        }
    }

    /// Adds the table after a line, without balances that cost too much. False if none is left.
    bool add_range(std::size_t line, std::int32_t most) {
        const auto [low, high] = span_of(line);
        const Range here = ranges_[line];
        Range there{std::max(here.low + low, rests_[line + 1].low),
                    std::min(here.high + high, rests_[line + 1].high), before_.size()};
        if (there.low > there.high) return false;
        before_.resize(there.at + there.size(), NEVER);
        for (const Option& o : options(line))
            spread(&before_[here.at], here, o.low, o.high, o.cost, &before_[there.at], there);
        std::size_t dear = 0;
        while (dear < there.size() && before_[there.at + dear] > most) ++dear;
        there.low += static_cast<int>(dear);
        if (there.low > there.high) return false;
        before_.erase(before_.begin() + static_cast<std::ptrdiff_t>(there.at),
                      before_.begin() + static_cast<std::ptrdiff_t>(there.at + dear));
        for (; before_.back() > most; --there.high) before_.pop_back();
        ranges_.push_back(there);
        return true;
    }

    std::pair<int, int> span_of(std::size_t line) {
        std::pair<int, int> span{1 << 30, -(1 << 30)};
        for (const Option& o : options(line)) {
            span.first = std::min(span.first, o.low);
            span.second = std::max(span.second, o.high);
        }
        return span;
    }

    /// Lowers each cost `to` a balance to those `from` the balances from which it is reached.
    void spread(const std::int32_t* from, const Range& here, int low, int high, std::int32_t cost,
                std::int32_t* to, const Range& there) {
        if (low == high) {
            const int first = std::max(here.low, there.low - low);
            const int last = std::min(here.high, there.high - low);
            for (int b = first; b <= last; ++b) {
                std::int32_t& least = to[b + low - there.low];
                least = std::min(least, from[b - here.low] + cost);
            }
            return;
        }
        // The least cost in a window that moves on: its candidates, each dearer than the one before.
        window_.clear();
        std::size_t first = 0;
        int next = std::max(here.low, there.low - high);
        for (int b = there.low; b <= there.high; ++b) {
            for (; next <= std::min(here.high, b - low); ++next) {
                const std::int32_t value = from[next - here.low];
                while (window_.size() > first && from[window_.back() - here.low] >= value)
                    window_.pop_back();
                window_.push_back(next);
            }
            while (first < window_.size() && window_[first] < b - high) ++first;
            if (first == window_.size()) continue;
            std::int32_t& least = to[b - there.low];
            least = std::min(least, from[window_[first] - here.low] + cost);
        }
    }

    /// The least cost of all other lines if a line adds so many cells.
    std::int32_t around(std::size_t line, int cells) const {
        const Range &here = ranges_[line], &there = ranges_[line + 1];
        std::int32_t least = NEVER;
        const int last = std::min(here.high, there.high - cells);
        for (int b = std::max(here.low, there.low - cells); b <= last; ++b)
            least = std::min(least, before_[here.at + (b - here.low)] +
                                        after_[there.at + (b + cells - there.low)]);
        return least;
    }

    std::int32_t around(std::size_t line, const Option& o) {
        const Range &here = ranges_[line], &there = ranges_[line + 1];
        reached_.assign(there.size(), NEVER);
        spread(&before_[here.at], here, o.low, o.high, 0, reached_.data(), there);
        std::int32_t least = NEVER;
        for (std::size_t i = 0; i < reached_.size(); ++i)
            least = std::min(least, reached_[i] + after_[there.at + i]);
        return least;
    }

    std::vector<Option> options_;
    std::vector<std::size_t> ends_;
    int constant_ = 0;
    std::vector<Range> ranges_, rests_;
    std::vector<std::int32_t> before_, after_, reached_;
    std::vector<int> window_;
};

}  // namespace nonogram
