// What a puzzle is to the core, and what a search offers whatever the width of its lines.
#pragma once

#include <cstdint>
#include <vector>

#include "line.hpp"

namespace nonogram {

struct Statistics {
    std::uint64_t line_solves = 0, cached_lines = 0, probes = 0;
    std::uint64_t decisions = 0, conflicts = 0, depth = 0;
    /// How often all stages began again; solutions found before learning, which it is to leave out.
    std::uint64_t rounds = 0, handed_over = 0;
};

/// What a caller of any width needs; see Search.
class AnySearch {
public:
    virtual ~AnySearch() = default;
    /// Works for about that long (or until `nodes` decisions in all); true once it is over.
    virtual bool run(double seconds, std::uint64_t nodes) = 0;
    virtual const std::vector<std::vector<std::uint8_t>>& solutions() const = 0;
    /// For each cell the set of colours it may have, whatever is still found.
    virtual void certain(std::uint32_t* cells) const = 0;
    virtual int known() const = 0;
    /// Whether there are no solutions but those found.
    virtual bool complete() const = 0;
    virtual int failed_line() const = 0;
    virtual bool by_logic() const = 0;
    Statistics statistics;
};

struct Problem {
    int height = 0, width = 0, colors = 2;
    /// Rows, then columns.
    std::vector<std::vector<Block>> lines;
    int wanted = 2;
    /// For each cell the set of colours it may have from the start; empty for all of them.
    std::vector<std::uint32_t> start;
    /// Only what follows line by line is asked for.
    bool lines_only = false;
};

}  // namespace nonogram
