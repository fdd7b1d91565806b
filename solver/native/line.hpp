// Line solving with bit-parallel operations on whole lines. solver/line.py is the specification.
#pragma once

#include <span>
#include <vector>

#include "bits.hpp"

namespace nonogram {

struct Block {
    std::uint16_t length;
    std::uint8_t color;
    /// Whether the previous block has the same colour, so that a blank must lie between them.
    bool gap_before;
    /// The same for the next block.
    bool gap_after;
};

/// The blocks of a line from numbers and colours.
inline std::vector<Block> make_blocks(std::span<const int> lengths, std::span<const int> colors) {
    std::vector<Block> blocks;
    for (std::size_t j = 0; j < lengths.size(); ++j)
        blocks.push_back({static_cast<std::uint16_t>(lengths[j]),
                          static_cast<std::uint8_t>(colors[j]),
                          j > 0 && colors[j - 1] == colors[j],
                          j + 1 < lengths.size() && colors[j + 1] == colors[j]});
    return blocks;
}

/// Calls f(shift) for shifts whose sum is length - 1, each at most 1 + the sum of those before.
template <int W, class F>
void in_shifts(int length, F f) {
    // Few blocks are longer than 8: three fixed steps avoid mispredicted branches.
    if constexpr (W == 1)
        for (int step = 0; step < 3; ++step) {
            f(length >> 1);
            length -= length >> 1;
        }
    while (length > 1) {
        f(length >> 1);
        length -= length >> 1;
    }
}

/// Keeps bit i if bits i to i + length - 1 are set.
template <int W>
Bits<W> eroded(Bits<W> bits, int length) {
    in_shifts<W>(length, [&](int shift) { bits &= bits >> shift; });
    return bits;
}

/// Extends each bit to a run of that length.
template <int W>
Bits<W> dilated(Bits<W> bits, int length) {
    in_shifts<W>(length, [&](int shift) { bits |= bits << shift; });
    return bits;
}

/// The boundaries that can be reached from those of `from` through cells of `cells`.
template <int W>
Bits<W> flooded(const Bits<W>& from, const Bits<W>& cells) {
    return ((cells + (from & cells)) ^ cells) | from;
}

/// Solves lines; reuses its scratch memory.
template <int W>
class LineSolver {
public:
    using Set = Bits<W>;

    void reserve(std::size_t most_blocks) {
        reach_.resize(most_blocks + 1);
        starts_.resize(most_blocks + 1);
    }

    /// Keeps in each cell the colours of some placement; false if none fits.
    /// may, mirrored: colour sets in both directions; out: the reduced colour sets.
    bool solve(std::span<const Block> blocks, int width, const Set* may, const Set* mirrored,
               int colors, Set* out) {
        for (int k = 0; k < colors; ++k) out[k] = Set{};
        const bool found = each_block(
            blocks, width, may, mirrored,
            [&](int j, const Set& starts) {
                const Block& b = blocks[j];
                out[b.color] |= dilated(starts, b.length);
            },
            [&](const Set& blanks) { out[0] |= blanks; });
        out[0] &= may[0];
        return found;
    }

    /// The possible starts of each block; false if no placement fits.
    bool starts(std::span<const Block> blocks, int width, const Set* may, const Set* mirrored,
                Set* out) {
        return each_block(
            blocks, width, may, mirrored, [&](int j, const Set& starts) { out[j] = starts; },
            [](const Set&) {});
    }

private:
    /// From the last block to the first, calls on_starts(j, possible starts of block j) and
    /// on_blanks(cells). The union of these cells contains all cells that can be blank; it may also
    /// contain cells that may[0] excludes.
    template <class OnStarts, class OnBlanks>
    bool each_block(std::span<const Block> blocks, int width, const Set* may, const Set* mirrored,
                    OnStarts on_starts, OnBlanks on_blanks) {
        const int count = static_cast<int>(blocks.size());
        reach_[0] = flooded(Set::one(0), may[0]);
        for (int j = 0; j < count; ++j) {
            const Block& b = blocks[j];
            Set from = b.gap_before ? (reach_[j] & may[0]) << 1 : reach_[j];
            starts_[j] = eroded(may[b.color], b.length) & from;
            reach_[j + 1] = flooded(starts_[j] << b.length, may[0]);
        }
        if (!reach_[count].test(width)) return false;

        // From the right, on the mirrored line; `back`: where the remaining blocks can begin.
        Set back = flooded(Set::one(0), mirrored[0]);
        for (int j = count; j >= 0; --j) {
            const Set begin = back.mirrored(width + 1), after = begin >> 1;
            on_blanks(reach_[j] & after);
            if (j == 0) break;
            const Block& b = blocks[j - 1];
            on_starts(j - 1, starts_[j - 1] & (b.gap_after ? after & may[0] : begin) >> b.length);
            Set from = b.gap_after ? (back & mirrored[0]) << 1 : back;
            Set start = eroded(mirrored[b.color], b.length) & from;
            back = flooded(start << b.length, mirrored[0]);
        }
        return true;
    }

    std::vector<Set> reach_, starts_;
};

}  // namespace nonogram
