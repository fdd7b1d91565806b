// Depth-first search on the board itself: quickest where probing has left little to decide.
#pragma once

#include "probing.hpp"

namespace nonogram {

template <int W>
class DepthFirst {
public:
    DepthFirst(Board<W>& board, const Probing<W>& probing) : board_(board), probing_(probing) {}

    std::uint64_t decisions = 0, contradictions = 0;

    int depth() const { return static_cast<int>(nodes_.size()); }

    /// One decision or one way back; on_solution() is called while the board is complete. False
    /// once everything has been tried.
    template <class OnSolution>
    bool step(OnSolution on_solution) {
        if (board_.open() == 0) {
            on_solution();
            return go_back();
        }
        const int cell = probing_.best_cell(), color = last_color(cell);
        nodes_.push_back({board_.trail().size(), cell, color});
        ++decisions;
        board_.choose(cell, color);
        return board_.settle() || (++contradictions, go_back());
    }

    /// Takes all decisions back.
    void end() {
        if (!nodes_.empty()) board_.undo_to(nodes_[0].before);
        nodes_.clear();
    }

private:
    struct Node {
        std::size_t before;
        int cell, color;
    };

    int last_color(int cell) const {
        int k = board_.colors - 1;
        while (!board_.may_have(cell, k)) --k;
        return k;
    }

    bool go_back() {
        while (!nodes_.empty()) {
            const auto [before, cell, color] = nodes_.back();
            nodes_.pop_back();
            board_.undo_to(before);
            if (board_.exclude(cell, color) && board_.settle()) return true;
            ++contradictions;
        }
        return false;
    }

    Board<W>& board_;
    const Probing<W>& probing_;
    std::vector<Node> nodes_;
};

}  // namespace nonogram
