// Depth-first search on the board, guided by beliefs: the most certain cells are decided first.
#pragma once

#include <random>

#include "beliefs.hpp"

namespace nonogram {

template <int W>
class DepthFirst {
public:
    explicit DepthFirst(Board<W>& board)
        : board_(board), beliefs_(board), root_(board.trail().size()) {}

    std::uint64_t decisions = 0, contradictions = 0, depth = 0;

    /// Updates the beliefs of one line, makes one decision or backtracks. on_solution() is called
    /// while the board is complete. False once the whole tree is searched.
    template <class OnSolution>
    bool step(OnSolution on_solution) {
        if (board_.open() == 0) {
            on_solution();
            return go_back();
        }
        drop_decided();
        if (choices_.empty()) {
            if (!beliefs_.step()) return true;
            rounds_ = beliefs_.have_converged() ? 0 : rounds_ - 1;
            if (rounds_ <= 0) choose_cells();
            return true;
        }
        const Choice choice = choices_.back();
        choices_.pop_back();
        nodes_.push_back({board_.trail().size(), choice});
        ++decisions;
        depth = std::max<std::uint64_t>(depth, nodes_.size());
        board_.choose(choice.cell, choice.color);
        return board_.propagate() || (++contradictions, go_back());
    }

    Beliefs<W>& beliefs() { return beliefs_; }

    /// Undoes all decisions.
    void end() {
        // Facts at the root hold only for solutions other than those found, so they are undone too.
        board_.undo_to(root_);
        nodes_.clear();
        choices_.clear();
    }

    /// Begins again, from the board as it is then; lets the beliefs converge before the next
    /// decision, for at most MAX_ROUNDS rounds.
    void begin_again() {
        root_ = board_.trail().size();
        rounds_ = MAX_ROUNDS;
    }

    /// From now on decides in another order: the certainty of a cell is less by a random share.
    void vary(std::uint32_t number) {
        random_.seed(number);
        noise_ = NOISE;
    }

private:
    static constexpr int MAX_ROUNDS = 30;
    /// The share of the open cells that is decided before the beliefs are updated.
    static constexpr double DECIDED_SHARE = 0.04;
    /// The largest random share by which the certainty of a cell is less.
    static constexpr double NOISE = 0.3;

    struct Choice {
        int cell, color;
        double certainty;
    };
    struct Node {
        std::size_t before;
        Choice choice;
    };

    void drop_decided() {
        while (!choices_.empty() && (board_.left(choices_.back().cell) == 1 ||
                                     !board_.may_have(choices_.back().cell, choices_.back().color)))
            choices_.pop_back();
    }

    /// Chooses the cells to decide next, the most certain one last.
    void choose_cells() {
        for (int cell = 0; cell < board_.height * board_.width; ++cell)
            if (board_.left(cell) > 1) choices_.push_back(most_certain(cell));
        const auto less = [](const Choice& a, const Choice& b) {
            return a.certainty != b.certainty ? a.certainty < b.certainty : a.cell > b.cell;
        };
        const auto some = 1 + static_cast<std::ptrdiff_t>(DECIDED_SHARE * choices_.size());
        std::nth_element(choices_.begin(), choices_.end() - some, choices_.end(), less);
        choices_.erase(choices_.begin(), choices_.end() - some);
        std::sort(choices_.begin(), choices_.end(), less);
    }

    Choice most_certain(int cell) {
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
        double certainty = sum > 0 ? best / sum : 0;
        if (noise_ > 0) certainty *= 1 - noise_ * random_() / std::minstd_rand::max();
        return {cell, color, certainty};
    }

    bool go_back() {
        choices_.clear();
        while (!nodes_.empty()) {
            const auto [before, choice] = nodes_.back();
            nodes_.pop_back();
            board_.undo_to(before);
            if (board_.exclude(choice.cell, choice.color) && board_.propagate()) return true;
            ++contradictions;
        }
        return false;
    }

    Board<W>& board_;
    Beliefs<W> beliefs_;
    std::size_t root_;
    int rounds_ = 0;
    std::minstd_rand random_;
    double noise_ = 0;
    std::vector<Node> nodes_;
    std::vector<Choice> choices_;
};

}  // namespace nonogram
