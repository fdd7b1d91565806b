// Line solving on whole lines at once. solver/line.py is the specification.
#pragma once

#include <span>
#include <vector>

#include "bits.hpp"

namespace nonogram {

struct Block {
    std::uint16_t length;
    std::uint8_t color;
    /// The block before it has the same colour: a blank must lie between them.
    bool gap_before;
    /// Likewise the block behind it.
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

/// Calls f(shift) for shifts that add up to length - 1, each at most one more than those before.
template <int W, class F>
void in_shifts(int length, F f) {
    // Few blocks are longer than 8: without a branch for each length nothing is mispredicted.
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

/// Bit i stays where bits i to i + length - 1 are set.
template <int W>
Bits<W> eroded(Bits<W> bits, int length) {
    in_shifts<W>(length, [&](int shift) { bits &= bits >> shift; });
    return bits;
}

/// Each bit becomes a run of that length.
template <int W>
Bits<W> dilated(Bits<W> bits, int length) {
    in_shifts<W>(length, [&](int shift) { bits |= bits << shift; });
    return bits;
}

/// The boundaries that can be reached from those in `from` through cells of `cells`.
template <int W>
Bits<W> flooded(const Bits<W>& from, const Bits<W>& cells) {
    return ((cells + (from & cells)) ^ cells) | from;
}

/// Solves lines; keeps its scratch memory from one line to the next.
template <int W>
class LineSolver {
public:
    using Set = Bits<W>;

    void reserve(std::size_t most_blocks) {
        reach_.resize(most_blocks + 1);
        starts_.resize(most_blocks + 1);
    }

    /// Keeps in each cell what some placement has there; false if none fits.
    /// may, mirrored: colour sets in both directions; out: colour sets.
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

    /// Where each block can start; false if no placement fits.
    bool starts(std::span<const Block> blocks, int width, const Set* may, const Set* mirrored,
                Set* out) {
        return each_block(
            blocks, width, may, mirrored, [&](int j, const Set& starts) { out[j] = starts; },
            [](const Set&) {});
    }

private:
    /// From the last block to the first: on_starts(j, where block j starts in some placement), and
    /// on_blanks(cells) with what can be blank, among cells that certainly are not.
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

        // From the right, on the mirrored line; `back` is where the blocks behind can begin.
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
