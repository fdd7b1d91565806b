// The search: lines, probing, depth-first search, depth-first search with probes, learning.
//
// Each stage starts from the facts of the previous one, and only if cells are still open. All work
// is done in small steps, so that it can be interrupted; interruptions do not change the result.
#pragma once

#include <optional>

#include "depth_first.hpp"
#include "encoding.hpp"
#include "probed_search.hpp"
#include "team.hpp"

namespace nonogram {

template <int W>
class Search final : public AnySearch {
public:
    Search(Problem problem, const Patience& patience)
        : problem_(std::move(problem)),
          patience_(patience),
          board_(problem_),
          team_(patience, problem_.threads) {}

    bool run(double seconds, std::uint64_t nodes) override {
        const auto end = Sat::Clock::now() + std::chrono::duration_cast<Sat::Clock::duration>(
                                                 std::chrono::duration<double>(seconds));
        const bool is_small = board_.height * board_.width <= SMALL;
        const int most_steps = is_small ? STEPS_PER_LOOK : 1;
        const int most_lines = is_small ? LINES_PER_LOOK : 8;
        std::uint64_t look_at = board_.line_solves + most_lines;
        out_of_nodes_ = false;
        for (int steps = 0; !over_ && !out_of_nodes_; ++steps) {
            if (board_.line_solves >= look_at || steps >= most_steps) {
                if (Sat::Clock::now() >= end) break;
                look_at = board_.line_solves + most_lines;
                steps = 0;
            }
            switch (stage_) {
                case Stage::LINES: propagate(); break;
                case Stage::PROBING: probe(); break;
                case Stage::DIVE: dive(nodes); break;
                case Stage::DEPTH_FIRST: search_depth_first(nodes); break;
                case Stage::PROBED_SEARCH: search_with_probes(nodes); break;
                case Stage::ENCODING: encode(); break;
                case Stage::LEARNING:
                    if (!learn(end, nodes)) steps = most_steps;
                    break;
            }
        }
        collect_statistics();
        return over_ || out_of_nodes_;
    }

    const std::vector<std::vector<std::uint8_t>>& solutions() const override { return solutions_; }
    bool complete() const override { return complete_; }
    int failed_line() const override { return board_.failed_line; }
    bool by_logic() const override { return by_logic_; }
    bool too_large() const override { return too_large_; }
    int known() const override {
        const int open = is_below_root() ? root_open_ : board_.open();
        return board_.height * board_.width - open + learned_cells_;
    }

    void certain(std::uint32_t* cells) const override {
        std::fill(cells, cells + std::size_t(board_.height) * board_.width, 0);
        board_.each_possible([&](int cell, int k) { cells[cell] |= std::uint32_t{1} << k; });
        for (std::size_t i = is_below_root() ? root_ : board_.trail().size();
             i < board_.trail().size(); ++i) {
            const Fact& f = board_.trail()[i];
            cells[f.row * board_.width + f.column] |= 1u << f.color;
        }
        for (const Fact& f : facts_) cells[f.row * board_.width + f.column] &= ~(1u << f.color);
    }

private:
    enum class Stage { LINES, PROBING, DIVE, DEPTH_FIRST, PROBED_SEARCH, ENCODING, LEARNING };

    /// A value begins a dive if it decides as many cells as so many lines would have that cross each
    /// other once, or such a part of the open ones: random boards of 25x25 and 30x30 were the
    /// quickest with an eighth (a quarter to a thirtieth tried), pictures of 300x300 and 500x500 with
    /// 700 to 2,000 cells (30 to 30,000).
    static constexpr int DIVE_LINES = 2, DIVE_PART = 8;
    /// The share of the open cells by which a dive may be behind its share of the work.
    static constexpr double SPARE = 0.1;
    /// To list more solutions than that, depth-first search is quicker.
    static constexpr int DIVE_WANTED = 10;
    static constexpr int LINES_PER_LOOK = 64, STEPS_PER_LOOK = 64, SMALL = 64 * 64;
    /// More variables would need too much memory for their clauses.
    static constexpr std::size_t MAX_VARIABLES = 3'000'000;

    void propagate() {
        if (!board_.has_all_colors()) {
            by_logic_ = true;
            finish(true);
        } else if (board_.is_propagated()) {
            if (board_.open() == 0) {
                add_solution();
                finish(true);
            } else if (problem_.lines_only) {
                finish(false);
            } else if (std::size_t(board_.height) * board_.width > MAX_SEARCHED) {
                too_large_ = true;
                finish(false);
            } else {
                if (past_.probes == 0) board_.enable_cache();
                begin_probing();
            }
        } else if (!board_.propagate_line()) {
            by_logic_ = past_.probes == 0;
            finish(true);
        }
    }

