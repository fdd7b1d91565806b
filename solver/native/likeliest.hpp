// The likeliest puzzles that have a solution, if of each line only alternatives are known.
//
// Each line has alternatives with costs (the negative logarithms of their odds): clue lists, and
// perhaps "any clues". An assignment takes one for each line; its puzzle must have a solution. They
// are found exactly, in order of their cost, by depth-first search below a limit of the cost, which
// is raised pass by pass until nothing cheaper can come. At each node all lines are reduced to what
// the union of their alternatives allows, alternatives die that have no place in their line or are
// too dear, and those that leave rows and columns with different numbers of cells (balance.hpp). The
// low limits of the first passes leave most lines one alternative, so that these unions are strong.
// Then the line that promises most takes its cheapest alternative, or one of the others, which stay
// together as a union. Where all clues are known, the ordinary search counts the solutions.
//
// Example: rows 2 or 1 (cost 3), and 1; columns 1 and 1. The pass up to 0 takes 2 and 1 cells from
// the rows and 2 from the columns: the balance fails, and says that 3 is the least cost. With that
// limit the 2 dies at once, and 1, 1 over 1, 1 has two solutions.
//
// Sources: Korf 1985 (iterative deepening by cost); Boussemart, Hemery, Lecoutre and Sais 2004 (lines
// that have failed are chosen first).
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <optional>

#include "assignments.hpp"
#include "balance.hpp"
#include "search.hpp"

namespace nonogram {

template <int W>
class Likeliest final : public AnyLikeliest {
public:
    explicit Likeliest(LikeliestProblem problem)
        : problem_(std::move(problem)),
          height_(problem_.height),
          lines_(problem_.height + problem_.width),
          colors_(problem_.colors),
          found_(problem_) {
        std::size_t most_blocks = 0;
        for (const Way& way : problem_.ways) {
            tables_.emplace_back(way, colors_);
            cheapest_ = std::min(cheapest_, tables_.back().cheapest);
            for (const auto& listed : tables_.back().blocks)
                most_blocks = std::max(most_blocks, listed.size());
        }
        solver_.reserve(most_blocks);
        mirrored_.resize(colors_);
        out_.resize(colors_);
        union_.resize(colors_);
        dirty_.resize((lines_ + 63) / 64);
        fails_.assign(lines_, 0);
        option_of_.assign(std::max(problem_.height, problem_.width) + 1, -1);
        if (cheapest_ < NO_COST)
            begin_pass(cheapest_);
        else
            finish(true);  // no way has an alternative for each line
    }

    bool run(double seconds) override {
        const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(seconds));
        std::uint64_t look_at = work_ + WORK_PER_LOOK;
        for (int steps = 1; !is_over_; ++steps) {
            if (leaf_) {
                const double left = std::chrono::duration<double>(end - Clock::now()).count();
                if (!leaf_->run(std::max(0.0, left), problem_.decisions)) break;
                end_leaf();
            } else {
                step();
            }
            if (steps % STEPS_PER_LOOK != 0 && work_ < look_at) continue;
            if (Clock::now() >= end) break;
            look_at = work_ + WORK_PER_LOOK;
        }
        return is_over_;
    }

    std::vector<Assignment> assignments() const override { return found_.assignments(); }

    bool is_complete() const override { return is_complete_; }
    std::uint64_t nodes() const override { return nodes_ + work_ / WORK_PER_NODE; }

private:
    using Clock = std::chrono::steady_clock;
    using Set = Bits<W>;
    using Table = AlternativesTable;

    static constexpr int STEPS_PER_LOOK = W <= 2 ? 16 : 1;
    /// Work is counted in blocks that are placed and in parts of tables, some tens of nanoseconds
    /// each: nodes of large boards count more than once.
    static constexpr std::uint64_t WORK_PER_NODE = 40'000, WORK_PER_LOOK = 100'000;
    static constexpr std::uint64_t ENTRIES_PER_WORK = 8, STEPS_PER_WORK = 8;
    static constexpr int ALL = -1, NO_LINE = -2;
    /// Above the limit: up to there the costs of balances are found, for the limit of the next pass.
    static constexpr Cost FORESIGHT = 1500;

