// The known cells of a line that a deduction needs: cells are forgotten one after the other as long
// as the same still follows, from the first to the last one.
#pragma once

#include "line_logic.hpp"

namespace nonogram {

/// Makes the cells of `line` as they are in `empty`, from the first to the last one, where
/// shows(line) stays true; whether any was changed.
template <int W, class F>
bool forget_once(std::vector<Bits<W>>& line, const std::vector<Bits<W>>& empty, F shows) {
    Bits<W> known;
    for (std::size_t k = 0; k < line.size(); ++k) known |= empty[k] & ~line[k];
    bool is_smaller = false;
    std::vector<Bits<W>> less;
    known.each([&](int at) {
        const auto cell = Bits<W>::one(at);
        less = line;
        for (std::size_t k = 0; k < line.size(); ++k) less[k] |= empty[k] & cell;
        if (!shows(less.data())) return;
        line.swap(less);
        is_smaller = true;
    });
    return is_smaller;
}

/// Keeps what a technique needs to find `after` on `line`.
template <int W>
void keep_for_technique(std::span<const Block> blocks, int width, Technique technique,
                        std::vector<Bits<W>>& line, const std::vector<Bits<W>>& empty,
                        const std::vector<Bits<W>>& after) {
    const int colors = static_cast<int>(line.size());
    Bits<W> changed;
    for (int k = 0; k < colors; ++k) changed |= line[k] & ~after[k];
    LineLogic<W> logic;
    std::vector<Bits<W>> left;
    const auto shows = [&](const Bits<W>* less) {
        logic.look_at(blocks, width, less, colors);
        logic.find(technique);
        left.assign(less, less + colors);
        for (std::size_t i = 0; i < logic.findings(); ++i) {
            const Bits<W>* found = logic.after(i);
            Bits<W> lost;
            for (int k = 0; k < colors; ++k) lost |= less[k] & ~found[k];
            if (!(lost & changed).any()) continue;
            for (int k = 0; k < colors; ++k) left[k] &= found[k];
        }
        for (int k = 0; k < colors; ++k)
            if ((left[k] & ~after[k] & changed).any()) return false;
        return true;
    };
    // A technique may find more with fewer cells, so once is not enough.
    while (forget_once<W>(line, empty, shows)) {
    }
}

/// Keeps what is needed so that each colour is impossible at the places of `gone`; if that is empty,
/// so that no placement fits.
template <int W>
void keep_for_line(std::span<const Block> blocks, int width, std::vector<Bits<W>>& line,
                   const std::vector<Bits<W>>& empty, const std::vector<Bits<W>>& gone) {
    const int colors = static_cast<int>(line.size());
    LineLogic<W> logic;
    forget_once<W>(line, empty, [&](const Bits<W>* less) {
        logic.look_at(blocks, width, less, colors);
        const Bits<W>* exact = logic.exact();
        if (gone.empty() || exact == nullptr) return gone.empty() && exact == nullptr;
        for (int k = 0; k < colors; ++k)
            if ((exact[k] & gone[k]).any()) return false;
        return true;
    });
}

}  // namespace nonogram
