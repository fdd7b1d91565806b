// A board as clauses: the order encoding, without starts that line solving excludes.
//
// For each block and each of its possible starts but the last there is a variable "it starts here
// or before". Each cell is covered by one block, or lies between two of them; both are clauses of
// three literals. The order of the starts gives clauses of two. With several colours a cell also lies
// between two blocks of each colour that it does not have: so a line excludes a colour before it is
// known which block of another colour covers the cell, or whether any does. Source: Tamura, Taga,
// Kitagawa and Banbara 2009 (order encoding).
#pragma once

#include "beliefs.hpp"
#include "sat.hpp"

namespace nonogram {

template <int W>
class Encoding {
    using Set = Bits<W>;

public:
    Encoding(Board<W>& board, Beliefs<W>& beliefs, Sat& sat)
        : board_(board),
          beliefs_(beliefs),
          sat_(sat),
          cells_(std::size_t(board.height) * board.width) {}

    /// An upper bound of the number of variables; counting ends above `most`.
    static std::size_t variables(const Board<W>& board, std::size_t most) {
        std::size_t count = 0;
        for (int line = 0; line < board.height + board.width && count <= most; ++line) {
            std::size_t free = 0;
            for (int i = 0; i < board.size_of(line); ++i)
                free += board.left(cell_of(board, line, i)) > 1;
            count += free * (board.blocks(line).size() + board.colors);
        }
        return count;
    }

    /// Encodes one line; true once the clauses are complete.
    bool step() {
        const int lines = board_.height + board_.width;
        if (line_ == 0) {
            number_cells();
            solver_.reserve(most_blocks());
        }
        if (line_ < lines) {
            number_starts(line_);
        } else if (line_ < 2 * lines) {
            if (line_ == lines) {
                sat_.reset(count_, passive_);
                one_color_each();
            }
            encode(line_ - lines);
        } else if (line_ < 3 * lines) {
            prefer_beliefs(line_ - 2 * lines);
        } else {
            return is_prepared_ || (is_prepared_ = sat_.prepare());
        }
        ++line_;
        return false;
    }

    /// Begins again where the search is told what the beliefs prefer, which has changed.
    void prefer_again() {
        line_ = 2 * (board_.height + board_.width);
        sat_.forget_preferences();
    }

    /// The literal "the cell has the colour".
    Lit has(int cell, int color) const {
        if (board_.left(cell) == 1) return board_.may_have(cell, color) ? TRUE : FALSE;
        if (!board_.may_have(cell, color)) return FALSE;
        if (board_.colors == 2) return 2 * cells_[cell] + (color == 0);
        int before = 0;
        for (int k = 0; k < color; ++k) before += board_.may_have(cell, k);
        return 2 * (cells_[cell] + before);
    }

private:
    static int cell_of(const Board<W>& board, int line, int i) {
        return line < board.height ? line * board.width + i
                                   : i * board.width + (line - board.height);
    }

    std::size_t most_blocks() const {
        std::size_t most = 0;
        for (int l = 0; l < board_.height + board_.width; ++l)
            most = std::max(most, board_.blocks(l).size());
        return most;
    }

    void number_cells() {
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            cells_[cell] = count_;
            if (board_.left(cell) > 1) count_ += board_.colors == 2 ? 1 : board_.left(cell);
        }
        passive_ = count_;
    }

    void one_color_each() {
        if (board_.colors == 2) return;
        for (int cell = 0; cell < static_cast<int>(cells_.size()); ++cell)
            for (int b = 0; b < board_.left(cell) && board_.left(cell) > 1; ++b)
                for (int a = 0; a < b; ++a)
                    sat_.add(2 * (cells_[cell] + a) + 1, 2 * (cells_[cell] + b) + 1);
    }

    void find_starts(int line) {
        starts_.resize(board_.blocks(line).size());
        solver_.starts(board_.blocks(line), board_.size_of(line), board_.may(line),
                       board_.mirrored(line), starts_.data());
    }

    void number_starts(int line) {
        first_start_.push_back(first_variable_.size());
        find_starts(line);
        for (const Set& starts : starts_) {
            first_variable_.push_back(count_);
            count_ += starts.count() - 1;
        }
    }

