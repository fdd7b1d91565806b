// Line solving with bit-parallel operations on whole lines. solver/line.py is the specification.
#pragma once

#include <algorithm>
#include <bit>
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

/// Calls f(shift) for shifts whose sum is length - 1, each at most 1 + the sum of those before. A call of
/// its own would take as long as the shifts.
template <int W, class F>
[[gnu::always_inline]] inline void in_shifts(int length, F f) {
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

/// eroded() for a length of 64 or more: only runs that go on in the next word are as long.
template <int W>
Bits<W> eroded_far(const Bits<W>& bits, int length) {
    Bits<W> result;
    int begin = 0;
    for (int k = 0; k < W; ++k) {
        const auto word = bits.word[k];
        if (word == ~0ull) continue;
        result.fill(begin, 64 * k + std::countr_one(word) - length + 1);
        begin = 64 * (k + 1) - std::countl_one(word);
    }
    result.fill(begin, 64 * W - length + 1);
    return result;
}

/// dilated() for a length of 64 or more: between the bits of a word nothing is left out.
template <int W>
Bits<W> dilated_far(const Bits<W>& bits, int length) {
    Bits<W> result;
    int begin = 0, end = 0;
    for (int k = 0; k < W; ++k) {
        const auto word = bits.word[k];
        if (word == 0) continue;
        const int first = 64 * k + std::countr_zero(word);
        if (first > end) {
            result.fill(begin, end);
            begin = first;
        }
        end = std::min(64 * W, 64 * k + 63 - std::countl_zero(word) + length);
    }
    result.fill(begin, end);
    return result;
}

/// Keeps bit i if bits i to i + length - 1 are set.
template <int W>
Bits<W> eroded(Bits<W> bits, int length) {
    if constexpr (W > 2)
        if (length >= 64) return eroded_far(bits, length);
    in_shifts<W>(length, [&](int shift) { bits &= bits >> shift; });
    return bits;
}

/// Extends each bit to a run of that length.
template <int W>
Bits<W> dilated(Bits<W> bits, int length) {
    if constexpr (W > 2)
        if (length >= 64) return dilated_far(bits, length);
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
        fits_.resize(most_blocks + 1);
        starts_.resize(most_blocks + 1);
    }

    /// Keeps in each cell the colours of some placement; false if none fits.
    /// may, mirrored: colour sets in both directions, of wide lines (W > 2) the blank's alone in the
    /// other one; out: the reduced colour sets.
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
            const Set fits = eroded(may[b.color], b.length);
            if constexpr (W > 2) fits_[j] = fits;
            starts_[j] = fits & from;
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
            const Set ends = b.gap_after ? after & may[0] : begin, right = ends >> b.length;
            on_starts(j - 1, starts_[j - 1] & right);
            if constexpr (W <= 2) {
                const Set from = b.gap_after ? (back & mirrored[0]) << 1 : back;
                const Set start = eroded(mirrored[b.color], b.length) & from;
                back = flooded(start << b.length, mirrored[0]);
            } else {
                back = flooded((fits_[j - 1] & right).mirrored(width + 1), mirrored[0]);
            }
        }
        return true;
    }

    /// Boundaries that are reached; where a block has room, and where it can start from the left.
    std::vector<Set> reach_, fits_, starts_;
};

}  // namespace nonogram