    /// Whether the board may hold facts that follow from decisions.
    bool is_below_root() const {
        return stage_ == Stage::DIVE || stage_ == Stage::DEPTH_FIRST ||
               stage_ == Stage::PROBED_SEARCH;
    }

    void begin_probing() {
        board_.keep_trail();
        probed_from_ = board_.trail().size();
        probing_.emplace(board_);
        if (!problem_.probing_only && !has_dived_ && problem_.wanted <= DIVE_WANTED &&
            board_.open() >= patience_.least_dive_cells) {
            const int cells = std::min(DIVE_LINES * (board_.height + board_.width),
                                       board_.open() / DIVE_PART);
            probing_->keep_from(1 + std::size_t(cells) * (board_.colors - 1));
        }
        stage_ = Stage::PROBING;
    }

    void probe() {
        if (!probing_->step([&] { add_probed_solution(); })) {
            finish(true);
        } else if ((kept_ = probing_->take_kept())) {
            has_dived_ = is_diving_ = true;
            root_ = kept_->before;
            root_open_ = kept_->open;
            stage_ = Stage::DIVE;
        } else if (board_.open() == 0) {
            add_probed_solution();
            finish(true);
        } else if (has_enough() || (problem_.probing_only && work() >= problem_.most_lines)) {
            finish(false);
        } else if (probing_->is_over() && problem_.probing_only) {
            // Probing tries a cell again only after changes in its lines; others matter, too.
            if (board_.trail().size() == probed_from_) return finish(false);
            past_.probes += probing_->probes;
            past_.conflicts += probing_->contradictions;
            begin_probing();
        } else if (probing_->is_over()) {
            known_solutions_ = solutions_.size();
            depth_first_.emplace(board_);
            begin_depth_first();
        }
    }

    /// Searches below a value that probing has kept, with probing that keeps more of them; once, and
    /// for a limited time.
    ///
    /// Where one value of a cell decides a large part of the board, the other one seldom leads to a
    /// contradiction, so that probing would decide that part many times and undo it: with this, a
    /// smooth picture of 500x500 with several solutions takes a tenth of the time, and a random
    /// 25x25 half.
    void dive(std::uint64_t nodes) {
        if (decided() >= nodes) {
            out_of_nodes_ = true;
            return;
        }
        known_solutions_ = solutions_.size();
        begin_probed_search(std::max(patience_.least_dive_work,
                                     patience_.dive_work_per_cell * board_.height * board_.width));
    }

    /// For so many lines, below the value that probing has kept.
    void begin_probed_search(std::uint64_t most_work) {
        probed_search_.emplace(board_, *probing_, std::exchange(kept_, std::nullopt));
        probed_search_from_ = work();
        probed_search_work_ = most_work;
        stage_ = Stage::PROBED_SEARCH;
    }

    /// Goes on with probing where the dive has begun.
    void come_up() {
        is_diving_ = false;
        ++past_.lost_dives;
        past_.decisions += probed_search_->decisions;
        past_.conflicts += probed_search_->contradictions;
        past_.depth = std::max(past_.depth, probed_search_->depth);
        past_.probes += probing_->probes;
        past_.conflicts += probing_->contradictions;
        probed_search_.reset();
        begin_probing();
    }

    void begin_depth_first() {
        root_ = board_.trail().size();
        root_open_ = board_.open();
        stage_ = Stage::DEPTH_FIRST;
    }

    void search_depth_first(std::uint64_t nodes) {
        if (decided() + team_.decisions() >= nodes) {
            out_of_nodes_ = true;
            return;
        }
        const std::size_t before = solutions_.size();
        const bool goes_on = depth_first_->step([&] {
            if (!is_known()) add_solution();
        });
        if (solutions_.size() > before)
            give_up_at_ = depth_first_->contradictions + patience_.most_contradictions;
        if (has_enough()) {
            finish(!goes_on);
        } else if (!goes_on) {
            finish(true);
        } else if (!has_restarted_ &&
                   depth_first_->contradictions >= patience_.first_contradictions) {
            // Not an easy board.
            has_restarted_ = true;
            known_solutions_ = solutions_.size();
            depth_first_->end();
            begin_probed_search(patience_.probed_work);
        } else if (depth_first_->contradictions >= give_up_at_ && can_learn()) {
            known_solutions_ = solutions_.size();
            has_restarted_ = true;
            depth_first_->end();
            if (encoding_)
                encoding_->prefer_again();
            else
                encoding_.emplace(board_, depth_first_->beliefs(), team_.first());
            stage_ = Stage::ENCODING;
        }
    }