    /// A node: what each cell may be, and which alternatives each line may take.
    struct State {
        int way = 0;
        /// The lines that have changed since they were reduced: ALL, or up to two.
        int changed[2] = {ALL, NO_LINE};
        std::vector<Set> may;
        std::vector<std::uint64_t> alive;
    };

    // Passes.

    void begin_pass(Cost limit) {
        limit_ = pass_limit_ = limit;
        least_cut_ = NO_COST;
        size_ = 0;
        for (int way = static_cast<int>(tables_.size()) - 1; way >= 0; --way) {
            const Table& table = tables_[way];
            if (table.cheapest > limit) {
                if (table.cheapest < NO_COST) cut(table.cheapest);
                continue;
            }
            State& root = push();
            root.way = way;
            root.changed[0] = ALL;
            root.may.resize(std::size_t(lines_) * colors_);
            for (int line = 0; line < lines_; ++line)
                std::fill_n(root.may.begin() + line * colors_, colors_, Set::ones(size_of(line)));
            root.alive.assign(table.words, 0);
            for (int line = 0; line < lines_; ++line)
                for (int i = 0; i < table.count(line); ++i)
                    root.alive[table.word[line] + (i >> 6)] |= 1ull << (i & 63);
        }
    }

    /// Begins the next pass, or ends the search: if the last one covered all that counts, or cut
    /// nothing that does.
    void end_pass() {
        const Cost last = cheapest_ + problem_.max_cost;
        Cost next = NO_COST;
        const bool may_improve = found_.best() > pass_limit_;  // something cheaper, or the first one
        if (may_improve)
            for (Cost step = cheapest_; step < last && next == NO_COST; step += step_after(step))
                if (step > pass_limit_ && step >= least_cut_) next = step;
        if (may_improve && next == NO_COST && pass_limit_ < last && least_cut_ <= last) next = last;
        next = std::min(next, found_.ceiling());
        if (next >= NO_COST || next <= pass_limit_ || least_cut_ > found_.ceiling())
            finish(found_.has_all());
        else
            begin_pass(next);
    }

    /// The limits are 0, 1.5, 3, 4.5, 6, 8, 10, 12.5, 15 ... above the cheapest sum.
    Cost step_after(Cost step) const {
        const Cost above = step - cheapest_;
        return above < 6000 ? 1500 : above < 10'000 ? 2000 : 2500;
    }

    void finish(bool is_complete) {
        is_over_ = true;
        is_complete_ = is_complete;
    }

    /// Notes the cost of something that the limit excludes.
    void cut(Cost cost) { least_cut_ = std::min(least_cut_, cost); }

    // Nodes. The last one of the stack is worked on, if is_in_node_.

    State& push() {
        if (size_ == stack_.size()) stack_.emplace_back();
        return stack_[size_++];
    }
    State& top() { return stack_[size_ - 1]; }
    const Table& table() { return tables_[top().way]; }

    int size_of(int line) const { return line < height_ ? problem_.width : height_; }
    Set* may(int line) { return &top().may[std::size_t(line) * colors_]; }
    std::span<std::uint64_t> alive(int line) {
        const Table& t = table();
        return std::span(top().alive).subspan(t.word[line], t.word[line + 1] - t.word[line]);
    }
    bool is_alive(int line, int i) { return alive(line)[i >> 6] >> (i & 63) & 1; }
    void remove(int line, int i) { alive(line)[i >> 6] &= ~(1ull << (i & 63)); }
    /// The cheapest one of the line that is alive; -1 if none is.
    int first_alive(int line) {
        const auto words = alive(line);
        for (std::size_t w = 0; w < words.size(); ++w)
            if (words[w]) return static_cast<int>(64 * w) + std::countr_zero(words[w]);
        return -1;
    }
    int count_alive(int line) {
        int count = 0;
        for (const auto word : alive(line)) count += std::popcount(word);
        return count;
    }
    /// Calls f(i) for each alternative that is alive; f may remove it.
    template <class F>
    void each_alive(int line, F f) {
        const auto words = alive(line);
        for (std::size_t w = 0; w < words.size(); ++w)
            for (auto word = words[w]; word; word &= word - 1)
                f(static_cast<int>(64 * w) + std::countr_zero(word));
    }
    std::int32_t cost_of(int line, int i) { return table().cost[table().first[line] + i]; }
    bool is_any(int line, int i) { return i == table().any(line); }
    bool may_be_any(int line) {
        const int any = table().any(line);
        return any >= 0 && is_alive(line, any);
    }

