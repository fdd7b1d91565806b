// How long the search stays with one thing before it tries another.
//
// The time depends on these numbers, and which solutions come first, but not which there are. With
// small ones tests get on small boards to where otherwise only hard ones do. They need not be
// known to the compiler: all are read seldom.
#pragma once

#include <cstdint>

namespace nonogram {

/// Only the contradictions may be 0.
struct Patience {
    /// So many contradictions in depth-first search, and it begins once more with more thought.
    std::uint64_t first_contradictions = 3;
    /// So many without a solution in between: learning is worth its start-up.
    std::uint64_t most_contradictions = 30;
    /// So many conflicts before what they found goes back to the board, the first time.
    std::uint64_t before_news = 5000;
    /// Conflicts: restarts, and changes of what is leaned to, are multiples of them apart.
    std::uint64_t restart_unit = 100, rephase_unit = 100;
    /// So many clauses are learned before half of them goes, and so many more each time.
    std::uint64_t forget_at = 4000, forget_later = 500;
};

}  // namespace nonogram
