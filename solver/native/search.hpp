// A whole puzzle: propagation, probing and conflict learning over one kind of fact.
//
// A fact is "this cell does not have this colour": a cleared bit. Lines clear bits (the line solver
// is the propagator), decisions clear one bit each, and a learned nogood is a set of facts that
// cannot all hold: when all but one hold, the last one's cell has its colour. Why a line cleared a
// bit is found out only when a conflict asks for it, and made small by trying to do without each of
// the facts. Black and white is the case of two colours.
//
// Sources: Batenburg and Kosters 2009 (line relaxations); Marques-Silva and Sakallah 1996 (GRASP);
// Moskewicz et al. 2001 (watched literals, activities); Ohrimenko, Stuckey and Codish 2009 (lazy
// explanations).
#pragma once

#include <algorithm>
#include <chrono>

#include "core.hpp"
#include "heap.hpp"

namespace nonogram {

template <int W>
class Search final : public AnySearch {
    using Set = Bits<W>;
    using Bit = std::uint32_t;  // cell * colors + color
    static constexpr int DECISION = -1, NO_LINE = -1, RESTART_UNIT = 50, CHECK_EVERY = 16;
    static constexpr Bit NONE = ~0u;

public:
    explicit Search(Problem problem)
        : p_(std::move(problem)), h_(p_.height), w_(p_.width), k_(p_.colors) {
        const int lines = h_ + w_, cells = h_ * w_;
        may_.resize(std::size_t(lines) * k_);
        mirrored_.resize(std::size_t(lines) * k_);
        for (int l = 0; l < lines; ++l)
            for (int k = 0; k < k_; ++k)
                may_[l * k_ + k] = mirrored_[l * k_ + k] = Set::ones(size_of(l));
        left_.assign(cells, k_);
        queued_.assign(lines, 1);
        std::size_t most = 0;
        for (int l = 0; l < lines; ++l) {
            queue_.push_back(l);
            most = std::max(most, p_.lines[l].size());
        }
        solver_.reserve(most);
        out_.resize(k_);
        trail_.reserve(std::size_t(cells) * (k_ - 1) + k_);
        position_.assign(std::size_t(cells) * k_, NONE);
        open_ = cells;
    }

    bool run(double seconds, std::uint64_t nodes) override {
        const auto end = std::chrono::steady_clock::now() +
                         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                             std::chrono::duration<double>(seconds));
        countdown_ = CHECK_EVERY;
        while (!over_) {
            if (--countdown_ <= 0) {
                countdown_ = CHECK_EVERY;
                if (std::chrono::steady_clock::now() >= end) return false;
            }
            if (statistics.decisions >= nodes) {
                out_of_nodes_ = true;
                return true;
            }
            step();
        }
        return true;
    }

    const std::vector<std::vector<std::uint8_t>>& solutions() const override { return solutions_; }
    int known() const override { return h_ * w_ - root_open_; }
    bool complete() const override { return complete_; }
    int failed_line() const override { return failed_line_; }
    bool by_logic() const override { return by_logic_; }
    bool out_of_nodes() const override { return out_of_nodes_; }

    void certain(std::uint32_t* cells) const override {
        for (int cell = 0; cell < h_ * w_; ++cell) {
            std::uint32_t set = 0;
            for (int k = 0; k < k_; ++k) {
                const Bit at = position_[cell * k_ + k];
                if (at == NONE || at >= certain_trail()) set |= 1u << k;
            }
            cells[cell] = set;
        }
    }

private:
    // One small piece of work; run() looks at the clock in between.
    void step() {
        if (!queue_.empty() || clause_head_ < trail_.size()) {
            if (!propagate_some()) handle_conflict();
            return;
        }
        if (level() == 0 && solutions_.empty()) root_open_ = open_;
        if (open_ == 0) {
            found_solution();
            return;
        }
        prepare_search();
        if (level() == 0 || conflicts_since_restart_ < restart_limit_) {
            decide();
        } else {
            restart();
        }
    }

    int level() const { return static_cast<int>(level_starts_.size()); }
    std::size_t root_trail() const { return level_starts_.empty() ? trail_.size() : level_starts_[0]; }
    int size_of(int line) const { return line < h_ ? w_ : h_; }

    /// What holds whatever is found: facts of the root from before a solution was ruled out.
    std::size_t certain_trail() const { return solutions_.empty() ? root_trail() : certain_trail_; }

    // Facts

