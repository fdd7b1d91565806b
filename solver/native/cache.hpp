// Cache of solved lines: during a search the same lines occur often.
//
// A table of 2^7 to 2^13 entries, fewer if they are large, indexed by a hash of the line's number and of
// the colours that its cells may have. An entry is a piece of words: the number and whether the line can
// be satisfied, the colours before, the colours after.
#pragma once

#include <algorithm>
#include <vector>

#include "bits.hpp"

namespace nonogram {

/// More colours have larger entries; whether they gain from the cache was not measured.
inline constexpr int MAX_CACHED_COLORS = 8;

template <int W>
class LineCache {
public:
    explicit LineCache(int colors) : colors_(colors) { clear(7); }

    /// Takes what is left of a line from the table, or calls `solve`, which fills `out`.
    ///
    /// Returns whether the line can be satisfied.
    template <class Solve>
    bool solve(int line, const Bits<W>* may, Bits<W>* out, Solve&& solve) {
        std::uint64_t* entry = &entries_[(hash(line, may) >> shift_) * stride()];
        const std::uint64_t name = 2 * (std::uint64_t(line) + 1);
        if ((*entry | 1) == (name | 1) && holds(entry + 1, may)) {
            ++hits;
            copy(entry + 1 + W * colors_, out);
            return *entry & 1;
        }
        const bool fits = solve();
        *entry = name | fits;
        for (int k = 0; k < colors_; ++k) {
            std::copy_n(may[k].word.begin(), W, entry + 1 + W * k);
            std::copy_n(out[k].word.begin(), W, entry + 1 + W * (colors_ + k));
        }
        if (++misses_ == grow_at_) clear(64 - shift_ + 2);
        return fits;
    }

    /// Lines taken from the table.
    std::uint64_t hits = 0;

private:
    static constexpr int MAX_BITS = 13;
    /// 8 MB.
    static constexpr std::size_t MAX_WORDS = std::size_t{1} << 20;

    std::size_t stride() const { return 1 + 2 * std::size_t(W) * colors_; }

    void clear(int bits) {
        shift_ = 64 - bits;
        misses_ = 0;
        entries_.assign((std::size_t{1} << bits) * stride(), 0);
        const bool may_grow = bits < MAX_BITS && 4 * entries_.size() <= MAX_WORDS;
        grow_at_ = may_grow ? std::size_t{1} << bits : ~std::size_t{0};
    }

    bool holds(const std::uint64_t* words, const Bits<W>* may) const {
        for (int k = 0; k < colors_; ++k, words += W)
            if (!std::equal(words, words + W, may[k].word.begin())) return false;
        return true;
    }

    void copy(const std::uint64_t* words, Bits<W>* out) const {
        for (int k = 0; k < colors_; ++k, words += W) std::copy_n(words, W, out[k].word.begin());
    }

    std::uint64_t hash(int line, const Bits<W>* may) const {
        std::uint64_t h = 0x9e3779b97f4a7c15 * (line + 1);
        for (int k = 0; k < colors_; ++k)
            for (auto word : may[k].word) {
                h = (h ^ word) * 0xff51afd7ed558ccd;
                h ^= h >> 32;
            }
        return h * 0x9e3779b97f4a7c15;
    }

    int colors_, shift_ = 0;
    std::size_t misses_ = 0, grow_at_ = 0;
    std::vector<std::uint64_t> entries_;
};

}  // namespace nonogram
