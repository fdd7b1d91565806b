// Conflict-driven clause learning over clauses of two and three literals.
//
// These clauses are stored in flat tables, one row for each literal; only learned ones are watched.
// Sources: Marques-Silva and Sakallah 1996 (learning); Moskewicz et al. 2001 (watched literals,
// activities); Een and Sorensson 2003 (minimising); Audemard and Simon 2009 (LBD); Biere and
// Fleury 2020 (target phases).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "heap.hpp"
#include "patience.hpp"

namespace nonogram {

/// 2 * variable, + 1 if negated; or a constant.
using Lit = std::uint32_t;
inline constexpr Lit FALSE = ~0u - 1, TRUE = ~0u;

inline Lit negated(Lit a) { return a ^ 1; }

class Sat {
public:
    using Clock = std::chrono::steady_clock;
    enum class Answer {
        SATISFIED,
        UNSATISFIABLE,
        OUT_OF_TIME,
        OUT_OF_DECISIONS,
        OUT_OF_CONFLICTS,
        NEW_FACTS
    };

    explicit Sat(const Patience& patience) : patience_(patience) {}

    std::uint64_t decisions = 0, conflicts = 0, depth = 0;

    /// Starts anew. The first `passive` variables follow from the others and are not decided.
    void reset(int variables, int passive);

    /// Adds a clause: at least one of the literals holds. They may be constants.
    void add(Lit a, Lit b);
    void add(Lit a, Lit b, Lit c);

    /// Sets the first phase of a variable, and adds to its activity: higher is decided earlier.
    void set_preference(int variable, bool positive, double activity) {
        negative_[variable] = !positive;
        heap_.bump(variable, activity);
    }

    /// Prefers no values and variables any more, but keeps what it has learned.
    void forget_preferences();

    /// Makes the tables of a part of the added clauses; true once they are complete.
    bool prepare();

    /// Adds a clause that follows from the others, or that excludes a solution, after prepare().
    /// Goes back no further than it has to.
    void add(std::span<const Lit> literals, int lbd = 0);

    /// Decides differently from now on, for each number in another way.
    void vary(std::uint32_t number);

    /// Searches until `end`, or until that many decisions or conflicts in total. NEW_FACTS:
    /// `Patience::facts_after` conflicts are reached, and more literals are fixed than before.
    Answer run(Clock::time_point end, std::uint64_t most_decisions, std::uint64_t most_conflicts);

    /// Keeps the best clauses of those that are learned from now on for take_best().
    void begin_sharing() { shares_ = true; }

    /// The best clauses learned since the last call, one after the other: LBD, size and literals.
    std::vector<Lit> take_best() { return std::exchange(best_learned_, {}); }

    /// After SATISFIED: excludes this solution. The clause that does it; empty if no other is left.
    std::vector<Lit> exclude_this();

    bool is_true(Lit a) const { return a >= FALSE ? a == TRUE : value_[a] > 0; }
    /// Whether the literal holds at level 0, independent of decisions.
    bool is_fixed(Lit a) const { return is_true(a) && (a >= FALSE || reason_[a >> 1].level == 0); }

private:
    // Why a literal holds: a decision or a fact, a clause of two or three, or a learned clause.
    static constexpr std::uint32_t NONE = ~0u, TWO = ~0u - 1, THREE = ~0u - 2;
    struct Reason {
        std::uint32_t kind = NONE;
        Lit other = 0, third = 0;
        int level = 0;  // stored here because both are written together
    };
    struct Watch {
        std::uint32_t clause;
        Lit blocker;
    };
    // A learned clause in arena_: its size, LBD, marks and literals.
    enum : std::uint32_t { SIZE, LBD, MARKS, LITERALS };
    enum : std::uint32_t { USED = 1, LOCKED = 2 };

    static constexpr std::size_t CHUNK = 100'000;
    static constexpr int KEPT_LBD = 2;
    static constexpr std::uint64_t PROPAGATIONS_PER_LOOK = 5000;

    int level() const { return static_cast<int>(starts_.size()); }

    void assign(Lit a, Reason reason) {
        reason.level = level();
        reason_[a >> 1] = reason;
        trail_.push_back(a);  // never exceeds the reserved capacity
        value_[a] = 1;
        value_[negated(a)] = -1;
    }

    bool propagate();
    bool propagate_learned(Lit a);
    template <class F>
    void each_reason(Lit a, F f);
    void learn();
    bool is_redundant(Lit a, std::uint64_t levels);
    int lbd_of(const std::vector<Lit>& literals);
    void install(const std::vector<Lit>& literals, int lbd);
    void watch(std::uint32_t clause);
    void back_to(int level);
    void reduce_learned();
    void update_target();
    Lit next_decision();

    Patience patience_;
    int variables_ = 0, passive_ = 0;
    bool is_contradictory_ = false;
    std::vector<signed char> value_;  // by literal: 1 true, -1 false, 0 open
    std::vector<Reason> reason_;
    std::vector<char> negative_, target_, seen_;

    std::vector<Lit> ones_;
    std::vector<std::array<Lit, 2>> twos_;
    std::vector<std::array<Lit, 3>> threes_;
    std::size_t prepared_ = 0;
    /// The other literals of the clauses that contain negated(a): rows [first[a], first[a + 1]).
    /// Copies of a Sat share them.
    struct Tables {
        std::vector<std::uint32_t> first_two, first_three;
        std::vector<Lit> two;
        std::vector<std::array<Lit, 2>> three;
    };
    std::shared_ptr<Tables> tables_;

    std::vector<std::uint32_t> arena_, learned_;
    std::vector<std::vector<Watch>> watches_;
    std::vector<Lit> trail_;
    std::vector<int> starts_;
    std::size_t head_ = 0;
    ActivityHeap heap_;
    std::vector<Lit> conflict_, learnt_, stack_, best_learned_;
    std::vector<int> touched_;
    std::vector<std::uint32_t> level_stamp_;
    std::uint32_t stamp_ = 0;
    std::uint64_t propagations_ = 0, restarts_ = 0, forgettings_ = 0;
    std::uint64_t restart_at_ = patience_.restart_unit, forget_at_ = patience_.forget_at;
    std::size_t best_ = 0, fixed_ = 0;
    bool has_started_ = false, shares_ = false;
};

/// The sequence 1, 1, 2, 1, 1, 2, 4, ... by Luby, Sinclair and Zuckerman 1993.
inline std::uint64_t luby(std::uint64_t i) {
    std::uint64_t size = 1;
    int power = 0;
    while (size < i + 1) {
        size = 2 * size + 1;
        ++power;
    }
    while (size - 1 != i) {
        size = (size - 1) / 2;
        --power;
        i %= size;
    }
    return std::uint64_t{1} << power;
}

}  // namespace nonogram

#include "sat_search.hpp"