    /// Begins a node, reduces a line, balances a colour, or branches.
    void step() {
        if (!is_in_node_) {
            begin_node();
        } else if (const int line = next_dirty(); line >= 0) {
            if (!reduce(line)) fail();
        } else if (color_ < colors_) {
            if (!balance(color_++)) fail();
        } else {
            branch();
        }
    }

    void begin_node() {
        if (size_ == 0) return end_pass();
        if (nodes() >= problem_.nodes || size_ > most_open()) return finish(false);
        ++nodes_;
        is_in_node_ = true;
        color_ = 1;
        std::fill(dirty_.begin(), dirty_.end(), 0);
        for (const int line : top().changed)
            if (line == ALL)
                for (int each = 0; each < lines_; ++each) add_dirty(each);
            else if (line >= 0)
                add_dirty(line);
        least_ = table().base;
        for (int line = 0; line < lines_; ++line) least_ += cost_of(line, first_alive(line));
        if (!remove_dear()) fail();
    }

    /// The nodes for which there is memory.
    std::size_t most_open() const {
        const std::size_t bytes = sizeof(Set) * lines_ * colors_ + 8 * tables_[0].words;
        return std::max(std::size_t{64}, MAX_BYTES / bytes);
    }

    void fail() {
        is_in_node_ = false;
        --size_;
    }

    /// Removes the alternatives with which the cost would exceed the limit. False if it does anyway.
    bool remove_dear() {
        if (least_ > limit_) {
            cut(least_);
            return false;
        }
        for (int line = 0; line < lines_; ++line) {
            const auto words = alive(line);
            const Cost others = least_ - cost_of(line, first_alive(line));
            for (std::size_t w = words.size(); w-- > 0;)
                while (words[w]) {
                    const int last = static_cast<int>(64 * w) + 63 - std::countl_zero(words[w]);
                    const Cost cost = others + cost_of(line, last);
                    if (cost <= limit_) {
                        w = 0;
                        break;
                    }
                    cut(cost);
                    remove(line, last);
                    add_dirty(line);
                }
        }
        return true;
    }

    /// Raises the least sum after alternatives of a line have been removed; false if that is too much.
    bool note_removed(int line, int first_before) {
        color_ = 1;
        const int first = first_alive(line);
        if (first == first_before) return true;
        if (first < 0) {
            ++fails_[line];
            return false;
        }
        least_ += cost_of(line, first) - cost_of(line, first_before);
        fails_[line] += least_ > limit_;
        return remove_dear();
    }

    // Lines.

    void add_dirty(int line) { dirty_[line >> 6] |= 1ull << (line & 63); }
    /// The line with the fewest alternatives, as it is reduced soonest and says most.
    int next_dirty() {
        int best = -1, fewest = std::numeric_limits<int>::max();
        for (std::size_t w = 0; w < dirty_.size(); ++w)
            for (auto word = dirty_[w]; word && fewest > 1; word &= word - 1) {
                const int line = static_cast<int>(64 * w) + std::countr_zero(word);
                if (const int count = count_alive(line); count < fewest) {
                    best = line;
                    fewest = count;
                }
            }
        if (best >= 0) dirty_[best >> 6] &= ~(1ull << (best & 63));
        return best;
    }

    void mirror(int line) {
        for (int k = 0; k < colors_; ++k) mirrored_[k] = may(line)[k].mirrored(size_of(line));
    }
    /// Reduces a line, which was mirrored, with one alternative into out_; false if it has no place.
    bool solve(int line, int i) {
        const auto blocks = table().blocks[table().first[line] + i];
        work_ += W * (blocks.size() + 1);
        return solver_.solve(blocks, size_of(line), may(line), mirrored_.data(), colors_,
                             out_.data());
    }

    /// The same with what is known of "any".
    bool solve_any(int line) {
        const int partial = table().partial[line];
        if (partial < 0) {
            std::copy_n(may(line), colors_, out_.begin());
            return true;
        }
        PartialLine& known = tables_[top().way].partial_lines[partial];
        const bool fits = known.solve<W>(size_of(line), may(line), out_.data());
        work_ += known.work / STEPS_PER_WORK;
        return fits;
    }

