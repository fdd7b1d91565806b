// CHECK: a law that does not hold ends the process and shows the puzzle that it was about.
#pragma once

#include <cstdlib>

#include "judge.hpp"
#include "patience.hpp"

namespace judge {

/// What is shown when a CHECK fails.
inline const Puzzle* shown_puzzle = nullptr;
inline const Clues* shown_clues = nullptr;
inline const Line* shown_line = nullptr;

/// What searches are made with.
inline nonogram::Patience patience;
inline int threads = 1;

[[noreturn]] inline void fail(const char* file, int line, const char* law) {
    std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, law);
    if (shown_puzzle != nullptr) show(*shown_puzzle);
    const auto& p = patience;
    std::fprintf(stderr, "patience");
    for (auto number : {std::uint64_t(p.least_dive_cells), p.least_dive_work, p.dive_work_per_cell, p.first_contradictions, p.most_contradictions, p.probed_work,
                        p.least_probed_work, p.descend_after,
                        p.facts_after, p.restart_unit, p.forget_at, p.forget_later, p.alone,
                        p.turn, std::uint64_t(p.shared_lbd)})
        std::fprintf(stderr, " %d", static_cast<int>(number));
    std::fprintf(stderr, "; threads %d\n", threads);
    if (shown_clues != nullptr && shown_line != nullptr) {
        std::fprintf(stderr, "length:colour");
        for (std::size_t j = 0; j < shown_clues->lengths.size(); ++j)
            std::fprintf(stderr, " %d:%d", shown_clues->lengths[j], shown_clues->colors[j]);
        std::fprintf(stderr, "; sets of colours");
        for (std::uint32_t set : *shown_line) std::fprintf(stderr, " %u", set);
        std::fprintf(stderr, "\n");
    }
    std::abort();
}

}  // namespace judge

#define CHECK(law) \
    do { \
        if (!(law)) judge::fail(__FILE__, __LINE__, #law); \
    } while (false)
