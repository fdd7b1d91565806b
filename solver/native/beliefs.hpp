// The probability of each colour in each cell: belief propagation between rows and columns.
//
// Each line weighs all its placements by the messages from the crossing lines, and sends each
// crossing line the resulting probabilities of their common cell. On boards with many solutions,
// deciding the most certain cells usually leads to a solution without any contradiction.
// Sources: Pearl 1988 (belief propagation); Montanari, Ricci-Tersenghi and Semerjian 2007
// (decimation guided by it).
#pragma once

#include <cmath>
#include <utility>

#include "board.hpp"

namespace nonogram {

template <int W>
class Beliefs {
    using Set = Bits<W>;

public:
    explicit Beliefs(Board<W>& board)
        : board_(board),
          from_rows_(std::size_t(board.height) * board.width * board.colors, 1.0 / board.colors),
          from_columns_(from_rows_),
          changes_(board.height + board.width),
          weighed_(changes_.size() * board.colors) {
        std::size_t most = 0;
        for (int l = 0; l < board.height + board.width; ++l)
            most = std::max(most, board.blocks(l).size());
        solver_.reserve(most);
        starts_.resize(most);
    }

    /// Sends the messages of the next line to which anything is new; true after the last line.
    bool step() {
        const int lines = board_.height + board_.width;
        while (line_ < lines && !is_due(line_)) ++line_;
        if (line_ < lines) send_messages(line_++);
        if (line_ < lines) return false;
        line_ = 0;
        return true;
    }

    /// Whether no message has changed much since the line that takes it was weighed.
    bool have_converged() const {
        return std::none_of(changes_.begin(), changes_.end(), [](double x) { return x > CONVERGED; });
    }

    /// The probability that the cell has the colour, not normalised.
    double belief(int cell, int color) const {
        const std::size_t at = std::size_t(cell) * board_.colors + color;
        return board_.may_have(cell, color) ? from_rows_[at] * from_columns_[at] : 0;
    }

    /// Calls f(j, s, p) with the probability p of each possible start s of each block j.
    template <class F>
    void each_start(int line, F f) {
        weigh(line, f);
    }

private:
    static constexpr double DAMPING = 0.2, MIN_MESSAGE = 1e-4;
    /// The change of a message, 0 to 1, up to which the line that takes it is not weighed again.
    static constexpr double CONVERGED = 0.05;

    /// Whether the line has open cells, and these or the messages to it have changed since it was asked.
    bool is_due(int line) {
        const bool has_news = std::exchange(changes_[line], 0) > CONVERGED;
        const Set* may = board_.may(line);
        Set* weighed = &weighed_[std::size_t(line) * board_.colors];
        if (!has_news && std::equal(may, may + board_.colors, weighed)) return false;
        std::copy_n(may, board_.colors, weighed);
        return is_open(line);
    }

    bool is_open(int line) const {
        Set once{}, twice{};
        for (int k = 0; k < board_.colors; ++k) {
            const Set& may = board_.may(line)[k];
            twice |= once & may;
            once |= may;
        }
        return twice.any();
    }

    int cell_of(int line, int i) const {
        return line < board_.height ? line * board_.width + i
                                    : i * board_.width + (line - board_.height);
    }

    /// Sends messages to all lines that cross the line.
    void send_messages(int line) {
        const int size = board_.size_of(line), colors = board_.colors;
        const auto blocks = board_.blocks(line);
        shares_.assign(std::size_t(colors) * (size + 1), 0.0);
        const bool is_weighed = weigh(line, [&](int j, int s, double weight) {
            double* share = &shares_[blocks[j].color * (size + 1)];
            share[s] += weight;
            share[s + blocks[j].length] -= weight;
        });
        if (!is_weighed) return;
        auto& messages = line < board_.height ? from_rows_ : from_columns_;
        double* const changes = &changes_[line < board_.height ? board_.height : 0];  // of crossing lines
        out_.assign(colors, 0.0);
        for (int i = 0; i < size; ++i) {
            double blank = 1, sum = 0;
            for (int k = 1; k < colors; ++k) {
                if (i > 0) shares_[k * (size + 1) + i] += shares_[k * (size + 1) + i - 1];
                blank -= shares_[k * (size + 1) + i];
            }
            const int cell = cell_of(line, i);
            if (board_.left(cell) == 1) continue;
            shares_[i] = blank;
            for (int k = 0; k < colors; ++k) {
                const double incoming = weights_[k * size + i];
                out_[k] = incoming > 0 ? std::max(0.0, shares_[k * (size + 1) + i]) / incoming : 0;
                sum += out_[k];
            }
            const double scale = sum > 0 ? (1 - DAMPING) / sum : 0;
            for (int k = 0; k < colors; ++k) {
                double& message = messages[std::size_t(cell) * colors + k];
                const double now = std::max(MIN_MESSAGE, DAMPING * message + scale * out_[k]);
                changes[i] = std::max(changes[i], std::abs(now - message));
                message = now;
            }
        }
    }

