// Operations on the words of a wide line in which anything can be, its window.
//
// The places of a block are mostly in a few words of a wide line: left of them the blocks before have no
// room, right of them a shaded cell ends the blanks that lead there, or those after have none. So each
// set of places has a window, and only its words are read and written.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "bits.hpp"

namespace nonogram {

/// Words `first` to `end` - 1.
struct Window {
    int first = 0, end = 0;

    bool is_empty() const { return first >= end; }
    /// Leaves out words without a bit at both ends.
    void trim(const std::uint64_t* words) {
        while (first < end && words[first] == 0) ++first;
        while (first < end && words[end - 1] == 0) --end;
    }
};

/// The boundaries that can be reached from those of `set` to the right, through `cells`; `most` words.
inline void flood_right(std::uint64_t* set, Window& at, const std::uint64_t* cells, int most) {
    std::uint64_t carry = 0;
    int k = at.first;
    for (; k < at.end; ++k) {
        const std::uint64_t sum = (set[k] & cells[k]) + cells[k], all = sum + carry;
        carry = sum < cells[k] || all < sum;
        set[k] |= all ^ cells[k];
    }
    for (; carry && k < most; ++k) {
        const std::uint64_t sum = cells[k] + 1;
        carry = sum == 0;
        set[k] = sum ^ cells[k];
    }
    at.end = k;
}

/// The same to the left: cell i leads from boundary i + 1 to i.
inline void flood_left(std::uint64_t* set, Window& at, const std::uint64_t* cells) {
    std::uint64_t carry = 0;
    int k = at.end;
    const auto go_on = [&](std::uint64_t from) {
        --k;
        const std::uint64_t leads =
            reversed_word(cells[k] << 1 | (k > 0 ? cells[k - 1] >> 63 : 0));
        const std::uint64_t turned = reversed_word(from);
        const std::uint64_t sum = (turned & leads) + leads, all = sum + carry;
        carry = sum < leads || all < sum;
        set[k] = reversed_word((all ^ leads) | turned);
    };
    while (k > at.first) go_on(set[k - 1]);
    while (carry && k > 0) go_on(0);
    at.first = k;
}

/// Keeps bit i of the window if bits i to i + length - 1 of `cells` are set. All words of `cells` from
/// the window's first on are there, `most` in all; there is a word of `result` behind the window.
inline void erode(const std::uint64_t* cells, Window at, int length, std::uint64_t* result,
                  int most) {
    if (length < 64) {
        std::copy(cells + at.first, cells + at.end, result + at.first);
        result[at.end] = at.end < most ? cells[at.end] : 0;
        for (; length > 1; length -= length >> 1) {
            const int shift = length >> 1;
            for (int k = at.first; k < at.end; ++k)
                result[k] &= result[k] >> shift | result[k + 1] << (64 - shift);
            result[at.end] &= result[at.end] >> shift;
        }
        return;
    }
    // Only runs that go on in the next word are as long.
    std::fill(result + at.first, result + at.end, 0);
    const int last = std::min(most, at.end + (length >> 6) + 1);
    int begin = 64 * at.first;
    for (int k = at.first; k < last; ++k) {
        const auto word = cells[k];
        if (word == ~0ull) continue;
        fill_words(result, begin, std::min(64 * at.end, 64 * k + std::countr_one(word) - length + 1));
        begin = 64 * (k + 1) - std::countl_one(word);
    }
    fill_words(result, begin, std::min(64 * at.end, 64 * last - length + 1));
}

/// Adds to `result`, of `most` words, each bit of the window as a run of that length. There is a word
/// of `bits` behind the window, which is used.
inline void add_dilated(std::uint64_t* bits, Window at, int length, std::uint64_t* result, int most) {
    if (length < 64) {
        bits[at.end] = 0;
        for (; length > 1; length -= length >> 1) {
            const int shift = length >> 1;
            for (int k = at.end; k > at.first; --k)
                bits[k] |= bits[k] << shift | bits[k - 1] >> (64 - shift);
            bits[at.first] |= bits[at.first] << shift;
        }
        for (int k = at.first; k < std::min(most, at.end + 1); ++k) result[k] |= bits[k];
        return;
    }
    // Between the bits of a word nothing is left out.
    int begin = 0, end = 0;
    for (int k = at.first; k < at.end; ++k) {
        const auto word = bits[k];
        if (word == 0) continue;
        const int first = 64 * k + std::countr_zero(word);
        if (first > end) {
            fill_words(result, begin, end);
            begin = first;
        }
        end = std::min(64 * most, 64 * k + 63 - std::countl_zero(word) + length);
    }
    fill_words(result, begin, end);
}

}  // namespace nonogram
