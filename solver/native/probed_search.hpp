// Depth-first search that probes all open cells at each node before it decides one.
//
// Probing may keep a value that decides much, which is a decision then: a dive, see Search::dive().
//
// A decision that decides much on both sides is made first, as in lookahead solvers for clauses:
// boards on which a single wrong cell costs learning hundreds of conflicts are searched in a few
// nodes. A probe is repeated only if a line that it solved has changed since, at the node or at the
// one from which it was inherited.
//
// Sources: Wu, Sun, Lin and others 2013 (probing at each node); Heule and van Maaren 2009 (product
// of what both sides decide).
#pragma once

#include "probing.hpp"

namespace nonogram {

template <int W>
class ProbedSearch {
public:
    /// Takes over what probing has found on the same board; from now on it is thorough, unless it
    /// has kept a value, which is the first decision then.
    ProbedSearch(Board<W>& board, Probing<W>& probing,
                 std::optional<typename Probing<W>::Kept> kept = std::nullopt)
        : board_(board), probing_(probing), root_(kept ? kept->before : board.trail().size()) {
        if (kept)
            go_down(*kept);
        else
            probing_.become_thorough();
    }

    std::uint64_t decisions = 0, contradictions = 0, depth = 0;

    /// The share of the tree that is searched, 0 to 1, if both sides of a decision are as large.
    double searched() const { return searched_; }

    /// Probes one cell, makes one decision or backtracks. on_solution() is called while the board
    /// is complete, perhaps twice for one solution. False once the whole tree is searched.
    template <class OnSolution>
    bool step(OnSolution on_solution) {
        if (board_.open() == 0) {
            has_found_ = true;
            on_solution();
            return go_back();
        }
        if (!probing_.is_over()) {
            const bool goes_on = probing_.step(on_solution);
            if (const auto kept = probing_.take_kept()) go_down(*kept);
            return goes_on || go_back();
        }
        if (nodes_.empty() && !has_found_) root_ = board_.trail().size();
        const int cell = most_promising();
        const int color = probing_.probed(cell).color;
        const typename Probing<W>::Kept choice{board_.trail().size(), board_.open(), cell, color};
        board_.choose(cell, color);
        const bool goes_on = board_.propagate();
        go_down(choice);
        if (goes_on) return true;
        ++contradictions;
        return go_back();
    }

    /// Undoes all decisions, and the facts at the root that hold only for solutions other than
    /// those found.
    void end() {
        board_.undo_to(root_);
        nodes_.clear();
    }

private:
    struct Node {
        std::size_t before;
        int cell, color;
        typename Probing<W>::Past past;
        double share;
    };

    /// Makes a decision whose consequences are on the board.
    void go_down(const typename Probing<W>::Kept& kept) {
        share_ /= 2;
        nodes_.push_back({kept.before, kept.cell, kept.color, probing_.now(), share_});
        ++decisions;
        depth = std::max<std::uint64_t>(depth, nodes_.size());
        probing_.go_on(kept.before);
    }

    int most_promising() const {
        int best = -1;
        for (int cell = 0; cell < board_.height * board_.width; ++cell)
            if (board_.left(cell) > 1 &&
                (best < 0 || probing_.probed(cell).promise > probing_.probed(best).promise))
                best = cell;
        return best;
    }

    bool go_back() {
        while (!nodes_.empty()) {
            const Node node = nodes_.back();
            nodes_.pop_back();
            searched_ += std::exchange(share_, node.share);
            board_.undo_to(node.before);
            if (board_.exclude(node.cell, node.color) && board_.propagate()) {
                probing_.go_back(node.past, node.before);
                return true;
            }
            ++contradictions;
        }
        return false;
    }

    Board<W>& board_;
    Probing<W>& probing_;
    std::size_t root_;
    bool has_found_ = false;
    /// Of the tree: what is below the last decision and not searched, and what is.
    double share_ = 1, searched_ = 0;
    std::vector<Node> nodes_;
};

}  // namespace nonogram