    /// Weighs all placements of the line, and calls f(j, s, share of those where block j starts at
    /// s). False if the sum of the weights is too small or too large a number.
    template <class F>
    bool weigh(int line, F f) {
        const int size = board_.size_of(line), colors = board_.colors;
        const auto blocks = board_.blocks(line);
        const int count = static_cast<int>(blocks.size());
        if (!solver_.starts(blocks, size, board_.may(line), board_.mirrored(line), starts_.data()))
            return false;
        const auto& incoming = line < board_.height ? from_columns_ : from_rows_;
        weights_.assign(std::size_t(colors) * size, 0.0);
        products_.resize(std::size_t(colors) * (size + 1));
        for (int k = 0; k < colors; ++k) {
            double* weights = &weights_[k * size];
            double* products = &products_[k * (size + 1)];
            products[0] = 1;
            const Set& may = board_.may(line)[k];
            for (int i = 0; i < size; ++i) {
                const int cell = cell_of(line, i);
                if (may.test(i))
                    weights[i] =
                        board_.left(cell) == 1 ? 1 : incoming[std::size_t(cell) * colors + k];
                products[i + 1] = products[i] * (weights[i] > 0 ? weights[i] : 1);
            }
        }
        const double* blank = weights_.data();
        // Of each block only the room is looked at that blocks beside it leave.
        // weight_[j * size + s]: of block j at s; before_: of all placements of the blocks before it.
        before_.resize(std::size_t(count) * size);
        weight_.resize(std::size_t(count) * size);
        row_.resize(size + 2);
        const int head = count == 0 ? size : starts_[0].highest();
        row_[0] = 1;
        for (int p = 0; p < head; ++p) row_[p + 1] = row_[p] * blank[p];
        for (int j = 0; j < count; ++j) {
            const Block& b = blocks[j];
            double* before = &before_[std::size_t(j) * size];
            double* weight = &weight_[std::size_t(j) * size];
            const double* products = &products_[b.color * (size + 1)];
            const int first = starts_[j].lowest(), last = starts_[j].highest();
            for (int s = first; s <= last; ++s) {
                const bool may_start = starts_[j].test(s);
                weight[s] = may_start ? products[s + b.length] / products[s] : 0;
                before[s] = may_start ? (b.gap_before ? row_[s - 1] * blank[s - 1] : row_[s]) : 0;
            }
            const int room = j + 1 < count ? starts_[j + 1].highest() : size;
            double sum = 0;
            int p = first + b.length;
            for (; p <= std::min(room, last + b.length); ++p)
                row_[p] = sum = sum * blank[p - 1] + before[p - b.length] * weight[p - b.length];
            for (; p <= room; ++p) row_[p] = sum = sum * blank[p - 1];
        }
        const double share = 1 / row_[size];
        if (!(share > 0) || !std::isfinite(share)) return false;
        if (count == 0) return true;

        row_[size] = 1;
        row_[size + 1] = 0;
        for (int p = size; p-- > starts_[count - 1].lowest() + blocks[count - 1].length;)
            row_[p] = row_[p + 1] * blank[p];
        for (int j = count; j-- > 0;) {
            const Block& b = blocks[j];
            const double* before = &before_[std::size_t(j) * size];
            double* weight = &weight_[std::size_t(j) * size];
            const int first = starts_[j].lowest(), last = starts_[j].highest();
            for (int s = first; s <= last; ++s) {
                if (weight[s] == 0) continue;
                const int end = s + b.length;
                weight[s] *= b.gap_after ? blank[end] * row_[end + 1] : row_[end];
                f(j, s, before[s] * weight[s] * share);
            }
            if (j == 0) break;
            const int room = starts_[j - 1].lowest() + blocks[j - 1].length;
            double sum = 0;
            int s = last;
            for (; s >= std::max(room, first); --s) row_[s] = sum = sum * blank[s] + weight[s];
            for (; s >= room; --s) row_[s] = sum = sum * blank[s];
        }
        return true;
    }

    Board<W>& board_;
    LineSolver<W> solver_;
    int line_ = 0;
    std::vector<double> from_rows_, from_columns_;
    /// For each line the largest change of a message to it since it was weighed, and its cells then.
    std::vector<double> changes_;
    std::vector<Set> weighed_;
    std::vector<Set> starts_;
    std::vector<double> weights_, products_, weight_, before_, row_, shares_, out_;
};

}  // namespace nonogram