    /// Clears a bit. False if its cell has no colour left: conflict_ holds why.
    bool clear(Bit bit, int reason) {
        const int cell = bit / k_, color = bit % k_, row = cell / w_, column = cell % w_;
        position_[bit] = static_cast<Bit>(trail_.size());
        trail_.push_back({bit, reason, level()});
        may_[row * k_ + color].reset(column);
        mirrored_[row * k_ + color].reset(w_ - 1 - column);
        const int line = h_ + column;
        may_[line * k_ + color].reset(row);
        mirrored_[line * k_ + color].reset(h_ - 1 - row);
        enqueue(row, reason);
        enqueue(line, reason);
        const int left = --left_[cell];
        if (left == 1) {
            --open_;
        } else if (left == 0) {
            conflict_.clear();
            for (int k = 0; k < k_; ++k) conflict_.push_back(cell * k_ + k);
            return false;
        }
        return true;
    }

    /// A line that has just cleared bits itself has nothing more to say about them.
    void enqueue(int line, int reason) {
        if (!queued_[line] && reason != line_reason(line)) {
            queued_[line] = 1;
            queue_.push_back(line);
        }
    }

    void undo_to(std::size_t size) {
        while (trail_.size() > size) {
            const Bit bit = trail_.back().bit;
            trail_.pop_back();
            if (trail_.size() < reason_of_.size()) reason_of_[trail_.size()] = NONE;
            const int cell = bit / k_, color = bit % k_, row = cell / w_, column = cell % w_;
            const int line = h_ + column;
            if (left_[cell] == 1) {
                ++open_;
                if (searching_) {
                    phase_[cell] = only_color(cell);
                    heap_.insert(cell);
                }
            }
            ++left_[cell];
            position_[bit] = NONE;
            may_[row * k_ + color].set(column);
            mirrored_[row * k_ + color].set(w_ - 1 - column);
            may_[line * k_ + color].set(row);
            mirrored_[line * k_ + color].set(h_ - 1 - row);
        }
        clause_head_ = std::min(clause_head_, trail_.size());
    }

    void cancel_queue() {
        for (std::size_t i = queue_head_; i < queue_.size(); ++i) queued_[queue_[i]] = 0;
        queue_.clear();
        queue_head_ = 0;
    }

    void back_to(int target) {
        if (level() <= target) return;
        undo_to(level_starts_[target]);
        level_starts_.resize(target);
        cancel_queue();
    }

    int only_color(int cell) const {
        for (int k = 0; k < k_; ++k)
            if (position_[cell * k_ + k] == NONE) return k;
        return 0;
    }

    // Propagation

    static int line_reason(int line) { return -2 - line; }

    bool propagate_some() {
        while (clause_head_ < trail_.size())
            if (!propagate_clauses(trail_[clause_head_++].bit)) return false;
        return queue_head_ == queue_.size() ? (cancel_queue(), true) : solve_one_line();
    }

    bool solve_one_line() {
        const int line = queue_[queue_head_++];
        queued_[line] = 0;
        if (queue_head_ == queue_.size()) {
            queue_.clear();
            queue_head_ = 0;
        }
        ++statistics.line_solves;
        const int size = size_of(line);
        Set* may = &may_[line * k_];
        if (!solver_.solve(p_.lines[line], size, may, &mirrored_[line * k_], k_, out_.data())) {
            failed_line_ = line;
            explain_line(line, NONE, static_cast<Bit>(trail_.size()), conflict_);
            return false;
        }
        bool sound = true;
        for (int k = 0; k < k_ && sound; ++k) {
            Set gone = may[k] & ~out_[k];
            if (!gone.any()) continue;
            gone.each([&](int i) {
                const int cell = line < h_ ? line * w_ + i : i * w_ + (line - h_);
                if (sound) sound = clear(cell * k_ + k, line_reason(line));
            });
        }
        if (!sound) failed_line_ = line;
        return sound;
    }

    // Explanations

