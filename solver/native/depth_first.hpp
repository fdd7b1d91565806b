// Depth-first search on the board itself, led by beliefs: what is most certain is decided first.
#pragma once

#include "beliefs.hpp"

namespace nonogram {

template <int W>
class DepthFirst {
public:
    explicit DepthFirst(Board<W>& board) : board_(board), beliefs_(board) {}

    std::uint64_t decisions = 0, contradictions = 0;

    /// One decision or one way back; on_solution() is called while the board is complete. False
    /// once everything has been tried.
    template <class OnSolution>
    bool step(OnSolution on_solution) {
        if (sweeps_ > 0) {
            sweeps_ = beliefs_.sweep() < CALM ? 0 : sweeps_ - 1;
            return true;
        }
        if (board_.open() == 0) {
            on_solution();
            return go_back();
        }
        const Choice choice = next_choice();
        nodes_.push_back({board_.trail().size(), choice});
        ++decisions;
        board_.choose(choice.cell, choice.color);
        return board_.settle() || (++contradictions, go_back());
    }

    Beliefs<W>& beliefs() { return beliefs_; }

    /// Takes all decisions back.
    void end() {
        if (!nodes_.empty()) board_.undo_to(nodes_[0].before);
        nodes_.clear();
        choices_.clear();
    }

    /// Before the next decision the beliefs get time to settle.
    void think() { sweeps_ = SWEEPS; }

private:
    static constexpr int SWEEPS = 30;
    static constexpr double CALM = 0.01;
    /// The part of the open cells that is decided before the beliefs are asked again.
    static constexpr double AT_ONCE = 0.04;

    struct Choice {
        int cell, color;
        double certainty;
    };
    struct Node {
        std::size_t before;
        Choice choice;
    };

    Choice next_choice() {
        while (!choices_.empty()) {
            const Choice choice = choices_.back();
            choices_.pop_back();
            if (board_.left(choice.cell) > 1 && board_.may_have(choice.cell, choice.color))
                return choice;
        }
        beliefs_.sweep();
        for (int cell = 0; cell < board_.height * board_.width; ++cell)
            if (board_.left(cell) > 1) choices_.push_back(most_certain(cell));
        const auto less = [](const Choice& a, const Choice& b) {
            return a.certainty != b.certainty ? a.certainty < b.certainty : a.cell > b.cell;
        };
        const auto some = 1 + static_cast<std::size_t>(AT_ONCE * choices_.size());
        std::nth_element(choices_.begin(), choices_.end() - some, choices_.end(), less);
        choices_.erase(choices_.begin(), choices_.end() - some);
        std::sort(choices_.begin(), choices_.end(), less);
        const Choice choice = choices_.back();
        choices_.pop_back();
        return choice;
    }

    Choice most_certain(int cell) const {
        double best = -1, sum = 0;
        int color = 0;
        for (int k = 0; k < board_.colors; ++k) {
            const double belief = beliefs_.belief(cell, k);
            sum += belief;
            if (belief > best) {
                best = belief;
                color = k;
            }
        }
        return {cell, color, sum > 0 ? best / sum : 0};
    }

    bool go_back() {
        choices_.clear();
        while (!nodes_.empty()) {
            const auto [before, choice] = nodes_.back();
            nodes_.pop_back();
            board_.undo_to(before);
            if (board_.exclude(choice.cell, choice.color) && board_.settle()) return true;
            ++contradictions;
        }
        return false;
    }

    Board<W>& board_;
    Beliefs<W> beliefs_;
    int sweeps_ = 0;
    std::vector<Node> nodes_;
    std::vector<Choice> choices_;
};

}  // namespace nonogram