    /// Removes alternatives without a place, and what none of the others has; false if none is left.
    bool reduce(int line) {
        mirror(line);
        std::fill(union_.begin(), union_.end(), Set{});
        const int first = first_alive(line);
        bool has_removed = false;
        each_alive(line, [&](int i) {
            if (is_any(line, i) ? solve_any(line) : solve(line, i)) {
                for (int k = 0; k < colors_; ++k) union_[k] |= out_[k];
            } else {
                remove(line, i);
                has_removed = true;
            }
        });
        if (has_removed && !note_removed(line, first)) return false;
        keep(line);
        return true;
    }

    /// Leaves the cells of a line the colours of union_.
    void keep(int line) {
        const bool is_row = line < height_;
        const int place = is_row ? line : line - height_, base = is_row ? height_ : 0;
        for (int k = 0; k < colors_; ++k) {
            const Set gone = may(line)[k] & ~union_[k];
            if (!gone.any()) continue;
            may(line)[k] = union_[k];
            color_ = 1;
            gone.each([&](int i) {
                may(base + i)[k].reset(place);
                add_dirty(base + i);
            });
        }
    }

    // The balance of a colour.

    /// Removes the alternatives with which rows and columns cannot have as many cells of the colour,
    /// or only at too high a cost. False if nothing else is left.
    bool balance(int color) {
        balance_.clear();
        balanced_.clear();
        constant_.clear();
        for (int line = 0; line < lines_; ++line) add_options(line, color);
        const Cost least = least_;
        const Cost most = std::min<Cost>(limit_ - least + FORESIGHT, Balance::NEVER - 1);
        const std::int32_t sum = balance_.solve(static_cast<std::int32_t>(most));
        work_ += balance_.work / ENTRIES_PER_WORK;
        if (sum < 0) return true;  // it would take too long to exclude anything
        if (least + sum > limit_) {
            cut_balanced(least + sum);
            return false;
        }
        for (const int line : constant_) keep_constant(line, least + sum);
        for (std::size_t n = 0; n < balanced_.size(); ++n)
            if (!keep_balanced(balanced_[n], color, balance_.options(n), least)) return false;
        return true;
    }

    /// Beyond the foresight the least cost of a balance is not known.
    void cut_balanced(Cost cost) { cut(std::min(cost, limit_ + FORESIGHT + 1)); }

    void add_options(int line, int color) {
        const int sign = line < height_ ? 1 : -1, first = first_alive(line);
        options_.clear();
        each_alive(line, [&](int i) {
            const std::int32_t above = cost_of(line, i) - cost_of(line, first);
            if (is_any(line, i)) {
                const auto [sure, possible] = range_of(line, color);
                const int least = std::max(sure, cells_of(line, i, color));
                options_.push_back({sign > 0 ? least : -possible, sign > 0 ? possible : -least, above,
                                    Balance::NEVER});
            } else if (const int cells = cells_of(line, i, color); option_of_[cells] < 0) {
                option_of_[cells] = 0;  // the cheapest one with as many
                options_.push_back({sign * cells, sign * cells, above, Balance::NEVER});
            }
        });
        each_alive(line, [&](int i) { option_of_[cells_of(line, i, color)] = -1; });
        if (options_.size() == 1 && options_[0].low == options_[0].high) {
            balance_.add_constant(options_[0].low);
            constant_.push_back(line);
            return;
        }
        for (const auto& o : options_) balance_.add(o.low, o.high, o.cost);
        balance_.end_line();
        balanced_.push_back(line);
    }

    bool keep_balanced(int line, int color, std::span<const Balance::Option> options, Cost least) {
        const int first = first_alive(line);
        bool has_removed = false;
        for (const auto& o : options)
            each_alive(line, [&](int i) {
                const int cells = cells_of(line, i, color) * (line < height_ ? 1 : -1);
                const bool is_of_it = is_any(line, i) ? &o == &options.back()
                                                      : o.low == cells && o.high == cells;
                if (!is_of_it) return;
                const Cost sum = least + cost_of(line, i) - cost_of(line, first) + o.others;
                if (sum <= limit_) return;
                cut_balanced(sum);
                remove(line, i);
                has_removed = true;
            });
        if (!has_removed) return true;
        add_dirty(line);
        return note_removed(line, first);
    }

