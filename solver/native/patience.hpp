// Limits at which the search goes on to its next stage.
//
// They affect the time and the order of the solutions, but not which solutions there are. Tests use
// small values to reach all stages on small boards. They are read seldom, so they need not be
// compile-time constants.
#pragma once

#include <cstdint>

namespace nonogram {

/// Only the numbers of contradictions may be 0.
struct Patience {
    /// Open cells from which on a value that decides many of them begins a dive.
    int least_dive_cells = 100;
    /// Lines that a dive may solve: the larger of so many, and so many for each cell; less if it goes
    /// on too slowly.
    std::uint64_t least_dive_work = 16'000, dive_work_per_cell = 20;
    /// Contradictions after which the search with probes interrupts depth-first search.
    std::uint64_t first_contradictions = 3;
    /// Lines that it may solve before depth-first search begins again, with converged beliefs; and those
    /// after which it must be expected to end within them. Hard random boards of 25x25 are learned
    /// sooner the earlier it ends (2,000 to 80,000 tried), puzzles with one solution are not.
    std::uint64_t probed_work = 80'000, least_probed_work = 3'000;
    /// Contradictions of depth-first search without a new solution after which learning starts.
    std::uint64_t most_contradictions = 30;
    /// Conflicts of learning before the first descent of depth-first search, with as many
    /// contradictions again; the next ones come after so many more each time.
    std::uint64_t descend_after = 500;
    /// Conflicts before the first time that learned facts are passed to the board.
    std::uint64_t facts_after = 5000;
    /// Restarts come after multiples of this number of conflicts.
    std::uint64_t restart_unit = 1000;
    /// Learned clauses at which half of them is deleted, and the increase of this limit each time.
    std::uint64_t forget_at = 4000, forget_later = 500;
    /// Conflicts of one learner before others join it, and those of a turn between two exchanges.
    std::uint64_t alone = 2000, turn = 500;
    /// The LBD up to which they pass learned clauses on.
    int shared_lbd = 8;
};

}  // namespace nonogram
