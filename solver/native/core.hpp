// The puzzle as the core takes it, and the interface of a search for lines of any width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "line.hpp"

namespace nonogram {

struct Statistics {
    std::uint64_t line_solves = 0, cached_lines = 0, probes = 0;
    std::uint64_t decisions = 0, conflicts = 0, depth = 0;
    /// Restarts of all stages; solutions that learning excludes, but has not found; searches with
    /// probes that came to their end; dives that did, and that did not; descents while learning
    /// waited; the most that learned at a time.
    std::uint64_t rounds = 0, handed_over = 0, probed_to_end = 0;
    std::uint64_t dived_to_end = 0, lost_dives = 0, descents = 0, learners = 0;
};

/// Cells of the largest board that is searched: probing and beliefs need a hundred bytes and more for
/// each of them. ``solver/values.py`` has the same number.
inline constexpr std::size_t MAX_SEARCHED = 1'000'000;

/// The interface of Search for all widths.
class AnySearch {
public:
    virtual ~AnySearch() = default;
    /// Searches for about that time, or until `nodes` decisions in total; true at the end.
    virtual bool run(double seconds, std::uint64_t nodes) = 0;
    virtual const std::vector<std::vector<std::uint8_t>>& solutions() const = 0;
    /// For each cell the set of colours that it may have in a solution, as far as proven.
    virtual void certain(std::uint32_t* cells) const = 0;
    virtual int known() const = 0;
    /// Whether all solutions are found.
    virtual bool complete() const = 0;
    virtual int failed_line() const = 0;
    virtual bool by_logic() const = 0;
    /// Whether lines are not enough, and the board is too large for the other stages.
    virtual bool too_large() const = 0;
    Statistics statistics;
};

/// The blocks of all lines, one after the other in a single array: a puzzle that one thread makes
/// and another one drops should not be many small pieces of memory.
class Lines {
public:
    std::size_t size() const { return ends_.size(); }
    std::span<const Block> operator[](std::size_t line) const {
        const std::size_t first = line == 0 ? 0 : ends_[line - 1];
        return {blocks_.data() + first, ends_[line] - first};
    }
    void reserve(std::size_t lines, std::size_t blocks) {
        ends_.reserve(lines);
        blocks_.reserve(blocks);
    }
    /// Adds a block to the line that end_line() will end.
    void add(int length, int color) {
        const std::size_t first = ends_.empty() ? 0 : ends_.back();
        const bool is_same = blocks_.size() > first && blocks_.back().color == color;
        if (is_same) blocks_.back().gap_after = true;
        blocks_.push_back({static_cast<std::uint16_t>(length), static_cast<std::uint8_t>(color),
                           is_same, false});
    }
    void end_line() { ends_.push_back(static_cast<std::uint32_t>(blocks_.size())); }

private:
    std::vector<Block> blocks_;
    std::vector<std::uint32_t> ends_;
};

struct Problem {
    int height = 0, width = 0, colors = 2;
    /// Rows, then columns.
    Lines lines;
    int wanted = 2;
    /// For each cell the set of colours that it may have; empty if nothing is known.
    std::vector<std::uint32_t> start;
    /// Only line solving, without the later stages.
    bool lines_only = false;
    /// Line solving and probing until neither gives anything, without the later stages.
    bool probing_only = false;
    /// Lines after which that ends, too.
    std::uint64_t most_lines = ~std::uint64_t{0};
    /// How many threads may learn at a time.
    int threads = 1;
};

}  // namespace nonogram
