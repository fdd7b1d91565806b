// The core's line solver behind one signature for all widths of its bit sets.
#pragma once

#include <optional>

#include "check.hpp"
#include "line.hpp"

namespace laws {

using judge::Clues;
using judge::Line;

template <int W>
std::optional<Line> core_line(nonogram::LineSolver<W>& solver, const Clues& clues, const Line& line,
                              int colors) {
    using Set = nonogram::Bits<W>;
    const int width = static_cast<int>(line.size());
    const auto blocks = nonogram::make_blocks(clues.lengths, clues.colors);
    std::vector<Set> may(colors), mirrored(colors), out(colors);
    for (int k = 0; k < colors; ++k) {
        for (int i = 0; i < width; ++i)
            if (line[i] >> k & 1) may[k].set(i);
        mirrored[k] = may[k].mirrored(width);
    }
    solver.reserve(blocks.size());
    const bool solved =
        solver.solve(blocks, width, may.data(), mirrored.data(), colors, out.data());
    std::vector<Set> starts(blocks.size()), covered(colors);
    const bool has_starts =
        solver.starts(blocks, width, may.data(), mirrored.data(), starts.data());
    CHECK(has_starts == solved);
    if (!solved) return std::nullopt;
    for (std::size_t j = 0; j < blocks.size(); ++j)
        covered[blocks[j].color] |= nonogram::dilated(starts[j], blocks[j].length);
    for (int k = 1; k < colors; ++k) CHECK(covered[k] == out[k]);
    Line found(width, 0);
    for (int k = 0; k < colors; ++k)
        out[k].each([&](int i) {
            CHECK(i >= 0 && i < width);
            found[i] |= 1u << k;
        });
    return found;
}

/// Solvers of all widths, kept from line to line as the search keeps its own.
struct LineSolvers {
    nonogram::LineSolver<1> one;
    nonogram::LineSolver<2> two;
    nonogram::LineSolver<4> four;
    nonogram::LineSolver<16> sixteen;
    nonogram::LineSolver<79> widest;

    /// The narrowest bit sets that hold the line; wider ones must say the same.
    std::optional<Line> solve(const Clues& clues, const Line& line, int colors, bool all = true) {
        judge::shown_clues = &clues;
        judge::shown_line = &line;
        std::vector<std::optional<Line>> found;
        const std::size_t width = line.size();
        if (width < 64) found.push_back(core_line(one, clues, line, colors));
        if (width < 128 && (all || found.empty()))
            found.push_back(core_line(two, clues, line, colors));
        if (width < 256 && (all || found.empty()))
            found.push_back(core_line(four, clues, line, colors));
        if (width < 1024 && (all || found.empty()))
            found.push_back(core_line(sixteen, clues, line, colors));
        if (found.empty()) found.push_back(core_line(widest, clues, line, colors));
        for (const auto& other : found) CHECK(other == found.front());
        return found.front();
    }
};

}  // namespace laws
