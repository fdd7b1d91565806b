// The values of the search for the likeliest puzzles (likeliest.hpp): the alternatives of lines, what
// was asked for, and what was found.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core.hpp"
#include "partial_line.hpp"

namespace nonogram {

/// Thousandths, as whole numbers: the order of the lines does not change a sum.
using Cost = std::int64_t;
/// More than any sum of costs.
inline constexpr Cost NO_COST = std::numeric_limits<Cost>::max() / 4;

/// The clue lists that a line may have.
struct Alternatives {
    struct Listed {
        std::int32_t cost;
        std::vector<Block> blocks;
    };
    /// The cheapest first, all different, and none dearer than `any`.
    std::vector<Listed> listed;
    /// The cost of any clues; negative if these are no alternative.
    std::int32_t any = -1;
    /// What of "any" is known; nothing is if there is no part.
    std::vector<Part> parts;
};

/// One way of reading a whole board; its cost is paid once.
struct Way {
    std::int32_t cost = 0;
    /// Rows, then columns.
    std::vector<Alternatives> lines;
};

struct LikeliestProblem {
    int height = 0, width = 0, colors = 2;
    std::vector<Way> ways;
    /// Above the cheapest sum of a way: what is looked for until something is found.
    std::int32_t max_cost = 26'000;
    /// Above the cheapest find: what is found besides.
    std::int32_t margin = 4'000;
    /// What puzzles with several solutions cost more.
    std::int32_t several_cost = 3'900;
    /// Nodes in total, see AnyLikeliest, and decisions of the search at one leaf.
    std::uint64_t nodes = 1500, decisions = 2000;
    /// Assignments that are kept.
    std::size_t most = 64;
};

/// The interface of Likeliest for all widths.
class AnyLikeliest {
public:
    enum class Count { NONE, ONE, SEVERAL, UNKNOWN };
    /// The clues of all lines: for each its number of blocks, and the blocks, each as its length with
    /// its colour above the lowest 16 bits.
    using Clues = std::vector<std::uint32_t>;

    struct Assignment {
        Cost cost = 0;
        Count count = Count::NONE;
        int way = 0;
        /// For each line the place of its alternative in the list; -1 if it comes from "any".
        std::vector<int> chosen;
        Clues clues;
    };

    virtual ~AnyLikeliest() = default;
    /// Searches for about that time; true at the end.
    virtual bool run(double seconds) = 0;
    /// Those found so far and not too dear, the cheapest first.
    virtual std::vector<Assignment> assignments() const = 0;
    /// Whether these are all up to the cheapest one's cost and the margin; if there is none, whether
    /// there is none up to the largest cost.
    virtual bool is_complete() const = 0;
    /// Nodes so far; DECISIONS_PER_NODE decisions at leaves count as one, and so does as much work
    /// on lines as nodes of small boards need.
    virtual std::uint64_t nodes() const = 0;

    static constexpr std::uint64_t DECISIONS_PER_NODE = 10;
};

/// The alternatives of a way, one after the other; "any" is the last one of its line.
struct AlternativesTable {
    AlternativesTable(const Way& way, int colors) : base(way.cost), cheapest(way.cost) {
        for (const Alternatives& line : way.lines) {
            first.push_back(static_cast<int>(cost.size()));
            word.push_back(words);
            for (const auto& listed : line.listed) {
                cost.push_back(listed.cost);
                blocks.emplace_back(listed.blocks);
                cells.resize(cells.size() + colors, 0);
                for (const Block& b : listed.blocks)
                    cells[cells.size() - colors + b.color] += b.length;
            }
            has_any.push_back(line.any >= 0);
            partial.push_back(-1);
            if (line.any >= 0) {
                cost.push_back(line.any);
                blocks.emplace_back();
                cells.resize(cells.size() + colors, 0);
            }
            if (line.any >= 0 && !line.parts.empty()) {
                partial.back() = static_cast<int>(partial_lines.size());
                const PartialLine& known = partial_lines.emplace_back(line.parts, colors);
                for (int k = 1; k < colors; ++k) cells[cells.size() - colors + k] = known.least(k);
            }
            const int count = static_cast<int>(cost.size()) - first.back();
            words += (count + 63) / 64;
            cheapest = count == 0 ? NO_COST : std::min(NO_COST, cheapest + cost[first.back()]);
        }
        first.push_back(static_cast<int>(cost.size()));
        word.push_back(words);
    }

    int count(int line) const { return first[line + 1] - first[line]; }
    /// The place of "any" in its line; -1 if it is no alternative.
    int any(int line) const { return has_any[line] ? count(line) - 1 : -1; }

