// Cache of solved lines in black and white: during a search the same lines occur often.
#pragma once

#include <vector>

#include "bits.hpp"

namespace nonogram {

template <int W>
class LineCache {
public:
    struct Entry {
        Bits<W> blank, shaded, blank_out, shaded_out;
        int line = -1;
        bool fits = false;

        bool is_for(int of, const Bits<W>* may) const {
            return line == of && blank == may[0] && shaded == may[1];
        }
    };

    /// The entry for a line. If it is not is_for() the line, it must be overwritten.
    Entry& at(int line, const Bits<W>* may) { return entries_[hash(line, may) >> shift_]; }

    /// Counts a miss; the table starts small and grows after as many misses as it has entries.
    void count_miss() {
        if (++misses_ < entries_.size() || shift_ == MIN_SHIFT) return;
        misses_ = 0;
        shift_ -= 2;
        entries_.assign(std::size_t{1} << (64 - shift_), {});
    }

private:
    static constexpr int MIN_SHIFT = 64 - 13;

    static std::uint64_t hash(int line, const Bits<W>* may) {
        std::uint64_t h = 0x9e3779b97f4a7c15 * (line + 1);
        for (int k = 0; k < W; ++k)
            for (auto word : {may[0].word[k], may[1].word[k]}) {
                h = (h ^ word) * 0xff51afd7ed558ccd;
                h ^= h >> 32;
            }
        return h * 0x9e3779b97f4a7c15;
    }

    int shift_ = 64 - 7;
    std::size_t misses_ = 0;
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << 7);
};

}  // namespace nonogram
