// Fixed-width bit sets: a line of up to 64 * W cells, and the boundaries between them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace nonogram {

/// Sets the bits from `begin` to `end` - 1. No member of Bits: g++ 12 takes those of all widths for one
/// function, and warns.
inline void fill_words(std::uint64_t* words, int begin, int end) {
    if (begin >= end) return;
    const int first = begin >> 6, last = (end - 1) >> 6;
    const std::uint64_t low = ~0ull << (begin & 63), high = ~0ull >> (63 - ((end - 1) & 63));
    if (first == last) {
        words[first] |= low & high;
        return;
    }
    words[first] |= low;
    for (int k = first + 1; k < last; ++k) words[k] = ~0ull;
    words[last] |= high;
}

/// Bit i becomes bit 63 - i.
inline std::uint64_t reversed_word(std::uint64_t v) {
    v = (v >> 1 & 0x5555555555555555ull) | (v & 0x5555555555555555ull) << 1;
    v = (v >> 2 & 0x3333333333333333ull) | (v & 0x3333333333333333ull) << 2;
    v = (v >> 4 & 0x0f0f0f0f0f0f0f0full) | (v & 0x0f0f0f0f0f0f0f0full) << 4;
    v = (v >> 8 & 0x00ff00ff00ff00ffull) | (v & 0x00ff00ff00ff00ffull) << 8;
    v = (v >> 16 & 0x0000ffff0000ffffull) | (v & 0x0000ffff0000ffffull) << 16;
    return v >> 32 | v << 32;
}

template <int W>
struct Bits {
    std::array<std::uint64_t, W> word{};

    static Bits one(int i) {
        Bits r;
        r.word[i >> 6] = 1ull << (i & 63);
        return r;
    }
    /// The lowest n bits.
    static Bits ones(int n) {
        Bits r;
        for (int k = 0; k < W; ++k) {
            int left = n - 64 * k;
            r.word[k] = left >= 64 ? ~0ull : left > 0 ? (1ull << left) - 1 : 0;
        }
        return r;
    }

    bool test(int i) const { return word[i >> 6] >> (i & 63) & 1; }
    void set(int i) { word[i >> 6] |= 1ull << (i & 63); }
    void reset(int i) { word[i >> 6] &= ~(1ull << (i & 63)); }
    /// Sets the bits from `begin` to `end` - 1.
    void fill(int begin, int end) { fill_words(word.data(), begin, end); }
    bool any() const {
        std::uint64_t all = 0;
        for (auto w : word) all |= w;
        return all != 0;
    }
    int count() const {
        int n = 0;
        for (auto w : word) n += std::popcount(w);
        return n;
    }

    /// The lowest and the highest bit that is set; there must be one.
    int lowest() const {
        int k = 0;
        while (word[k] == 0) ++k;
        return 64 * k + std::countr_zero(word[k]);
    }
    int highest() const {
        int k = W - 1;
        while (word[k] == 0) --k;
        return 64 * k + 63 - std::countl_zero(word[k]);
    }

    Bits operator&(const Bits& o) const { return zip(o, [](auto a, auto b) { return a & b; }); }
    Bits operator|(const Bits& o) const { return zip(o, [](auto a, auto b) { return a | b; }); }
    Bits operator^(const Bits& o) const { return zip(o, [](auto a, auto b) { return a ^ b; }); }
    Bits operator~() const {
        Bits r;
        for (int k = 0; k < W; ++k) r.word[k] = ~word[k];
        return r;
    }
    Bits& operator|=(const Bits& o) { return *this = *this | o; }
    Bits& operator&=(const Bits& o) { return *this = *this & o; }
    bool operator==(const Bits&) const = default;

    Bits operator+(const Bits& o) const {
        Bits r;
        std::uint64_t carry = 0;
        for (int k = 0; k < W; ++k) {
            const std::uint64_t sum = word[k] + o.word[k];
            r.word[k] = sum + carry;
            carry = sum < word[k] || r.word[k] < sum;
        }
        return r;
    }

    Bits operator<<(int n) const {
        Bits r;
        if (n < 64) {  // nearly always; without branches, and also for n = 0
            r.word[0] = word[0] << n;
            for (int k = 1; k < W; ++k) r.word[k] = word[k] << n | word[k - 1] >> 1 >> (63 - n);
            return r;
        }
        // From a copy with zeros beside it: again without branches.
        std::array<std::uint64_t, 2 * W + 1> padded{};
        std::copy(word.begin(), word.end(), padded.begin() + W + 1);
        const std::uint64_t* from = padded.data() + W + 1 - std::min(n >> 6, W);
        const int part = n & 63;
        for (int k = 0; k < W; ++k) r.word[k] = from[k] << part | from[k - 1] >> 1 >> (63 - part);
        return r;
    }
    Bits operator>>(int n) const {
        Bits r;
        if (n < 64) {
            r.word[W - 1] = word[W - 1] >> n;
            for (int k = 0; k < W - 1; ++k)
                r.word[k] = word[k] >> n | word[k + 1] << 1 << (63 - n);
            return r;
        }
        std::array<std::uint64_t, 2 * W + 1> padded{};
        std::copy(word.begin(), word.end(), padded.begin());
        const std::uint64_t* from = padded.data() + std::min(n >> 6, W);
        const int part = n & 63;
        for (int k = 0; k < W; ++k) r.word[k] = from[k] >> part | from[k + 1] << 1 << (63 - part);
        return r;
    }

    /// Bit i becomes bit n - 1 - i.
    Bits mirrored(int n) const {
        Bits r;
        for (int k = 0; k < W; ++k) r.word[W - 1 - k] = reversed_word(word[k]);
        return r >> (64 * W - n);
    }

    /// Calls f(i) for each bit that is set, the lowest first.
    template <class F>
    void each(F f) const {
        for (int k = 0; k < W; ++k)
            for (auto w = word[k]; w; w &= w - 1) f(64 * k + std::countr_zero(w));
    }

private:
    template <class F>
    Bits zip(const Bits& o, F f) const {
        Bits r;
        for (int k = 0; k < W; ++k) r.word[k] = f(word[k], o.word[k]);
        return r;
    }
};

}  // namespace nonogram