    /// Lets depth-first search try again with another order of its decisions, while learning waits;
    /// then that prefers what the beliefs say there. How long learning takes depends mostly on luck:
    /// with this, random boards of 40x40 take a fifth of the time on average.
    void descend() {
        ++past_.descents;
        known_solutions_ = solutions_.size();
        depth_first_->vary(++descents_);
        descend_at_ = team_.conflicts() + (descents_ + 1) * patience_.descend_after;
        depth_first_->begin_again();
        give_up_at_ = depth_first_->contradictions + patience_.most_contradictions;
        begin_depth_first();
    }

    /// Decisions before learning.
    std::uint64_t decided() const {
        return past_.decisions + (depth_first_ ? depth_first_->decisions : 0) +
               (probed_search_ ? probed_search_->decisions : 0);
    }

    void search_with_probes(std::uint64_t nodes) {
        if (decided() >= nodes) {
            out_of_nodes_ = true;
            return;
        }
        const bool goes_on = probed_search_->step([&] {
            if (!has_enough() && !is_known()) {
                add_solution();
                known_solutions_ = solutions_.size();
            }
        });
        if (has_enough() || !goes_on) {
            ++(is_diving_ ? past_.dived_to_end : past_.probed_to_end);
            finish(!goes_on);
        } else if (is_probed_search_hopeless()) {
            probed_search_->end();
            known_solutions_ = solutions_.size();
            if (is_diving_) return come_up();
            depth_first_->begin_again();
            begin_depth_first();
        }
    }

    /// Whether the search with probes has done its work, or will have before it comes to an end: a
    /// dive if more cells are open than work is left, another one if less of its tree is searched
    /// than work is done.
    bool is_probed_search_hopeless() const {
        const std::uint64_t spent = work() - probed_search_from_;
        const double done = static_cast<double>(spent) / static_cast<double>(probed_search_work_);
        if (is_diving_) return done >= 1 || board_.open() > (1 - done + SPARE) * root_open_;
        return done >= 1 ||
               (spent >= patience_.least_probed_work && done > probed_search_->searched());
    }

    std::uint64_t work() const { return board_.line_solves + board_.cached_lines(); }

    bool can_learn() {
        if (!can_encode_)
            can_encode_ = Encoding<W>::variables(board_, MAX_VARIABLES) <= MAX_VARIABLES;
        return *can_encode_;
    }

    void encode() {
        if (!encoding_->step()) return;
        hand_over_solutions();
        stage_ = Stage::LEARNING;
    }

    /// Excludes the solutions that learning did not find itself.
    void hand_over_solutions() {
        for (; handed_over_ < solutions_.size(); ++handed_over_, ++past_.handed_over) {
            const auto& solution = solutions_[handed_over_];
            std::vector<Lit> literals;
            for (std::size_t cell = 0; cell < solution.size(); ++cell) {
                const Lit has = encoding_->has(static_cast<int>(cell), solution[cell]);
                if (has < FALSE) literals.push_back(negated(has));
            }
            team_.add(literals);
            excluded_ = true;
        }
    }

    /// False if the time is over.
    bool learn(Sat::Clock::time_point end, std::uint64_t nodes) {
        const std::uint64_t spent = decided();
        const auto answer = team_.run(end, nodes > spent ? nodes - spent : 0, descend_at_);
        if (!excluded_) collect_facts();
        switch (answer) {
            case Sat::Answer::OUT_OF_TIME: return false;
            case Sat::Answer::OUT_OF_CONFLICTS: descend(); return true;
            case Sat::Answer::NEW_FACTS: restart_with_facts(); return true;
            case Sat::Answer::OUT_OF_DECISIONS: out_of_nodes_ = true; return true;
            case Sat::Answer::UNSATISFIABLE: finish(true); return true;
            case Sat::Answer::SATISFIED: break;
        }
        std::vector<std::uint8_t> solution(std::size_t(board_.height) * board_.width);
        for (int cell = 0; cell < board_.height * board_.width; ++cell)
            for (int k = 0; k < board_.colors; ++k)
                if (team_.is_true(encoding_->has(cell, k))) solution[cell] = k;
        solutions_.push_back(std::move(solution));
        handed_over_ = solutions_.size();
        excluded_ = true;
        const bool is_last = !team_.exclude_this();
        if (is_last || has_enough()) finish(is_last);
        return true;
    }

    /// Stores the facts that learning has proven for all solutions.
    void collect_facts() {
        facts_.clear();
        learned_cells_ = 0;
        for (int cell = 0; cell < board_.height * board_.width; ++cell) {
            if (board_.left(cell) == 1) continue;
            const std::size_t before = facts_.size();
            for (int k = 0; k < board_.colors; ++k)
                if (board_.may_have(cell, k) && team_.is_fixed(negated(encoding_->has(cell, k))))
                    facts_.push_back(fact_of(cell, k));
            learned_cells_ += static_cast<int>(facts_.size() - before) == board_.left(cell) - 1;
        }
    }

