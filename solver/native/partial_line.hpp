// Lines of which only a part of the clues is known: numbers, unknown numbers, and places where any
// numbers may be.
//
// The parts are a regular expression over the cells. Its automaton has a state for each cell of a
// known block, one for each colour of an unknown number, and one for the blanks before each part. The
// states that are reached from the left, and from which the end is reached, say what each cell may be
// (Thompson 1968; Pesant 2004 for the two passes).
//
// Example: "* 2" in four cells, the last one blank. From the left, the 2 may end at cell 2, after
// nothing, or at cell 3, after a blank; both have blanks alone behind them. So cell 2 is shaded.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "bits.hpp"

namespace nonogram {

/// One part of the clues of a line.
struct Part {
    static constexpr int SEVERAL = -2, ANY_LENGTH = -1, ANY_COLOR = 0;
    /// A number of cells; ANY_LENGTH; or SEVERAL: any numbers in any colours, also none.
    int length = SEVERAL;
    int color = ANY_COLOR;
};

class PartialLine {
public:
    PartialLine(std::span<const Part> parts, int colors)
        : parts_(parts.begin(), parts.end()), colors_(colors) {
        const int end = static_cast<int>(parts_.size());
        for (int j = 0; j <= end; ++j) states_.push_back({j, 0, 0, true});
        first_.resize(parts_.size() * colors_, -1);
        for (int j = 0; j < end; ++j)
            for (int k = 1; k < colors_; ++k) {
                if (parts_[j].color != Part::ANY_COLOR && parts_[j].color != k) continue;
                first_[j * colors_ + k] = static_cast<int>(states_.size());
                for (int n = 1; n < parts_[j].length; ++n) states_.push_back({j, k, n, false});
                states_.push_back({j, k, parts_[j].length, true});
            }
        for (const State& state : states_)
            for (int k = 0; k < colors_; ++k) {
                begin_.push_back(static_cast<int>(next_.size()));
                add_next(state, k);
            }
        begin_.push_back(static_cast<int>(next_.size()));
        words_ = (states_.size() + 63) / 64;
    }

    /// The least number of cells of a colour.
    int least(int color) const {
        int cells = 0;
        for (const Part& part : parts_)
            if (part.color == color && part.length != Part::SEVERAL) cells += std::max(1, part.length);
        return cells;
    }

    /// Steps of the last solve().
    std::uint64_t work = 0;

    /// Keeps in each cell the colours of some line with these parts; false if none fits.
    template <int W>
    bool solve(int width, const Bits<W>* may, Bits<W>* out) {
        work = 0;
        for (int k = 0; k < colors_; ++k) out[k] = Bits<W>{};
        reached_.assign((width + 1) * words_, 0);
        reached_[0] = 1;  // the blanks before the first part
        for (int i = 0; i < width; ++i) {
            std::uint64_t* after = &reached_[(i + 1) * words_];
            each_step(i, may, [&](int, int, int to) { after[to >> 6] |= 1ull << (to & 63); });
        }
        std::uint64_t* last = &reached_[width * words_];
        bool is_reached = false;
        for (std::size_t s = 0; s < states_.size(); ++s)
            if (!is_end(states_[s]))
                last[s >> 6] &= ~(1ull << (s & 63));
            else if (last[s >> 6] >> (s & 63) & 1)
                is_reached = true;
        if (!is_reached) return false;
        for (int i = width - 1; i >= 0; --i) {
            const std::uint64_t* after = &reached_[(i + 1) * words_];
            kept_.assign(words_, 0);
            each_step(i, may, [&](int from, int k, int to) {
                if (!(after[to >> 6] >> (to & 63) & 1)) return;
                out[k].set(i);
                kept_[from >> 6] |= 1ull << (from & 63);
            });
            std::copy(kept_.begin(), kept_.end(), &reached_[i * words_]);
        }
        return true;
    }

private:
    struct State {
        /// Blanks before this part, if there is no colour; else a cell of it.
        int part, color, cells;
        /// Whether it may end here.
        bool is_whole;
    };

    /// The states after a cell of colour k.
    void add_next(const State& state, int k) {
        const bool is_open = state.color != 0 && parts_[state.part].length <= Part::ANY_LENGTH;
        const bool stays = state.color == 0 || parts_[state.part].length == Part::SEVERAL;
        const int following = stays ? state.part : state.part + 1;
        if (state.color != 0 && k == state.color) {
            const int place = static_cast<int>(&state - states_.data());
            if (is_open) next_.push_back(place);
            if (!state.is_whole) next_.push_back(place + 1);
        } else if (state.is_whole && k == 0) {
            next_.push_back(following);
        } else if (state.is_whole) {
            for (std::size_t j = following; j < parts_.size(); ++j) {
                if (const int first = first_[j * colors_ + k]; first >= 0) next_.push_back(first);
                if (parts_[j].length != Part::SEVERAL) break;
            }
        }
    }

    bool is_end(const State& state) const {
        std::size_t following = state.part + (state.color != 0);
        while (following < parts_.size() && parts_[following].length == Part::SEVERAL) ++following;
        return state.is_whole && following == parts_.size();
    }

    /// Calls f(state, colour, next state) for each step over a cell from a state that is reached.
    template <int W, class F>
    void each_step(int cell, const Bits<W>* may, F f) {
        for (std::size_t w = 0; w < words_; ++w)
            for (auto word = reached_[cell * words_ + w]; word; word &= word - 1) {
                const int from = static_cast<int>(64 * w) + std::countr_zero(word);
                for (int k = 0; k < colors_; ++k) {
                    if (!may[k].test(cell)) continue;
                    ++work;
                    const int place = from * colors_ + k;
                    for (int n = begin_[place]; n < begin_[place + 1]; ++n) f(from, k, next_[n]);
                }
            }
    }

    const std::vector<Part> parts_;
    const int colors_;
    std::vector<State> states_;
    /// For each part and colour the state of its first cell; -1 if it has another colour.
    std::vector<int> first_;
    /// For each state and colour where the states after it begin; and these.
    std::vector<int> begin_, next_;
    std::size_t words_ = 0;
    /// For each boundary between cells a set of states.
    std::vector<std::uint64_t> reached_, kept_;
};

}  // namespace nonogram
