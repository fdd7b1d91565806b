// The probability of each colour in each cell: belief propagation between rows and columns.
//
// Each line weighs all its placements by the messages from the crossing lines, and sends each
// crossing line the resulting probabilities of their common cell. On boards with many solutions,
// deciding the most certain cells usually leads to a solution without any contradiction.
// Sources: Pearl 1988 (belief propagation); Montanari, Ricci-Tersenghi and Semerjian 2007
// (decimation guided by it).
#pragma once

#include <cmath>

#include "board.hpp"

namespace nonogram {

template <int W>
class Beliefs {
    using Set = Bits<W>;

public:
    explicit Beliefs(Board<W>& board)
        : board_(board),
          from_rows_(std::size_t(board.height) * board.width * board.colors, 1.0 / board.colors),
          from_columns_(from_rows_) {
        std::size_t most = 0;
        for (int l = 0; l < board.height + board.width; ++l)
            most = std::max(most, board.blocks(l).size());
        solver_.reserve(most);
        starts_.resize(most);
    }

    /// Sends the messages of the next line with open cells; true after the last line.
    bool step() {
        const int lines = board_.height + board_.width;
        while (line_ < lines && !is_open(line_)) ++line_;
        if (line_ < lines) change_ = std::max(change_, send_messages(line_++));
        if (line_ < lines) return false;
        line_ = 0;
        last_change_ = change_;
        change_ = 0;
        return true;
    }

    /// The largest change of a message in the last round over all lines, 0 to 1.
    double last_change() const { return last_change_; }

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

    bool is_open(int line) const {
        Set once{}, twice{};
        for (int k = 0; k < board_.colors; ++k) {
            const Set& may = board_.may(line)[k];
            twice |= once & may;
            once |= may;
        }
        return twice.any();
    }

    std::size_t place(int line, int i) const {
        return std::size_t(board_.colors) * (line < board_.height
                                                 ? line * board_.width + i
                                                 : i * board_.width + (line - board_.height));
    }

    /// Sends messages to all lines that cross the line. Returns the largest change of a message.
    double send_messages(int line) {
        const int size = board_.size_of(line), colors = board_.colors;
        const auto blocks = board_.blocks(line);
        shares_.assign(std::size_t(colors) * (size + 1), 0.0);
        const double total = weigh(line, [&](int j, int s, double weight) {
            double* share = &shares_[blocks[j].color * (size + 1)];
            share[s] += weight;
            share[s + blocks[j].length] -= weight;
        });
        if (!(total > 0) || !std::isfinite(total)) return 0;
        auto& messages = line < board_.height ? from_rows_ : from_columns_;
        double change = 0;
        out_.assign(colors, 0.0);
        for (int i = 0; i < size; ++i) {
            double blank = 1, sum = 0;
            for (int k = 1; k < colors; ++k) {
                if (i > 0) shares_[k * (size + 1) + i] += shares_[k * (size + 1) + i - 1];
                blank -= shares_[k * (size + 1) + i];
            }
            const std::size_t at = place(line, i);
            if (board_.left(static_cast<int>(at / colors)) == 1) continue;
            shares_[i] = blank;
            for (int k = 0; k < colors; ++k) {
                const double incoming = weights_[k * size + i];
                out_[k] = incoming > 0 ? std::max(0.0, shares_[k * (size + 1) + i]) / incoming : 0;
                sum += out_[k];
            }
            for (int k = 0; k < colors; ++k) {
                double& message = messages[at + k];
                const double now = std::max(
                    MIN_MESSAGE, DAMPING * message + (1 - DAMPING) * (sum > 0 ? out_[k] / sum : 0));
                change = std::max(change, std::abs(now - message));
                message = now;
            }
        }
        return change;
    }

    /// Weighs all placements of the line, and calls f(j, s, share of those where block j starts at
    /// s). Returns the sum of the weights; 0 if it underflows.
    template <class F>
    double weigh(int line, F f) {
        const int size = board_.size_of(line), colors = board_.colors;
        const auto blocks = board_.blocks(line);
        const int count = static_cast<int>(blocks.size());
        if (!solver_.starts(blocks, size, board_.may(line), board_.mirrored(line), starts_.data()))
            return 0;
        const auto& incoming = line < board_.height ? from_columns_ : from_rows_;
        weights_.assign(std::size_t(colors) * size, 0.0);
        products_.resize(std::size_t(colors) * (size + 1));
        for (int k = 0; k < colors; ++k) {
            double* weights = &weights_[k * size];
            double* products = &products_[k * (size + 1)];
            products[0] = 1;
            const Set& may = board_.may(line)[k];
            for (int i = 0; i < size; ++i) {
                const std::size_t at = place(line, i);
                if (may.test(i))
                    weights[i] = board_.left(static_cast<int>(at / colors)) == 1 ? 1 : incoming[at + k];
                products[i + 1] = products[i] * (weights[i] > 0 ? weights[i] : 1);
            }
        }
        const double* blank = weights_.data();
        const auto weight_of = [&](const Block& b, int s) {
            const double* products = &products_[b.color * (size + 1)];
            return products[s + b.length] / products[s];
        };

        // before_[j * size + s]: weight of all placements of the blocks before j, if j starts at s.
        before_.resize(std::size_t(count) * size);
        row_.resize(size + 2);
        here_.resize(size);
        row_[0] = 1;
        for (int p = 0; p < size; ++p) row_[p + 1] = row_[p] * blank[p];
        for (int j = 0; j < count; ++j) {
            const Block& b = blocks[j];
            double* before = &before_[std::size_t(j) * size];
            const int first = starts_[j].lowest(), last = starts_[j].highest();
            for (int s = first; s <= last; ++s)
                if (starts_[j].test(s))
                    before[s] = b.gap_before ? row_[s - 1] * blank[s - 1] : row_[s];
            double sum = 0;
            for (int p = first + b.length; p <= size; ++p) {
                sum *= blank[p - 1];
                const int s = p - b.length;
                if (s <= last && starts_[j].test(s)) sum += before[s] * weight_of(b, s);
                row_[p] = sum;
            }
        }
        const double total = row_[size];
        if (!(total > 0) || count == 0) return total;

        row_[size] = 1;
        row_[size + 1] = 0;
        for (int p = size; p-- > 0;) row_[p] = row_[p + 1] * blank[p];
        for (int j = count; j-- > 0;) {
            const Block& b = blocks[j];
            const double* before = &before_[std::size_t(j) * size];
            const int first = starts_[j].lowest(), last = starts_[j].highest();
            for (int s = first; s <= last; ++s) {
                if (!starts_[j].test(s)) continue;
                const int end = s + b.length;
                here_[s] = weight_of(b, s) *
                           (b.gap_after ? blank[end] * row_[end + 1] : row_[end]);
                f(j, s, before[s] * here_[s] / total);
            }
            double sum = 0;
            for (int s = last; s >= 0; --s) {
                sum *= blank[s];
                if (s >= first && starts_[j].test(s)) sum += here_[s];
                row_[s] = sum;
            }
        }
        return total;
    }

    Board<W>& board_;
    LineSolver<W> solver_;
    int line_ = 0;
    double change_ = 0, last_change_ = 0;
    std::vector<double> from_rows_, from_columns_;
    std::vector<Set> starts_;
    std::vector<double> weights_, products_, before_, row_, here_, shares_, out_;
};

}  // namespace nonogram