    /// The facts before trail position `before` because of which `line` clears `bit`, or fails if
    /// bit is NONE. Facts of the root are left out: they always hold.
    void explain_line(int line, Bit bit, Bit before, std::vector<Bit>& why) {
        const int size = size_of(line);
        sets_.resize(k_);
        for (int k = 0; k < k_; ++k) sets_[k] = Set::ones(size);
        candidates_.clear();
        for (int k = 0; k < k_; ++k) {
            Set gone = ~may_[line * k_ + k] & Set::ones(size);
            gone.each([&](int i) {
                const int cell = line < h_ ? line * w_ + i : i * w_ + (line - h_);
                const Bit b = cell * k_ + k;
                const Bit at = position_[b];
                if (at >= before) return;
                sets_[k].reset(i);
                if (trail_[at].level > 0) candidates_.push_back({at, k, i});
            });
        }
        if (bit != NONE) {
            const int cell = bit / k_, color = bit % k_;
            const int i = line < h_ ? cell % w_ : cell / w_;
            for (int k = 0; k < k_; ++k)
                if (k != color) sets_[k].reset(i);
            // The bit's own cell must have the colour: its other bits explain nothing.
            std::erase_if(candidates_, [&](const Candidate& c) { return c.index == i; });
        }
        std::sort(candidates_.begin(), candidates_.end(),
                  [](const Candidate& a, const Candidate& b) { return a.at > b.at; });
        why.clear();
        minimise(line, size, 0, candidates_.size(), why);
    }

    /// Does without as many of candidates_[first:last] as it can; those it needs go to `why`.
    void minimise(int line, int size, std::size_t first, std::size_t last, std::vector<Bit>& why) {
        if (first == last) return;
        for (std::size_t i = first; i < last; ++i) sets_[candidates_[i].color].set(candidates_[i].index);
        if (!LineSolver<W>::fits(p_.lines[line], size, sets_.data())) return;
        if (last - first == 1) {
            sets_[candidates_[first].color].reset(candidates_[first].index);
            why.push_back(trail_[candidates_[first].at].bit);
            return;
        }
        for (std::size_t i = first; i < last; ++i)
            sets_[candidates_[i].color].reset(candidates_[i].index);
        const std::size_t middle = first + (last - first) / 2;
        minimise(line, size, first, middle, why);
        minimise(line, size, middle, last, why);
    }

    /// The facts that made `bit` hold, remembered until it is undone; empty for decisions.
    const std::vector<Bit>& explain(Bit bit) {
        const Bit at = position_[bit];
        if (reasons_.size() < trail_.size()) {
            reasons_.resize(trail_.capacity());
            reason_of_.resize(trail_.capacity(), NONE);
        }
        if (reason_of_[at] != bit) {
            reason_of_[at] = bit;
            find_reason(bit, reasons_[at]);
        }
        return reasons_[at];
    }

    void find_reason(Bit bit, std::vector<Bit>& why) {
        const Entry entry = trail_[position_[bit]];
        why.clear();
        if (entry.reason == DECISION) return;
        if (entry.reason < DECISION) {
            explain_line(-2 - entry.reason, bit, position_[bit], why);
            return;
        }
        const int cell = bit / k_;
        for (Bit other : clauses_[entry.reason].bits)
            if (static_cast<int>(other / k_) != cell || position_[other] < position_[bit])
                if (position_[other] != NONE && trail_[position_[other]].level > 0)
                    why.push_back(other);
    }

    // Conflicts

    void handle_conflict() {
        cancel_queue();
        countdown_ = 0;  // learning takes long enough to look at the clock
        ++statistics.conflicts;
        int highest = 0;
        for (Bit b : conflict_) highest = std::max(highest, trail_[position_[b]].level);
        if (highest == 0) {
            by_logic_ = statistics.decisions == 0;
            complete_ = over_ = true;
            return;
        }
        if (highest < level()) {
            // Undo down to the level of the conflict: what it consists of still holds there.
            undo_to(level_starts_[highest]);
            level_starts_.resize(highest);
        }
        learn();
    }

    /// First unique implication point; then back to where the nogood forces something.
    void learn() {
        learnt_.clear();
        int paths = 0;
        std::size_t index = trail_.size();
        const std::vector<Bit>* reason = &conflict_;
        Bit uip = NONE;
        for (;;) {
            for (Bit b : *reason) {
                const Entry& e = trail_[position_[b]];
                if (seen_[b] || e.level == 0) continue;
                seen_[b] = 1;
                touched_.push_back(b);
                heap_.bump(b / k_);
                if (e.level == level())
                    ++paths;
                else
                    learnt_.push_back(b);
            }
            do --index;
            while (!seen_[trail_[index].bit]);
            uip = trail_[index].bit;
            if (--paths == 0) break;
            reason = &explain(uip);
        }
        drop_implied();
        for (Bit b : touched_) seen_[b] = 0;
        touched_.clear();
        int target = 0;
        std::size_t second = 0;
        for (std::size_t i = 0; i < learnt_.size(); ++i)
            if (trail_[position_[learnt_[i]]].level > target) {
                target = trail_[position_[learnt_[i]]].level;
                second = i;
            }
        const int lbd = levels_in(learnt_) + 1;
        back_to(target);
        ++conflicts_since_restart_;
        heap_.decay();
        if (learnt_.empty()) {
            force(uip, DECISION);
            return;
        }
        std::vector<Bit> bits{uip, learnt_[second]};
        for (std::size_t i = 0; i < learnt_.size(); ++i)
            if (i != second) bits.push_back(learnt_[i]);
        const int clause = add_clause(std::move(bits), lbd);
        force(uip, clause);
    }

