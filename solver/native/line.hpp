// Line solving with bit-parallel operations on whole lines. solver/line.py is the specification.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "bits.hpp"
#include "line_window.hpp"

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
    /// Lines of more words have windows, see line_window.hpp, and need not be mirrored.
    static constexpr bool IS_WIDE = W > 3;

    void reserve(std::size_t most_blocks) {
        reach_.resize(most_blocks + 1);
        starts_.resize(most_blocks + 1);
        reach_at_.resize(IS_WIDE ? most_blocks + 1 : 0);
        starts_at_.resize(IS_WIDE ? most_blocks + 1 : 0);
    }

    /// Keeps in each cell the colours of some placement; false if none fits.
    /// may, mirrored: colour sets in both directions, the other one of lines that are not wide; out:
    /// the reduced colour sets.
    bool solve(std::span<const Block> blocks, int width, const Set* may, const Set* mirrored,
               int colors, Set* out) {
        for (int k = 0; k < colors; ++k) out[k] = Set{};
        bool found;
        if constexpr (IS_WIDE)
            found = each_window(
                blocks, width, may,
                [&](int j, std::uint64_t* starts, Window at) {
                    const Block& b = blocks[j];
                    add_dilated(starts, at, b.length, out[b.color].word.data(), W);
                },
                [&](int k, std::uint64_t blanks) { out[0].word[k] |= blanks; });
        else
            found = each_block(
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
        if constexpr (IS_WIDE)
            return each_window(
                blocks, width, may,
                [&](int j, const std::uint64_t* starts, Window at) {
                    out[j] = Set{};
                    std::copy(starts + at.first, starts + at.end, out[j].word.begin() + at.first);
                },
                [](int, std::uint64_t) {});
        else
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
            const Set ends = b.gap_after ? after & may[0] : begin, right = ends >> b.length;
            on_starts(j - 1, starts_[j - 1] & right);
            const Set from = b.gap_after ? (back & mirrored[0]) << 1 : back;
            const Set start = eroded(mirrored[b.color], b.length) & from;
            back = flooded(start << b.length, mirrored[0]);
        }
        return true;
    }

    /// The same, word by word; on_starts() may change the words, and one behind the window.
    template <class OnStarts, class OnBlanks>
    bool each_window(std::span<const Block> blocks, int width, const Set* may, OnStarts on_starts,
                     OnBlanks on_blanks) {
        const int count = static_cast<int>(blocks.size());
        const std::uint64_t* blank = may[0].word.data();
        std::uint64_t words[W + 1], begin[W + 2];
        reach_[0].word[0] = 1;
        reach_at_[0] = {0, 1};
        flood_right(reach_[0].word.data(), reach_at_[0], blank, W);
        for (int j = 0; j < count; ++j) {
            const Block& b = blocks[j];
            const std::uint64_t* reach = reach_[j].word.data();
            Window at = reach_at_[j];
            const int first = at.first, end = at.end;
            if (b.gap_before && end < W) ++at.end;
            erode(may[b.color].word.data(), at, b.length, words, W);
            std::uint64_t* starts = starts_[j].word.data();
            if (b.gap_before) {
                std::uint64_t before = 0;
                for (int k = first; k < end; ++k) {
                    const std::uint64_t from = reach[k] & blank[k];
                    starts[k] = words[k] & (from << 1 | before);
                    before = from >> 63;
                }
                if (end < W) starts[end] = words[end] & before;
            } else {
                for (int k = first; k < end; ++k) starts[k] = words[k] & reach[k];
            }
            at.trim(starts);
            if (at.is_empty()) return false;
            starts_at_[j] = at;
            // The ends.
            std::uint64_t* ends = reach_[j + 1].word.data();
            const int far = b.length >> 6, part = b.length & 63;
            std::uint64_t before = 0;
            for (int k = at.first; k < at.end; ++k) {
                ends[k + far] = starts[k] << part | before;
                before = starts[k] >> 1 >> (63 - part);
            }
            Window ends_at{at.first + far, at.end + far};
            if (before) ends[ends_at.end++] = before;
            flood_right(ends, ends_at, blank, W);
            reach_at_[j + 1] = ends_at;
        }
        const int last = width >> 6;
        if (last < reach_at_[count].first || last >= reach_at_[count].end ||
            !reach_[count].test(width))
            return false;

        // From the right; `begin`: where the remaining blocks can begin, if those before have room.
        Window at{last, last + 1};
        begin[last] = 1ull << (width & 63);
        flood_left(begin, at, blank);
        for (int j = count; j >= 0; --j) {
            begin[at.end] = 0;
            const auto after = [&](int k) {
                return (k >= at.first ? begin[k] >> 1 : 0) | begin[k + 1] << 63;
            };
            const int low = std::max(at.first - 1, 0);
            for (int k = std::max(low, reach_at_[j].first); k < std::min(at.end, reach_at_[j].end); ++k)
                on_blanks(k, reach_[j].word[k] & after(k));
            if (j == 0) break;
            const Block& b = blocks[j - 1];
            Window starts_at = starts_at_[j - 1];
            std::uint64_t* starts = starts_[j - 1].word.data();
            const int far = b.length >> 6, part = b.length & 63;
            const auto ends = [&](int k) -> std::uint64_t {
                if (k < low || k >= at.end) return 0;
                if (b.gap_after) return after(k) & blank[k];
                return k >= at.first ? begin[k] : 0;
            };
            std::uint64_t here = ends(starts_at.first + far);
            for (int k = starts_at.first; k < starts_at.end; ++k) {
                const std::uint64_t next = ends(k + far + 1);
                starts[k] &= here >> part | next << 1 << (63 - part);
                here = next;
            }
            starts_at.trim(starts);
            at = starts_at;
            std::copy(starts + at.first, starts + at.end, begin + at.first);
            std::copy(starts + at.first, starts + at.end, words + at.first);
            on_starts(j - 1, words, at);
            flood_left(begin, at, blank);
        }
        return true;
    }

    /// Boundaries that are reached, and where a block can start from the left; their windows.
    std::vector<Set> reach_, starts_;
    std::vector<Window> reach_at_, starts_at_;
};

}  // namespace nonogram