    /// The same for a line whose alternatives all have as many cells; `sum`: the least cost of all.
    void keep_constant(int line, Cost sum) {
        const int first = first_alive(line);
        each_alive(line, [&](int i) {
            const Cost cost = sum + cost_of(line, i) - cost_of(line, first);
            if (cost <= limit_) return;
            cut_balanced(cost);
            remove(line, i);
            add_dirty(line);
            color_ = 1;
        });
    }

    int cells_of(int line, int i, int color) {
        return table().cells[std::size_t(table().first[line] + i) * colors_ + color];
    }
    /// How many cells of the line have the colour for certain, and how many may have it.
    std::pair<int, int> range_of(int line, int color) {
        Set others{};
        for (int k = 0; k < colors_; ++k)
            if (k != color) others |= may(line)[k];
        return {(may(line)[color] & ~others).count(), may(line)[color].count()};
    }

    // Branches.

    bool is_decided(int line) {
        int left = 0;
        for (int k = 0; k < colors_; ++k) left += may(line)[k].count();
        return left == size_of(line);
    }

    void branch() {
        int best = -1, open_any = -1;
        std::uint64_t best_score = 0;
        for (int line = 0; line < lines_; ++line) {
            if (is_decided(line)) continue;
            const int count = count_alive(line), first = first_alive(line);
            if (count == 1) {
                if (is_any(line, first)) open_any = line;
                continue;
            }
            const std::uint64_t score = score_of(line, first, count);
            if (best >= 0 && score <= best_score) continue;
            best = line;
            best_score = score;
        }
        if (best >= 0)
            branch_on_line(best);
        else if (open_any >= 0)
            branch_on_cell();
        else
            begin_leaf();
    }

    /// A line is promising if its cheapest alternative decides much and the next one is much dearer,
    /// if it has few, and if it has often failed.
    std::uint64_t score_of(int line, int first, int count) {
        std::uint64_t gain = 0;
        if (!is_any(line, first)) {
            mirror(line);
            solve(line, first);
            for (int k = 0; k < colors_; ++k) gain += may(line)[k].count() - out_[k].count();
        }
        int second = -1;
        each_alive(line, [&](int i) {
            if (i != first && second < 0) second = i;
        });
        const std::uint64_t gap = cost_of(line, second) - cost_of(line, first);
        return (2 * gain + 1) * (1 + fails_[line]) * (gap + 500) * 16 /
               std::bit_width(static_cast<unsigned>(count));
    }

    /// The cheapest alternative first, all others later.
    void branch_on_line(int line) {
        const int first = first_alive(line);
        remember_changed(line, NO_LINE);
        copy_top();
        State& later = stack_[size_ - 2];
        later.alive[table().word[line] + (first >> 6)] &= ~(1ull << (first & 63));
        for (auto& word : alive(line)) word = 0;
        alive(line)[first >> 6] = 1ull << (first & 63);
        is_in_node_ = false;
    }

    /// Of the lines with any clues the cell whose crossing line is nearest to its end.
    void branch_on_cell() {
        int best_line = -1, best_place = -1, fewest = 1 << 30;
        for (int line = 0; line < lines_; ++line) {
            if (is_decided(line) || !may_be_any(line)) continue;
            const int base = line < height_ ? height_ : 0;
            for (int i = 0; i < size_of(line); ++i) {
                if (colors_at(line, i) < 2) continue;
                int left = 0;
                for (int k = 0; k < colors_; ++k) left += may(base + i)[k].count();
                left -= size_of(base + i);
                if (left >= fewest) continue;
                fewest = left;
                best_line = line;
                best_place = i;
            }
        }
        const int base = best_line < height_ ? height_ : 0;
        const int place = best_line < height_ ? best_line : best_line - height_;
        int color = 0;
        while (!may(best_line)[color].test(best_place)) ++color;
        remember_changed(best_line, base + best_place);
        copy_top();
        State& later = stack_[size_ - 2];
        later.may[best_line * colors_ + color].reset(best_place);
        later.may[(base + best_place) * colors_ + color].reset(place);
        for (int k = color + 1; k < colors_; ++k) {
            may(best_line)[k].reset(best_place);
            may(base + best_place)[k].reset(place);
        }
        is_in_node_ = false;
    }