    /// Leaves out of the nogood what follows from the rest of it.
    void drop_implied() {
        std::erase_if(learnt_, [&](Bit b) {
            if (trail_[position_[b]].reason == DECISION) return false;
            for (Bit o : explain(b))
                if (!seen_[o] && trail_[position_[o]].level > 0) return false;
            return true;
        });
    }

    int levels_in(const std::vector<Bit>& bits) {
        ++stamp_;
        int n = 0;
        for (Bit b : bits) {
            const int l = trail_[position_[b]].level;
            if (l >= static_cast<int>(level_stamp_.size())) level_stamp_.resize(l + 64, 0);
            if (level_stamp_[l] != stamp_) {
                level_stamp_[l] = stamp_;
                ++n;
            }
        }
        return n;
    }

    /// The cell of `bit`, which is not cleared, has its colour: all its other bits are cleared.
    void force(Bit bit, int reason) {
        const int cell = bit / k_;
        for (int k = 0; k < k_; ++k) {
            const Bit other = cell * k_ + k;
            if (other != bit && position_[other] == NONE) clear(other, reason);
        }
    }

    // Nogoods

    struct Clause {
        std::vector<Bit> bits;  // the first two are watched
        int lbd;
        bool keep;
        bool dead = false;
    };

    int add_clause(std::vector<Bit> bits, int lbd, bool keep = false) {
        const int id = static_cast<int>(clauses_.size());
        watches_[bits[0]].push_back(id);
        watches_[bits[1]].push_back(id);
        clauses_.push_back({std::move(bits), lbd, keep || lbd <= 2});
        ++statistics.learned;
        return id;
    }

    bool is_set(Bit bit) const {  // the cell certainly has the colour: the nogood cannot hold
        return position_[bit] == NONE && left_[bit / k_] == 1;
    }

    /// `bit` has been cleared: look after the nogoods that watch it.
    bool propagate_clauses(Bit bit) {
        if (!searching_ || watches_[bit].empty()) return true;
        auto& watching = watches_[bit];
        std::size_t kept = 0;
        for (std::size_t i = 0; i < watching.size(); ++i) {
            const int id = watching[i];
            Clause& clause = clauses_[id];
            if (clause.dead) continue;
            auto& bits = clause.bits;
            if (bits[0] == bit) std::swap(bits[0], bits[1]);
            if (is_set(bits[0])) {
                watching[kept++] = id;
                continue;
            }
            bool moved = false;
            for (std::size_t j = 2; j < bits.size(); ++j)
                if (position_[bits[j]] == NONE) {
                    std::swap(bits[1], bits[j]);
                    watches_[bits[1]].push_back(id);
                    moved = true;
                    break;
                }
            if (moved) continue;
            watching[kept++] = id;
            if (position_[bits[0]] == NONE) {
                force(bits[0], id);
                continue;
            }
            conflict_ = bits;
            for (++i; i < watching.size(); ++i) watching[kept++] = watching[i];
            watching.resize(kept);
            return false;
        }
        watching.resize(kept);
        return true;
    }

    void forget_some() {
        std::vector<int> ids;
        std::vector<char> locked(clauses_.size(), 0);
        for (const Entry& e : trail_)
            if (e.reason >= 0) locked[e.reason] = 1;
        for (int id = 0; id < static_cast<int>(clauses_.size()); ++id)
            if (!clauses_[id].dead && !clauses_[id].keep && !locked[id]) ids.push_back(id);
        std::sort(ids.begin(), ids.end(), [&](int a, int b) {
            if (clauses_[a].lbd != clauses_[b].lbd) return clauses_[a].lbd > clauses_[b].lbd;
            return a < b;
        });
        ids.resize(ids.size() / 2);
        for (int id : ids) {
            clauses_[id].dead = true;
            std::vector<Bit>().swap(clauses_[id].bits);
        }
        forget_at_ = statistics.learned + 2000 + (forget_round_ += 300);
    }

    // Decisions