    static std::uint32_t word_of(int length, int color) {
        return static_cast<std::uint32_t>(length | color << 16);
    }
    /// Adds the clues of an alternative of a line, which is not "any".
    void add_clues(int line, int i, AnyLikeliest::Clues& clues) const {
        const auto listed = blocks[first[line] + i];
        clues.push_back(static_cast<std::uint32_t>(listed.size()));
        for (const Block& b : listed) clues.push_back(word_of(b.length, b.color));
    }
    /// The place of the line's alternative with these clues; -1 if only "any" has them.
    int find(int line, std::span<const std::uint32_t> clues) const {
        const auto is_same = [](const Block& b, std::uint32_t word) {
            return word_of(b.length, b.color) == word;
        };
        for (int i = 0; i < count(line) - has_any[line]; ++i) {
            const auto listed = blocks[first[line] + i];
            if (std::equal(listed.begin(), listed.end(), clues.begin() + 1, clues.end(), is_same))
                return i;
        }
        return -1;
    }

    Cost base, cheapest;
    /// Where each line's alternatives and its words in a set of alternatives begin; and the ends.
    std::vector<int> first, word;
    int words = 0;
    std::vector<std::int32_t> cost;
    std::vector<std::span<const Block>> blocks;
    /// For each alternative and colour the cells; those of "any" are the least number.
    std::vector<int> cells;
    std::vector<char> has_any;
    /// What of each line's "any" is known: the place in partial_lines, or -1.
    std::vector<int> partial;
    std::vector<PartialLine> partial_lines;
};

/// The leaves of the search whose solutions were counted, and how dear other ones may be.
class FoundAssignments {
public:
    using Assignment = AnyLikeliest::Assignment;
    using Clues = AnyLikeliest::Clues;
    using Count = AnyLikeliest::Count;

    explicit FoundAssignments(const LikeliestProblem& problem) : problem_(problem) {}

    /// The cost of the cheapest one.
    Cost best() const { return best_; }
    /// Up to which cost others are wanted.
    Cost ceiling() const { return ceiling_; }

    /// Whether the same clues were counted before, as in other passes and ways; lowers their cost.
    bool knows(const Assignment& leaf) {
        const auto known = known_.find(leaf.clues);
        if (known == known_.end()) return false;
        if (known->second.count != Count::NONE && leaf.cost < known->second.cost) {
            Assignment cheaper = leaf;
            cheaper.count = known->second.count;
            add(std::move(cheaper));
        }
        return true;
    }

    void add(Assignment leaf) {
        const Clues clues = std::exchange(leaf.clues, {});
        const bool has_solution = leaf.count != Count::NONE;
        best_ = has_solution ? std::min(best_, total_of(leaf)) : best_;
        known_[clues] = std::move(leaf);
        if (has_solution) lower_ceiling();
    }

    /// Those that are not too dear, the cheapest first; equally dear ones in order of their clues.
    std::vector<Assignment> assignments() const {
        std::vector<Assignment> found;
        for (const auto& [clues, known] : known_)
            if (is_wanted(known)) {
                found.push_back(known);
                found.back().cost = total_of(known);
                found.back().clues = clues;
            }
        std::stable_sort(found.begin(), found.end(), [](const Assignment& a, const Assignment& b) {
            return a.cost < b.cost;
        });
        if (found.size() > problem_.most) found.resize(problem_.most);
        return found;
    }

    /// After the last pass: whether nothing within the margin was dropped or left undecided.
    bool has_all() const {
        std::size_t kept = 0;
        for (const auto& [clues, known] : known_) {
            if (!is_wanted(known)) continue;
            if (known.count == Count::UNKNOWN || ++kept > problem_.most) return false;
        }
        return ceiling_ >= std::min(NO_COST, best_ + problem_.margin);
    }

private:
    bool is_wanted(const Assignment& a) const {
        return a.count != Count::NONE && total_of(a) <= ceiling_;
    }
    Cost total_of(const Assignment& a) const {
        return a.cost + (a.count == Count::SEVERAL ? problem_.several_cost : 0);
    }

    void lower_ceiling() {
        ceiling_ = std::min(ceiling_, best_ + problem_.margin);
        totals_.clear();
        for (const auto& [clues, known] : known_)
            if (is_wanted(known)) totals_.push_back(total_of(known));
        if (totals_.size() <= problem_.most) return;
        const auto first_too_many = totals_.begin() + static_cast<std::ptrdiff_t>(problem_.most);
        std::nth_element(totals_.begin(), first_too_many, totals_.end());
        ceiling_ = *first_too_many;
    }

    const LikeliestProblem& problem_;
    std::map<Clues, Assignment> known_;
    Cost best_ = NO_COST, ceiling_ = NO_COST;
    std::vector<Cost> totals_;
};

}  // namespace nonogram