    Fact fact_of(int cell, int color) const {
        return {static_cast<std::uint16_t>(cell / board_.width),
                static_cast<std::uint16_t>(cell % board_.width),
                static_cast<std::uint8_t>(color)};
    }

    /// Passes the learned facts to the board and restarts all stages: with a few more known cells
    /// the beliefs often find a solution that thousands of conflicts did not.
    void restart_with_facts() {
        if (excluded_ || facts_.empty()) return;
        for (const Fact& f : facts_)
            if (!board_.exclude(f.row * board_.width + f.column, f.color)) return finish(true);
        facts_.clear();
        learned_cells_ = 0;
        patience_.facts_after += patience_.facts_after / 2;
        collect_statistics();
        past_ = statistics;
        ++past_.rounds;
        probing_.reset();
        depth_first_.reset();
        probed_search_.reset();
        encoding_.reset();
        team_ = Team(patience_, problem_.threads);
        has_restarted_ = false;
        give_up_at_ = patience_.most_contradictions;
        descend_at_ = patience_.descend_after;
        descents_ = 0;
        stage_ = Stage::LINES;
    }

    bool has_enough() const { return static_cast<int>(solutions_.size()) >= problem_.wanted; }

    void add_solution() {
        std::vector<std::uint8_t> solution(std::size_t(board_.height) * board_.width);
        board_.each_possible(
            [&](int cell, int k) { solution[cell] = static_cast<std::uint8_t>(k); });
        solutions_.push_back(std::move(solution));
    }

    /// Whether the complete board is a solution found before this descent.
    bool is_known() const {
        for (std::size_t i = 0; i < std::min(known_solutions_, solutions_.size()); ++i) {
            bool is_same = true;
            for (int cell = 0; is_same && cell < board_.height * board_.width; ++cell)
                is_same = board_.may_have(cell, solutions_[i][cell]);
            if (is_same) return true;
        }
        return false;
    }

    void add_probed_solution() {
        if (solutions_.size() < 2 && !has_enough() && !is_known()) {
            add_solution();
            known_solutions_ = solutions_.size();
        }
    }

    void finish(bool is_complete) {
        complete_ = is_complete;
        over_ = true;
    }

    void collect_statistics() {
        statistics = past_;
        statistics.line_solves = board_.line_solves;
        statistics.cached_lines = board_.cached_lines();
        statistics.decisions += team_.decisions();
        statistics.conflicts += team_.conflicts();
        statistics.depth = std::max(statistics.depth, team_.depth());
        statistics.learners = std::max(statistics.learners, team_.members());
        if (probing_) {
            statistics.probes += probing_->probes;
            statistics.conflicts += probing_->contradictions;
        }
        if (depth_first_) {
            statistics.decisions += depth_first_->decisions;
            statistics.conflicts += depth_first_->contradictions;
            statistics.depth = std::max(statistics.depth, depth_first_->depth);
        }
        if (probed_search_) {
            statistics.decisions += probed_search_->decisions;
            statistics.conflicts += probed_search_->contradictions;
            statistics.depth = std::max(statistics.depth, probed_search_->depth);
        }
    }

    Problem problem_;
    Patience patience_;
    Board<W> board_;
    std::optional<Probing<W>> probing_;
    std::optional<typename Probing<W>::Kept> kept_;
    std::optional<DepthFirst<W>> depth_first_;
    std::optional<ProbedSearch<W>> probed_search_;
    /// The work before it, and how much it may do.
    std::uint64_t probed_search_from_ = 0, probed_search_work_ = 0;
    std::optional<Encoding<W>> encoding_;
    Team team_;
    Stage stage_ = Stage::LINES;
    std::vector<std::vector<std::uint8_t>> solutions_;
    std::size_t known_solutions_ = 0, handed_over_ = 0, root_ = 0, probed_from_ = 0;
    int root_open_ = 0, learned_cells_ = 0;
    std::vector<Fact> facts_;
    std::uint64_t give_up_at_ = patience_.most_contradictions;
    std::uint64_t descend_at_ = patience_.descend_after;
    std::uint32_t descents_ = 0;
    Statistics past_;  // of the previous rounds
    std::optional<bool> can_encode_;
    bool over_ = false, complete_ = false, by_logic_ = false, out_of_nodes_ = false;
    bool too_large_ = false;
    bool excluded_ = false, has_restarted_ = false, has_dived_ = false, is_diving_ = false;
};

}  // namespace nonogram
