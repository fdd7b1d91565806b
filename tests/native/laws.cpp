// The core's own laws, without Python: `laws [percent]` runs that share of the cases.
#include "laws.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "board_laws.hpp"

namespace {

std::chrono::steady_clock::time_point start;

}  // namespace

void laws::held(const char* law, long long cases) {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - start).count();
    std::printf("%-60s %9lld cases %6.2f s\n", law, cases, seconds);
    std::fflush(stdout);
    start = now;
}

int main(int count, char** words) {
    const laws::Share share{count > 1 ? std::atoi(words[1]) : 100};
    start = std::chrono::steady_clock::now();
#ifdef THREADS_ONLY
    laws::batches(share);
    return 0;
#else
    laws::bits(share);
    laws::lines(share);
    laws::small_boards(share);
    laws::large_boards(share);
    laws::hurried_searches(share);
    laws::lookaheads(share);
    laws::likeliest(share);
    laws::batches(share);
    std::puts("once more, impatiently:");
    judge::hurry.emplace(6);
    laws::small_boards(share);
    laws::large_boards(share);
    std::printf("searches that began again: %lld, that learned after a solution: %lld,\n"
                "that ended in the search with probes: %lld, that learned in threads: %lld,\n"
                "that ended in a dive: %lld, or after it: %lld, that tried again while learning: %lld\n",
                judge::began_again, judge::handed_over, judge::probed, judge::together,
                judge::dived, judge::came_up, judge::descended);
    CHECK(share.percent < 10 || (judge::began_again > 0 && judge::handed_over > 0 &&
                                 judge::probed > 0 && judge::together > 0 && judge::dived > 0 &&
                                 judge::came_up > 0 && judge::descended > 0));
    std::puts("all laws hold");
#endif
}
