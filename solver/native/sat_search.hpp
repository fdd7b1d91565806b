// The functions of Sat: tables, propagation, learning, deleting learned clauses, search.
#pragma once

#include <algorithm>
#include <limits>
#include <random>

#include "sat.hpp"

namespace nonogram {

// The tables

inline void Sat::reset(int variables, int passive) {
    variables_ = variables;
    passive_ = passive;
    value_.assign(2 * std::size_t(variables), 0);
    reason_.assign(variables, {});
    negative_.assign(variables, 1);
    target_.assign(variables, -1);
    seen_.assign(variables, 0);
    watches_.resize(2 * std::size_t(variables));
    tables_ = std::make_shared<Tables>();
    tables_->first_two.assign(2 * std::size_t(variables) + 1, 0);
    tables_->first_three.assign(2 * std::size_t(variables) + 1, 0);
    trail_.reserve(variables);
    heap_.reset(variables);
    for (int v = passive; v < variables; ++v) heap_.insert(v);
}

inline void Sat::add(Lit a, Lit b) {
    if (a == TRUE || b == TRUE || (a < FALSE && a == negated(b))) return;
    if (a == FALSE && b == FALSE) {
        is_contradictory_ = true;
    } else if (a == FALSE || b == FALSE || a == b) {
        ones_.push_back(std::min(a, b));
    } else {
        twos_.push_back({a, b});
        ++tables_->first_two[negated(a) + 1];
        ++tables_->first_two[negated(b) + 1];
    }
}

inline void Sat::add(Lit a, Lit b, Lit c) {
    if (a == TRUE || b == TRUE || c == TRUE) return;
    if (a == FALSE || a == b || a == c) return add(b, c);
    if (b == FALSE || b == c) return add(a, c);
    if (c == FALSE) return add(a, b);
    if (a == negated(b) || a == negated(c) || b == negated(c)) return;
    threes_.push_back({a, b, c});
    for (Lit x : {a, b, c}) ++tables_->first_three[negated(x) + 1];
}

inline bool Sat::prepare() {
    auto& [first_two, first_three, two, three] = *tables_;
    if (prepared_ == 0) {
        for (std::size_t i = 1; i < first_two.size(); ++i) {
            first_two[i] += first_two[i - 1];
            first_three[i] += first_three[i - 1];
        }
        two.resize(first_two.back());
        three.resize(first_three.back());
    }
    // Rows are filled from their ends, so that `first` is the begin of the row afterwards.
    const std::size_t end = prepared_ + CHUNK;
    for (; prepared_ < end && prepared_ < twos_.size() + threes_.size(); ++prepared_) {
        if (prepared_ < twos_.size()) {
            const auto [a, b] = twos_[prepared_];
            two[--first_two[negated(a) + 1]] = b;
            two[--first_two[negated(b) + 1]] = a;
        } else {
            const auto [a, b, c] = threes_[prepared_ - twos_.size()];
            three[--first_three[negated(a) + 1]] = {b, c};
            three[--first_three[negated(b) + 1]] = {a, c};
            three[--first_three[negated(c) + 1]] = {a, b};
        }
    }
    if (prepared_ < twos_.size() + threes_.size()) return false;
    first_two.erase(first_two.begin());
    first_three.erase(first_three.begin());
    first_two.push_back(static_cast<std::uint32_t>(two.size()));
    first_three.push_back(static_cast<std::uint32_t>(three.size()));
    decltype(twos_)().swap(twos_);
    decltype(threes_)().swap(threes_);
    for (Lit a : ones_) {
        if (value_[a] < 0) is_contradictory_ = true;
        if (value_[a] == 0) assign(a, {});
    }
    return true;
}

inline void Sat::add(std::span<const Lit> literals, int lbd) {
    learnt_.clear();
    for (Lit a : literals) {
        if (is_fixed(a)) return;
        if (a != FALSE && !is_fixed(negated(a))) learnt_.push_back(a);
    }
    if (learnt_.empty()) {
        is_contradictory_ = true;
        return;
    }
    // The two literals that are open longest when the search goes back are watched.
    const auto open_since = [this](Lit a) {
        return value_[a] < 0 ? reason_[a >> 1].level : std::numeric_limits<int>::max();
    };
    const auto watched = learnt_.begin() + std::min<std::size_t>(2, learnt_.size());
    std::partial_sort(learnt_.begin(), watched, learnt_.end(),
                      [&](Lit a, Lit b) { return open_since(a) > open_since(b); });
    if (learnt_.size() == 1) {
        back_to(0);
        assign(learnt_[0], {});
        return;
    }
    const bool is_last = value_[learnt_[0]] <= 0 && value_[learnt_[1]] < 0;  // that may be true
    if (is_last) {
        const int since = open_since(learnt_[1]);
        back_to(open_since(learnt_[0]) > since ? since : since - 1);
    }
    install(learnt_, lbd);
    if (is_last && value_[learnt_[1]] < 0) assign(learnt_[0], {learned_.back()});
}

// Propagation

inline bool Sat::propagate() {
    // Values are bytes, which may alias anything: without these constants the compiler would reload
    // each pointer after each assignment.
    const signed char* const value = value_.data();
    const auto* const first_two = tables_->first_two.data();
    const auto* const first_three = tables_->first_three.data();
    const Lit* const two = tables_->two.data();
    const auto* const three = tables_->three.data();
    while (head_ < trail_.size()) {
        const Lit a = trail_[head_++];
        ++propagations_;
        for (auto i = first_two[a], end = first_two[a + 1]; i < end; ++i) {
            const Lit b = two[i];
            if (value[b] > 0) continue;
            if (value[b] < 0) {
                conflict_ = {b, negated(a)};
                return false;
            }
            assign(b, {TWO, negated(a)});
        }
        for (auto i = first_three[a], end = first_three[a + 1]; i < end; ++i) {
            const auto [b, c] = three[i];
            const int left = value[b], right = value[c];
            if (left > 0 || right > 0 || (left == 0 && right == 0)) continue;
            if (left == 0) {
                assign(b, {THREE, c, negated(a)});
            } else if (right == 0) {
                assign(c, {THREE, b, negated(a)});
            } else {
                conflict_ = {b, c, negated(a)};
                return false;
            }
        }
        if (!watches_[a].empty() && !propagate_learned(a)) return false;
    }
    return true;
}

inline bool Sat::propagate_learned(Lit a) {
    const signed char* const value = value_.data();
    std::uint32_t* const arena = arena_.data();
    auto& watching = watches_[a];
    const Lit gone = negated(a);
    Watch *from = watching.data(), *to = from, *const end = from + watching.size();
    bool is_consistent = true;
    while (from != end) {
        const Watch w = *from++;
        if (value[w.blocker] > 0) {
            *to++ = w;
            continue;
        }
        std::uint32_t* const clause = arena + w.clause;
        Lit* const literals = clause + LITERALS;
        if (literals[0] == gone) std::swap(literals[0], literals[1]);
        const Lit first = literals[0];
        if (first != w.blocker && value[first] > 0) {
            *to++ = {w.clause, first};
            continue;
        }
        const std::uint32_t size = clause[SIZE];
        std::uint32_t j = 2;
        while (j < size && value[literals[j]] < 0) ++j;
        if (j < size) {
            std::swap(literals[1], literals[j]);
            watches_[negated(literals[1])].push_back({w.clause, first});
            continue;
        }
        *to++ = {w.clause, first};
        if (value[first] < 0) {
            conflict_.assign(literals, literals + size);
            is_consistent = false;
            break;
        }
        assign(first, {w.clause});
    }
    while (from != end) *to++ = *from++;
    watching.resize(to - watching.data());
    return is_consistent;
}

// Learning

template <class F>
void Sat::each_reason(Lit a, F f) {
    const Reason reason = reason_[a >> 1];
    if (reason.kind == NONE) return;
    if (reason.kind >= THREE) {
        f(reason.other);
        if (reason.kind == THREE) f(reason.third);
        return;
    }
    std::uint32_t* clause = &arena_[reason.kind];
    clause[MARKS] |= USED;
    for (std::uint32_t i = 1; i < clause[SIZE]; ++i) f(clause[LITERALS + i]);
}

/// Learns the clause of the first unique implication point, and backjumps to where it is unit.
inline void Sat::learn() {
    learnt_.assign(1, 0);
    touched_.clear();
    int paths = 0;
    const auto visit = [&](Lit a) {
        const int v = a >> 1;
        if (seen_[v] || reason_[v].level == 0) return;
        seen_[v] = 1;
        touched_.push_back(v);
        if (v >= passive_) heap_.bump(v);
        if (reason_[v].level == level())
            ++paths;
        else
            learnt_.push_back(a);
    };
    for (Lit a : conflict_) visit(a);
    std::size_t at = trail_.size();
    for (;;) {
        do --at;
        while (!seen_[trail_[at] >> 1]);
        if (--paths == 0) break;
        each_reason(trail_[at], visit);
    }
    learnt_[0] = negated(trail_[at]);

    std::uint64_t levels = 0;
    for (std::size_t i = 1; i < learnt_.size(); ++i)
        levels |= std::uint64_t{1} << (reason_[learnt_[i] >> 1].level & 63);
    std::size_t kept = 1;
    for (std::size_t i = 1; i < learnt_.size(); ++i)
        if (!is_redundant(learnt_[i], levels)) learnt_[kept++] = learnt_[i];
    learnt_.resize(kept);
    for (int v : touched_) seen_[v] = 0;

    const int lbd = lbd_of(learnt_);
    int target = 0;
    for (std::size_t i = 1; i < learnt_.size(); ++i)
        if (reason_[learnt_[i] >> 1].level > target) {
            target = reason_[learnt_[i] >> 1].level;
            std::swap(learnt_[1], learnt_[i]);
        }
    back_to(target);
    heap_.decay();
    if (shares_ && (lbd <= patience_.shared_lbd || learnt_.size() == 1)) {
        best_learned_.push_back(static_cast<Lit>(lbd));
        best_learned_.push_back(static_cast<Lit>(learnt_.size()));
        best_learned_.insert(best_learned_.end(), learnt_.begin(), learnt_.end());
    }
    if (learnt_.size() == 1) {
        assign(learnt_[0], {});
        return;
    }
    install(learnt_, lbd);
    assign(learnt_[0], {learned_.back()});
}

/// Whether `a` follows from the rest of the clause; `levels` has a bit for each level in it.
inline bool Sat::is_redundant(Lit a, std::uint64_t levels) {
    if (reason_[a >> 1].kind == NONE) return false;
    const std::size_t before = touched_.size();
    stack_.assign(1, a);
    bool follows = true;
    while (follows && !stack_.empty()) {
        const Lit b = stack_.back();
        stack_.pop_back();
        each_reason(b, [&](Lit c) {
            const int v = c >> 1;
            if (!follows || seen_[v] || reason_[v].level == 0) return;
            if (reason_[v].kind == NONE || !(levels >> (reason_[v].level & 63) & 1)) {
                follows = false;
                return;
            }
            seen_[v] = 1;
            touched_.push_back(v);
            stack_.push_back(c);
        });
    }
    if (!follows)
        for (; touched_.size() > before; touched_.pop_back()) seen_[touched_.back()] = 0;
    return follows;
}

/// Number of levels its literals were assigned at.
inline int Sat::lbd_of(const std::vector<Lit>& literals) {
    ++stamp_;
    int count = 0;
    for (Lit a : literals) {
        const std::size_t l = reason_[a >> 1].level;
        if (l >= level_stamp_.size()) level_stamp_.resize(l + 64, 0);
        if (level_stamp_[l] == stamp_) continue;
        level_stamp_[l] = stamp_;
        ++count;
    }
    return count;
}

inline void Sat::install(const std::vector<Lit>& literals, int lbd) {
    const auto clause = static_cast<std::uint32_t>(arena_.size());
    arena_.push_back(static_cast<std::uint32_t>(literals.size()));
    arena_.push_back(lbd);
    arena_.push_back(USED);
    arena_.insert(arena_.end(), literals.begin(), literals.end());
    learned_.push_back(clause);
    watch(clause);
}

inline void Sat::watch(std::uint32_t clause) {
    const Lit* literals = &arena_[clause + LITERALS];
    watches_[negated(literals[0])].push_back({clause, literals[1]});
    watches_[negated(literals[1])].push_back({clause, literals[0]});
}

inline void Sat::back_to(int target) {
    if (level() <= target) return;
    const std::size_t size = starts_[target];
    while (trail_.size() > size) {
        const Lit a = trail_.back();
        trail_.pop_back();
        value_[a] = value_[negated(a)] = 0;
        negative_[a >> 1] = a & 1;
        if (static_cast<int>(a >> 1) >= passive_) heap_.insert(a >> 1);
    }
    starts_.resize(target);
    head_ = trail_.size();
}

/// Deletes half of the learned clauses: first those unused since the last call, then by large LBD.
inline void Sat::reduce_learned() {
    for (Lit a : trail_)
        if (reason_[a >> 1].kind < THREE) arena_[reason_[a >> 1].kind + MARKS] |= LOCKED;
    std::vector<std::uint32_t> kept, others;
    for (auto clause : learned_)
        (arena_[clause + MARKS] & LOCKED || arena_[clause + LBD] <= KEPT_LBD ? kept : others)
            .push_back(clause);
    std::stable_sort(others.begin(), others.end(), [&](auto a, auto b) {
        const bool left = arena_[a + MARKS] & USED, right = arena_[b + MARKS] & USED;
        return left != right ? left : arena_[a + LBD] < arena_[b + LBD];
    });
    kept.insert(kept.end(), others.begin(), others.begin() + others.size() / 2);
    std::sort(kept.begin(), kept.end());

    std::vector<std::uint32_t> arena, moved;
    for (auto clause : kept) {
        moved.push_back(static_cast<std::uint32_t>(arena.size()));
        const auto begin = arena_.begin() + clause;
        arena.insert(arena.end(), begin, begin + LITERALS + begin[SIZE]);
        arena[moved.back() + MARKS] = 0;
    }
    for (Lit a : trail_) {
        auto& kind = reason_[a >> 1].kind;
        if (kind < THREE)
            kind = moved[std::lower_bound(kept.begin(), kept.end(), kind) - kept.begin()];
    }
    arena_.swap(arena);
    learned_.swap(moved);
    for (auto& watching : watches_) watching.clear();
    for (auto clause : learned_) watch(clause);
    forget_at_ = learned_.size() + patience_.forget_at + patience_.forget_later * ++forgettings_;
}

// Search

/// Stores the longest assignment without a conflict as the target phases of later decisions. They
/// stay: to return to other phases now and then took twice as many conflicts on hard boards.
inline void Sat::update_target() {
    const std::size_t free = starts_.empty() ? 0 : starts_.back();
    if (free <= best_) return;
    best_ = free;
    std::fill(target_.begin(), target_.end(), -1);
    for (std::size_t i = 0; i < free; ++i) target_[trail_[i] >> 1] = trail_[i] & 1;
}

inline Lit Sat::next_decision() {
    int v = -1;
    while (!heap_.empty()) {
        v = heap_.pop();
        if (value_[2 * v] == 0) return 2 * v + (target_[v] >= 0 ? target_[v] : negative_[v]);
    }
    for (v = 0; v < passive_; ++v)
        if (value_[2 * v] == 0) return 2 * v + negative_[v];
    return TRUE;
}

inline void Sat::forget_preferences() {
    back_to(0);
    std::fill(target_.begin(), target_.end(), -1);
    best_ = 0;
    heap_.forget();
}

inline void Sat::vary(std::uint32_t number) {
    forget_preferences();
    std::minstd_rand random(number);
    for (int v = 0; v < variables_; ++v) {
        negative_[v] = random() & 1;
        if (v >= passive_) heap_.bump(v, static_cast<double>(random()) / std::minstd_rand::max());
    }
}

inline Sat::Answer Sat::run(Clock::time_point end, std::uint64_t most_decisions,
                            std::uint64_t most_conflicts) {
    std::uint64_t look_at = propagations_ + PROPAGATIONS_PER_LOOK;
    for (;;) {
        if (is_contradictory_) return Answer::UNSATISFIABLE;
        if (!propagate()) {
            ++conflicts;
            if (level() == 0) {
                is_contradictory_ = true;
                continue;
            }
            update_target();
            learn();
            continue;
        }
        if (propagations_ >= look_at) {
            if (Clock::now() >= end) return Answer::OUT_OF_TIME;
            look_at = propagations_ + PROPAGATIONS_PER_LOOK;
        }
        if (!has_started_) {
            has_started_ = true;
            fixed_ = trail_.size();
        }
        if (conflicts >= restart_at_) {
            back_to(0);
            if (conflicts >= patience_.facts_after && trail_.size() > fixed_) {
                fixed_ = trail_.size();
                return Answer::NEW_FACTS;
            }
            restart_at_ = conflicts + patience_.restart_unit * luby(++restarts_);
            continue;
        }
        if (learned_.size() >= forget_at_) reduce_learned();
        if (conflicts >= most_conflicts) return Answer::OUT_OF_CONFLICTS;
        if (decisions >= most_decisions) return Answer::OUT_OF_DECISIONS;
        const Lit a = next_decision();
        if (a == TRUE) return Answer::SATISFIED;
        ++decisions;
        starts_.push_back(static_cast<int>(trail_.size()));
        depth = std::max<std::uint64_t>(depth, starts_.size());
        assign(a, {});
    }
}

inline std::vector<Lit> Sat::exclude_this() {
    // The solution follows from the decisions: any other differs in one of them.
    std::vector<Lit> literals;
    if (level() == 0) return literals;
    for (int start : starts_) literals.push_back(negated(trail_[start]));
    std::reverse(literals.begin(), literals.end());
    back_to(level() - 1);
    if (literals.size() == 1) {
        assign(literals[0], {});
    } else {
        install(literals, 0);
        assign(literals[0], {learned_.back()});
    }
    return literals;
}

}  // namespace nonogram
