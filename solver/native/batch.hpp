// Solves many puzzles in threads of its own; the results come in the order of the puzzles.
//
// The threads take the puzzles in their order, each the next one that nobody has begun, so a hard
// puzzle holds up only the results behind it and not their solving.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include "make.hpp"

namespace nonogram {

/// What a search has found.
struct Found {
    /// The solutions, then what is certain unless there is just one solution; a board has for each
    /// cell its colour as a set.
    std::vector<std::uint32_t> boards;
    std::size_t solutions = 0;
    Statistics statistics;
    double seconds = 0;
    int failed_line = -1;
    bool complete = false, by_logic = false, stopped = false, too_large = false;
    /// Why it could not be solved at all; empty otherwise.
    std::string error;
};

/// Writes the solutions of a search from one on as boards.
inline void write_solutions(const AnySearch& search, std::size_t first, std::uint32_t* boards) {
    for (; first < search.solutions().size(); ++first)
        for (const auto color : search.solutions()[first]) *boards++ = std::uint32_t{1} << color;
}

/// Fills in the results of a search, with the solutions from `first` on, but for the boards;
/// `stopped` is there before. How many boards there are: what is certain is one of them if there is
/// not just one solution.
inline std::size_t take_end(const AnySearch& search, std::size_t first, Found& found) {
    found.solutions = search.solutions().size() - first;
    found.complete = search.complete() && !found.stopped;
    found.failed_line = search.failed_line();
    found.by_logic = search.by_logic();
    found.too_large = search.too_large();
    found.statistics = search.statistics;
    return found.solutions + (!found.complete || search.solutions().size() != 1);
}

/// Writes the boards that belong to take_end().
inline void write_boards(const AnySearch& search, std::size_t first, std::size_t cells,
                         std::size_t count, std::uint32_t* boards) {
    write_solutions(search, first, boards);
    if (first + count > search.solutions().size()) search.certain(boards + (count - 1) * cells);
}

class Batch {
public:
    /// The words of FlatClues, in memory of the caller, which lasts until the result is taken.
    using Clues = std::span<const std::uint32_t>;

    /// All but `threads` are for each puzzle: the solutions to look for, the time limit, negative
    /// for none, the limit of decisions, and how many threads may learn.
    Batch(int threads, int wanted, double seconds, std::uint64_t nodes, int learners = 1)
        : wanted_(wanted), learners_(learners), seconds_(seconds), nodes_(nodes) {
        for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
    }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    ~Batch() {
        stop();
        for (auto& thread : threads_) thread.join();
    }

    /// Takes other puzzles: to wake a thread for each easy one would take longer than to solve it.
    void add(std::span<const Clues> puzzles) {
        {
            const std::lock_guard lock(mutex_);
            for (const Clues clues : puzzles) jobs_.push_back({clues, {}, false});
        }
        work_.notify_all();
    }

    /// Begins no other puzzle and ends those that are under way, which still have a result.
    void stop() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        work_.notify_all();
        ready_.notify_all();
    }

    /// Whether there are results to come.
    bool has_more() {
        const std::lock_guard lock(mutex_);
        return !jobs_.empty() && (!stopping_ || begun_ > 0);
    }

    /// The next results, at most `most`. Without any it waits as long as `seconds` until the next
    /// one is there and `enough` are, or all: to wake the caller for each would take longer than to
    /// solve it.
    std::vector<Found> take(std::size_t most, std::size_t enough, double seconds) {
        std::vector<Found> taken;
        std::unique_lock lock(mutex_);
        if (!jobs_.empty() && !jobs_.front().is_done) {
            enough_ = enough;
            ready_.wait_for(lock, std::chrono::duration<double>(seconds),
                            [this] { return is_worth_waking(); });
        }
        while (taken.size() < most && !jobs_.empty() && jobs_.front().is_done) {
            taken.push_back(std::move(jobs_.front().found));
            jobs_.pop_front();
            --begun_;
            --done_;
        }
        return taken;
    }

private:
    struct Job {
        Clues clues;
        Found found;
        bool is_done;
    };

    static constexpr double SLICE_S = 0.02;

    bool is_worth_waking() const {
        const std::size_t all = stopping_ ? begun_ : jobs_.size();
        return done_ == all || (done_ >= enough_ && jobs_.front().is_done);
    }

    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            work_.wait(lock, [this] { return stopping_ || begun_ < jobs_.size(); });
            if (stopping_) return;
            Job& job = jobs_[begun_++];  // a deque moves no other element at its ends
            lock.unlock();
            try {
                solve(job);
            } catch (const std::exception& error) {
                job.found = {};
                job.found.error = error.what();
            }
            lock.lock();
            job.is_done = true;
            ++done_;
            if (is_worth_waking()) ready_.notify_one();
        }
    }

    void solve(Job& job) const {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
        auto problem = make_problem(job.clues, wanted_);
        problem.threads = learners_;
        const std::size_t cells = std::size_t(problem.height) * problem.width;
        const auto search = make_search(std::move(problem));
        Found& found = job.found;
        bool is_over = false;
        while (!is_over && !(found.stopped = stopping_.load())) {
            const double left = seconds_ < 0 ? SLICE_S : seconds_ - spent();
            if (left <= 0) break;
            is_over = search->run(std::min(SLICE_S, left), nodes_);
        }
        const std::size_t boards = take_end(*search, 0, found);
        found.boards.resize(boards * cells);
        write_boards(*search, 0, cells, boards, found.boards.data());
        found.seconds = spent();
    }

    const int wanted_, learners_;
    const double seconds_;
    const std::uint64_t nodes_;
    std::mutex mutex_;
    std::condition_variable work_, ready_;
    std::deque<Job> jobs_;
    std::size_t begun_ = 0, done_ = 0, enough_ = 1;
    std::atomic<bool> stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace nonogram
