// What laws.cpp runs, and how many cases each law gets.
#pragma once

#include <algorithm>

namespace laws {

/// How much of the whole: 100 % takes a minute or two under sanitizers.
struct Share {
    int percent;
    int of(int cases) const { return std::max(1, static_cast<int>(1LL * cases * percent / 100)); }
};

void bits(Share share);
void lines(Share share);
void small_boards(Share share);
void large_boards(Share share);
void hurried_searches(Share share);
void lookaheads(Share share);
void likeliest(Share share);
void batches(Share share);

/// Says that a law held, and for how many cases.
void held(const char* law, long long cases);

}  // namespace laws