    void encode(int line) {
        const auto blocks = board_.blocks(line);
        const int size = board_.size_of(line), count = static_cast<int>(blocks.size());
        find_starts(line);
        by_.resize(blocks.size() * size);
        for (int j = 0; j < count; ++j) {
            const int starts = starts_[j].count(), first = first_variable_[first_start_[line] + j];
            for (int p = 0, rank = 0; p < size; ++p) {
                rank += starts_[j].test(p);
                by_[j * size + p] = rank == 0        ? FALSE
                                    : rank == starts ? TRUE
                                                     : 2 * (first + rank - 1);
            }
            for (int rank = 0; rank + 2 < starts; ++rank)
                sat_.add(2 * (first + rank) + 1, 2 * (first + rank + 1));
        }
        // The literal "block j starts at p or before".
        const auto by = [&](int j, int p) {
            return j == count || p < 0 ? FALSE : p >= size ? TRUE : by_[j * size + p];
        };
        for (int j = 0; j < count; ++j) {
            const Block& b = blocks[j];
            const int next = b.length + b.gap_after;
            for (int p = 0; p < size && j + 1 < count; ++p)
                if (p + 1 == size || by(j, p + 1) != by(j, p))
                    sat_.add(no(by(j + 1, p + next)), by(j, p));
            for (int i = 0; i < size; ++i)  // covered by block j
                if (by(j, i) != by(j, i - b.length))
                    sat_.add(no(by(j, i)), by(j, i - b.length),
                             has(cell_of(board_, line, i), b.color));
        }
        for (int i = 0; i < size; ++i)  // between block j - 1 and block j
            for (int j = 0; j <= count; ++j) {
                const Lit ended = j == 0 ? TRUE : by(j - 1, i - blocks[j - 1].length);
                if (ended == FALSE) break;
                if (by(j, i) != TRUE)
                    sat_.add(no(ended), by(j, i), has(cell_of(board_, line, i), 0));
            }
        if (board_.colors == 2) return;  // blank is the only other colour
        last_of_.assign(board_.colors, -1);
        for (int j = 0; j < count; ++j) {
            exclude_between(line, last_of_[blocks[j].color], j, blocks[j].color, by);
            last_of_[blocks[j].color] = j;
        }
        for (int k = 1; k < board_.colors; ++k) exclude_between(line, last_of_[k], count, k, by);
    }

    /// Excludes a colour between two blocks of it without another one in between; -1 and the number
    /// of blocks are the ends of the line. by(j, p): the literal "block j starts at p or before".
    template <class By>
    void exclude_between(int line, int before, int after, int color, By by) {
        const auto blocks = board_.blocks(line);
        for (int i = 0; i < board_.size_of(line); ++i) {
            const Lit ended = before < 0 ? TRUE : by(before, i - blocks[before].length);
            if (ended != FALSE && by(after, i) != TRUE)
                sat_.add(no(ended), by(after, i), no(has(cell_of(board_, line, i), color)));
        }
    }

    /// Makes the search decide the most certain variables first, as the beliefs suggest.
    void prefer_beliefs(int line) {
        const int size = board_.size_of(line);
        chances_.assign(board_.blocks(line).size() * size, 0.0);
        beliefs_.each_start(line, [&](int j, int s, double p) { chances_[j * size + s] = p; });
        find_starts(line);
        for (std::size_t j = 0; j < starts_.size(); ++j) {
            int variable = first_variable_[first_start_[line] + j];
            const int last = starts_[j].highest();
            double by = 0;
            starts_[j].each([&](int s) {
                by += chances_[j * size + s];
                if (s < last) sat_.set_preference(variable++, by > 0.5, std::abs(by - 0.5));
            });
        }
    }

    static Lit no(Lit a) { return a == TRUE ? FALSE : a == FALSE ? TRUE : negated(a); }

    Board<W>& board_;
    Beliefs<W>& beliefs_;
    Sat& sat_;
    LineSolver<W> solver_;
    int line_ = 0, count_ = 0, passive_ = 0;
    bool is_prepared_ = false;
    std::vector<int> cells_, first_variable_;
    std::vector<std::size_t> first_start_;
    std::vector<Set> starts_;
    std::vector<Lit> by_;
    /// For each colour the last block of it so far; -1 for none.
    std::vector<int> last_of_;
    std::vector<double> chances_;
};

}  // namespace nonogram