    int colors_at(int line, int i) {
        int count = 0;
        for (int k = 0; k < colors_; ++k) count += may(line)[k].test(i);
        return count;
    }

    void remember_changed(int line, int other) {
        top().changed[0] = line;
        top().changed[1] = other;
    }
    void copy_top() {
        push();
        stack_[size_ - 1] = stack_[size_ - 2];
    }

    // Leaves: the clues of all lines are known.

    void begin_leaf() {
        Assignment leaf;
        leaf.way = top().way;
        leaf.cost = table().base;
        for (int line = 0; line < lines_; ++line) {
            const std::size_t begin = leaf.clues.size();
            if (is_decided(line))
                add_read_off(line, leaf.clues);
            else
                table().add_clues(line, first_alive(line), leaf.clues);
            const int chosen = table().find(line, std::span(leaf.clues).subspan(begin));
            leaf.chosen.push_back(chosen);
            leaf.cost += cost_of(line, chosen < 0 ? table().any(line) : chosen);
        }
        fail();
        if (found_.knows(leaf)) {
            limit_ = std::min(limit_, found_.ceiling());
            return;
        }
        Problem problem{height_, problem_.width, colors_, {}, 2, {}};
        for (std::size_t at = 0; at < leaf.clues.size();) {
            for (std::uint32_t left = leaf.clues[at++]; left > 0; --left, ++at)
                problem.lines.add(leaf.clues[at] & 0xffff, leaf.clues[at] >> 16);
            problem.lines.end_line();
        }
        counted_ = std::move(leaf);
        leaf_.emplace(std::move(problem), Patience{});
    }

    void add_read_off(int line, Clues& clues) {
        const std::size_t count_at = clues.size();
        clues.push_back(0);
        for (int i = 0, run = 0, before = 0; i <= size_of(line); ++i) {
            int color = 0;
            if (i < size_of(line))
                while (!may(line)[color].test(i)) ++color;
            if (color != before || i == size_of(line)) {
                if (before != 0) clues.push_back(Table::word_of(run, before));
                run = 0;
            }
            before = color;
            ++run;
        }
        clues[count_at] = static_cast<std::uint32_t>(clues.size() - count_at - 1);
    }

    void end_leaf() {
        const std::size_t solutions = leaf_->solutions().size();
        counted_.count = solutions > 1         ? Count::SEVERAL
                         : !leaf_->complete()  ? Count::UNKNOWN
                         : solutions == 1      ? Count::ONE
                                               : Count::NONE;
        nodes_ += leaf_->statistics.decisions / DECISIONS_PER_NODE;
        leaf_.reset();
        found_.add(std::move(counted_));
        limit_ = std::min(limit_, found_.ceiling());
    }

    static constexpr std::size_t MAX_BYTES = std::size_t{1} << 28;

    const LikeliestProblem problem_;
    const int height_, lines_, colors_;
    std::vector<Table> tables_;
    /// The cheapest sum of a way.
    Cost cheapest_ = NO_COST;
    /// Of the pass: nothing dearer is looked for; so at its beginning; the least cost of what that
    /// excluded.
    Cost limit_ = 0, pass_limit_ = 0, least_cut_ = NO_COST;
    std::vector<State> stack_;
    std::size_t size_ = 0;
    /// Of the node: the sum of the cheapest alternatives, and the colour that is balanced next.
    Cost least_ = 0;
    int color_ = 1;
    std::vector<std::uint64_t> dirty_;
    bool is_in_node_ = false;
    /// How often each line was left without an alternative.
    std::vector<std::uint64_t> fails_;
    LineSolver<W> solver_;
    std::vector<Set> mirrored_, out_, union_;
    Balance balance_;
    std::vector<Balance::Option> options_;
    std::vector<int> option_of_, balanced_, constant_;
    std::optional<Search<W>> leaf_;
    Assignment counted_;
    FoundAssignments found_;
    std::uint64_t nodes_ = 0, work_ = 0;
    bool is_over_ = false, is_complete_ = false;
};

}  // namespace nonogram
