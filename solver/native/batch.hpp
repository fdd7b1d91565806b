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
    /// `seconds`: the time limit of each puzzle, negative for none; `nodes`: that of decisions.
    Batch(int threads, double seconds, std::uint64_t nodes) : seconds_(seconds), nodes_(nodes) {
        for (int i = 0; i < threads; ++i)
            threads_.emplace_back([this, is_extra = threads > 1 && i == 0] { work(is_extra); });
    }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;
    ~Batch() {
        stop();
        for (auto& thread : threads_) thread.join();
    }

    /// Takes another puzzle; begin() has it solved, with all that were added since the last
    /// call: to wake a thread for each easy puzzle would take longer than to solve it.
    void add(Problem problem) { added_.push_back({std::move(problem), {}, false}); }
    void begin() {
        {
            const std::lock_guard lock(mutex_);
            for (Job& job : added_) jobs_.push_back(std::move(job));
        }
        added_.clear();
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

    /// The next results, at most `most`; waits for some as long as `seconds`.
    std::vector<Found> take(std::size_t most, double seconds) {
        std::vector<Found> taken;
        std::unique_lock lock(mutex_);
        const auto is_ready = [this] {
            return jobs_.empty() || is_worth_waking() || (stopping_ && begun_ == 0);
        };
        if (!is_ready()) {
            is_awaited_ = true;
            work_.notify_all();
            ready_.wait_for(lock, std::chrono::duration<double>(seconds), is_ready);
            is_awaited_ = false;
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
        Problem problem;
        Found found;
        bool is_done;
    };

    static constexpr double SLICE_S = 0.02;
    static constexpr std::size_t MANY = 32;

    bool is_worth_waking() const {
        return jobs_.front().is_done && (done_ >= MANY || done_ == jobs_.size());
    }

    /// An extra thread works only while the results are waited for: otherwise the caller's
    /// thread, which takes them, would have no core of its own. Easy puzzles are solved sooner by
    /// one thread less.
    void work(bool is_extra) {
        std::unique_lock lock(mutex_);
        for (;;) {
            work_.wait(lock, [this, is_extra] {
                return stopping_ || (begun_ < jobs_.size() && (is_awaited_ || !is_extra));
            });
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
            if (is_worth_waking() || stopping_) ready_.notify_one();
        }
    }

    void solve(Job& job) const {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
        const std::size_t cells = std::size_t(job.problem.height) * job.problem.width;
        const auto search = make_search(std::move(job.problem));
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

    const double seconds_;
    const std::uint64_t nodes_;
    std::mutex mutex_;
    std::condition_variable work_, ready_;
    std::deque<Job> jobs_;
    /// Those that wait for begin(); of the caller's thread.
    std::vector<Job> added_;
    std::size_t begun_ = 0, done_ = 0;
    bool is_awaited_ = false;
    std::atomic<bool> stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace nonogram