    void prepare_search() {
        if (searching_) return;
        searching_ = true;
        const int cells = h_ * w_;
        phase_.assign(cells, 0);
        heap_.reset(cells);
        seen_.assign(std::size_t(cells) * k_, 0);
        watches_.resize(std::size_t(cells) * k_);
        for (int cell = 0; cell < cells; ++cell) {
            if (left_[cell] < 2) continue;
            // Cells with much known around them come first.
            const int row = cell / w_, column = cell % w_;
            int around = 0;
            for (auto [r, c] : {std::pair{row - 1, column}, {row + 1, column}, {row, column - 1},
                                {row, column + 1}})
                around += r < 0 || c < 0 || r >= h_ || c >= w_ || left_[r * w_ + c] == 1;
            phase_[cell] = position_[cell * k_ + 1] == NONE ? 1 : only_color(cell);
            heap_.insert(cell, around * 1e-3);
        }
        clause_head_ = trail_.size();
    }

    void decide() {
        if (statistics.learned >= forget_at_) forget_some();
        int cell = -1;
        while (!heap_.empty()) {
            cell = heap_.pop();
            if (left_[cell] > 1) break;
            cell = -1;
        }
        ++statistics.decisions;
        level_starts_.push_back(trail_.size());
        // Clear one colour other than the one the cell had last.
        for (int k = 0; k < k_; ++k) {
            const Bit bit = cell * k_ + k;
            if (position_[bit] == NONE && k != phase_[cell]) {
                if (left_[cell] > 2) heap_.insert(cell);
                clear(bit, DECISION);
                return;
            }
        }
    }

    void restart() {
        back_to(0);
        conflicts_since_restart_ = 0;
        restart_limit_ = RESTART_UNIT * luby(++restarts_);
    }

    static int luby(int i) {
        int size = 1, power = 0;
        while (size < i + 1) {
            size = 2 * size + 1;
            ++power;
        }
        while (size - 1 != i) {
            size = (size - 1) >> 1;
            --power;
            i %= size;
        }
        return 1 << power;
    }

    // Solutions

    void found_solution() {
        std::vector<std::uint8_t> solution(std::size_t(h_) * w_);
        for (int cell = 0; cell < h_ * w_; ++cell) solution[cell] = only_color(cell);
        if (solutions_.empty()) certain_trail_ = root_trail();
        solutions_.push_back(std::move(solution));
        if (level() == 0 || static_cast<int>(solutions_.size()) >= p_.wanted) {
            complete_ = level() == 0;
            over_ = true;
            return;
        }
        // The decisions brought this solution about: another one differs in one of them.
        std::vector<Bit> bits;
        for (std::size_t start : level_starts_) bits.push_back(trail_[start].bit);
        std::reverse(bits.begin(), bits.end());
        if (bits.size() == 1) {
            back_to(0);
            force(bits[0], DECISION);
            return;
        }
        back_to(level() - 1);
        const int clause = add_clause(bits, 0, true);
        force(bits[0], clause);
    }

    struct Entry {
        Bit bit;
        int reason;
        int level;
    };
    struct Candidate {
        Bit at;
        int color, index;
    };

    Problem p_;
    const int h_, w_, k_;
    std::vector<Set> may_, mirrored_, out_, sets_;
    std::vector<int> left_;
    std::vector<char> queued_;
    std::vector<int> queue_;
    std::size_t queue_head_ = 0;
    LineSolver<W> solver_;
    std::vector<Entry> trail_;
    std::vector<Bit> position_;
    std::vector<std::size_t> level_starts_;
    std::vector<Candidate> candidates_;
    std::vector<Bit> conflict_, learnt_, touched_, reason_of_;
    std::vector<std::vector<Bit>> reasons_;
    std::vector<char> seen_;
    std::vector<Clause> clauses_;
    std::vector<std::vector<int>> watches_;
    std::size_t clause_head_ = 0;
    std::vector<std::uint8_t> phase_;
    CellHeap heap_;
    std::vector<int> level_stamp_;
    std::vector<std::vector<std::uint8_t>> solutions_;
    int stamp_ = 0, open_ = 0, root_open_ = 0, failed_line_ = NO_LINE, restarts_ = 0;
    int conflicts_since_restart_ = 0, restart_limit_ = RESTART_UNIT, countdown_ = 0;
    std::uint64_t forget_at_ = 4000, forget_round_ = 0;
    bool searching_ = false, over_ = false, by_logic_ = false, complete_ = false;
    bool out_of_nodes_ = false;
    std::size_t certain_trail_ = 0;
};

}  // namespace nonogram
