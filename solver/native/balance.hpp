// The cheapest choices with which the rows have as many cells of a colour as the columns.
//
// Each line chooses one of its options: how many cells it adds to the balance (rows add, columns
// subtract), and what that costs. A table from the first line on has for each balance the least cost
// of the lines so far, and one from the last line on that of the lines that follow. Where the two
// meet is the least cost of all other lines if a line takes an option: the knapsack of dynamic
// programming, from both sides. Only balances that can still come back to 0 are kept.
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

    std::size_t size() const { return ends_.size(); }
    std::span<Option> options(std::size_t line) {
        const std::size_t first = line == 0 ? 0 : ends_[line - 1];
        return {options_.data() + first, ends_[line] - first};
    }

    /// Finds the costs of the others. Returns the least cost of all lines.
    std::int32_t solve() {
        const std::size_t lines = size();
        if (!find_ranges()) return NEVER;
        before_.assign(ranges_[lines].at + ranges_[lines].size(), NEVER);
        after_.assign(before_.size(), NEVER);
        before_[0] = 0;
        for (std::size_t i = 0; i < lines; ++i)
            for (const Option& o : options(i))
                spread(&before_[ranges_[i].at], ranges_[i], o.low, o.high, o.cost,
                       &before_[ranges_[i + 1].at], ranges_[i + 1]);
        after_[ranges_[lines].at] = 0;
        for (std::size_t i = lines; i-- > 0;)
            for (const Option& o : options(i))
                spread(&after_[ranges_[i + 1].at], ranges_[i + 1], -o.high, -o.low, o.cost,
                       &after_[ranges_[i].at], ranges_[i]);
        for (std::size_t i = 0; i < lines; ++i)
            for (Option& o : options(i)) o.others = around(i, o);
        return after_[0];
    }

private:
    /// The balances between two lines, and where their costs are in the tables.
    struct Range {
        int low, high;
        std::size_t at;
        std::size_t size() const { return static_cast<std::size_t>(high - low + 1); }
    };

    /// False if no balance can come back to 0.
    bool find_ranges() {
        const std::size_t lines = size();
        ranges_.resize(lines + 1);
        ranges_[0] = {constant_, constant_, 0};
        for (std::size_t i = 0; i < lines; ++i) {
            const auto [low, high] = span_of(i);
            ranges_[i + 1] = {ranges_[i].low + low, ranges_[i].high + high, 0};
        }
        int least = 0, most = 0;  // what the lines that follow can add
        for (std::size_t i = lines + 1; i-- > 0;) {
            ranges_[i].low = std::max(ranges_[i].low, -most);
            ranges_[i].high = std::min(ranges_[i].high, -least);
            if (ranges_[i].low > ranges_[i].high) return false;
            if (i == 0) break;
            const auto [low, high] = span_of(i - 1);
            least += low;
            most += high;
        }
        for (std::size_t i = 0; i < lines; ++i) ranges_[i + 1].at = ranges_[i].at + ranges_[i].size();
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

    /// The least cost of all other lines if a line takes an option.
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
    std::vector<Range> ranges_;
    std::vector<std::int32_t> before_, after_, reached_;
    std::vector<int> window_;
};

}  // namespace nonogram
