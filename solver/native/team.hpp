// Learning by several solvers at a time: one puzzle on more than one core.
//
// The members have the same clauses, decide differently, and pass their best learned clauses on. A
// turn is a number of conflicts for each of them, in threads that end with the time slice; between
// two turns nothing runs, so the exchange needs no locks, and the result does not depend on which
// thread is faster. The number of members belongs to the search: with more of them, other solutions
// may be found first.
//
// Sources: Hamadi, Jabbour and Sais 2009 (a portfolio that exchanges clauses); Hamadi, Jabbour,
// Piette and Sais 2011 (in turns, so that it is deterministic).
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <system_error>
#include <thread>

#include "sat.hpp"

namespace nonogram {

class Team {
public:
    Team(const Patience& patience, int most_members)
        : patience_(patience), most_members_(most_members), members_{Member{Sat(patience)}} {}

    /// The member that gets the puzzle's clauses.
    Sat& first() { return members_[0].sat; }

    /// See Sat::run(); decisions and conflicts are those of all members together. The end of a turn
    /// is where it is out of conflicts.
    Sat::Answer run(Sat::Clock::time_point end, std::uint64_t most_decisions,
                    std::uint64_t most_conflicts) {
        using enum Sat::Answer;
        for (;;) {
            if (!is_turn_) begin_turn(most_conflicts);
            go_on(end, most_decisions);
            if (find(OUT_OF_TIME)) return OUT_OF_TIME;
            if (find(OUT_OF_DECISIONS)) {
                if (decisions() >= most_decisions) return OUT_OF_DECISIONS;
                continue;
            }
            is_turn_ = false;
            for (const auto answer : {UNSATISFIABLE, SATISFIED, NEW_FACTS})
                if (const auto found = find(answer)) {
                    winner_ = *found;
                    return answer;
                }
            if (conflicts() >= most_conflicts) return OUT_OF_CONFLICTS;
        }
    }

    /// Whether the literal holds in the solution of SATISFIED.
    bool is_true(Lit a) const { return members_[winner_].sat.is_true(a); }

    /// Whether a member has proven the literal.
    bool is_fixed(Lit a) const {
        return std::any_of(members_.begin(), members_.end(),
                           [a](const Member& m) { return m.sat.is_fixed(a); });
    }

    /// See Sat::exclude_this().
    bool exclude_this() {
        const auto clause = members_[winner_].sat.exclude_this();
        for (std::size_t i = 0; i < members_.size() && !clause.empty(); ++i)
            if (i != winner_) members_[i].sat.add(clause);
        return !clause.empty();
    }

    /// Adds a clause for all members.
    void add(std::span<const Lit> literals) {
        for (Member& m : members_) m.sat.add(literals);
    }

    std::uint64_t members() const { return members_.size(); }
    std::uint64_t decisions() const { return sum(&Sat::decisions, decisions_before_); }
    std::uint64_t conflicts() const { return sum(&Sat::conflicts, conflicts_before_); }
    std::uint64_t depth() const {
        std::uint64_t most = 0;
        for (const Member& m : members_) most = std::max(most, m.sat.depth);
        return most;
    }

private:
    struct Member {
        Sat sat;
        Sat::Answer answer = Sat::Answer::OUT_OF_TIME;
        std::uint64_t most_decisions = 0, most_conflicts = 0;

        /// Whether its turn is not over.
        bool is_open() const {
            return answer == Sat::Answer::OUT_OF_TIME || answer == Sat::Answer::OUT_OF_DECISIONS;
        }
        void work(Sat::Clock::time_point end) {
            answer = sat.run(end, most_decisions, most_conflicts);
        }
    };

    /// The first member with that answer.
    std::optional<std::size_t> find(Sat::Answer answer) const {
        for (std::size_t i = 0; i < members_.size(); ++i)
            if (members_[i].answer == answer) return i;
        return std::nullopt;
    }

    /// The sum over the members, where all but the first began with what that had done before.
    std::uint64_t sum(std::uint64_t Sat::*number, std::uint64_t before) const {
        std::uint64_t sum = before;
        for (const Member& m : members_) sum += m.sat.*number - before;
        return sum;
    }

    void begin_turn(std::uint64_t most_conflicts) {
        exchange();
        const bool is_alone = most_members_ == 1 || first().conflicts < patience_.alone;
        if (!is_alone) invite();
        for (Member& m : members_) {
            m.answer = Sat::Answer::OUT_OF_DECISIONS;
            m.most_decisions = 0;
            m.most_conflicts = most_members_ == 1 ? most_conflicts
                               : is_alone         ? std::min(patience_.alone, most_conflicts)
                                                  : m.sat.conflicts + patience_.turn;
        }
        is_turn_ = true;
    }

    /// Makes the other members, unless they are there.
    void invite() {
        if (members_.size() > 1) return;
        first().begin_sharing();
        decisions_before_ = first().decisions;
        conflicts_before_ = first().conflicts;
        while (static_cast<int>(members_.size()) < most_members_) {
            members_.push_back({first()});
            members_.back().sat.vary(static_cast<std::uint32_t>(members_.size()));
        }
    }

    /// Lets all members work whose turn is not over. When each of them has made its decisions, those
    /// that are left are shared out: not in between, or the time would decide who makes how many.
    void go_on(Sat::Clock::time_point end, std::uint64_t most_decisions) {
        std::vector<Member*> open;
        for (Member& m : members_)
            if (m.is_open()) open.push_back(&m);
        const std::uint64_t spent = decisions();
        const std::uint64_t left = most_decisions > spent ? most_decisions - spent : 0;
        if (!find(Sat::Answer::OUT_OF_TIME))
            for (std::size_t i = 0; i < open.size(); ++i)
                open[i]->most_decisions =
                    open[i]->sat.decisions + left / open.size() + (i < left % open.size());
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < open.size(); ++i) {
            try {
                threads.emplace_back(&Member::work, open[i], end);
            } catch (const std::system_error&) {  // there may be no more threads
                open[i]->work(end);
            }
        }
        open[0]->work(end);
        threads.clear();  // waits for them
    }

    void exchange() {
        if (most_members_ == 1) return;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            const auto best = members_[i].sat.take_best();
            for (std::size_t j = 0; j < members_.size(); ++j)
                for (std::size_t at = 0; j != i && at < best.size(); at += 2 + best[at + 1])
                    members_[j].sat.add({&best[at + 2], best[at + 1]}, best[at]);
        }
    }

    Patience patience_;
    int most_members_;
    std::deque<Member> members_;  // the encoding keeps the first one, which must not move
    std::uint64_t decisions_before_ = 0, conflicts_before_ = 0;
    std::size_t winner_ = 0;
    bool is_turn_ = false;
};

}  // namespace nonogram
