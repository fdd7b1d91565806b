// Bit sets against arrays of bools; line solving against brute force and against itself; what beliefs
// say of a single line against all its placements.
#include "line_laws.hpp"

#include <cmath>

#include "beliefs.hpp"
#include "laws.hpp"

namespace laws {
namespace {

using judge::Numbers;
using judge::Random;

// Bit sets

template <int W>
using Bools = std::array<bool, 64 * W>;

template <int W>
nonogram::Bits<W> bits_of(const Bools<W>& bools) {
    nonogram::Bits<W> bits;
    for (int i = 0; i < 64 * W; ++i)
        if (bools[i]) bits.set(i);
    return bits;
}

template <int W, class F>
bool all(const nonogram::Bits<W>& bits, F expected) {
    for (int i = 0; i < 64 * W; ++i)
        if (bits.test(i) != bool(expected(i))) return false;
    return true;
}

template <int W>
void bits_as_bools(Random& random) {
    using Set = nonogram::Bits<W>;
    constexpr int SIZE = 64 * W;
    Bools<W> a{}, b{};
    const int share = random.below(101);
    for (int i = 0; i < SIZE; ++i) {
        a[i] = random.chance(share);
        b[i] = random.chance(50);
    }
    const Set x = bits_of<W>(a), y = bits_of<W>(b);
    CHECK(all(x & y, [&](int i) { return a[i] && b[i]; }));
    CHECK(all(x | y, [&](int i) { return a[i] || b[i]; }));
    CHECK(all(x ^ y, [&](int i) { return a[i] != b[i]; }));
    CHECK(all(~x, [&](int i) { return !a[i]; }));
    CHECK((x == y) == (a == b) && x.any() == (std::count(a.begin(), a.end(), true) > 0));
    CHECK(x.count() == std::count(a.begin(), a.end(), true));

    Bools<W> sum{};
    for (int i = 0, carry = 0; i < SIZE; ++i) {
        const int digit = a[i] + b[i] + carry;
        sum[i] = digit & 1;
        carry = digit >> 1;
    }
    CHECK(x + y == bits_of<W>(sum));

    // A clue may be longer than its line: shifts go past the end.
    for (int n : {0, 1, 31, 63, 64, 65, 127, 128, random.below(SIZE), SIZE - 1, SIZE, 1000}) {
        CHECK(all(x << n, [&](int i) { return i >= n && a[i - n]; }));
        CHECK(all(x >> n, [&](int i) { return i + n < SIZE && a[i + n]; }));
    }
    const int n = random.between(1, SIZE), at = random.below(SIZE);
    const Set low = x & Set::ones(n);
    CHECK(all(Set::ones(n), [&](int i) { return i < n; }));
    CHECK(all(low.mirrored(n), [&](int i) { return i < n && a[n - 1 - i]; }));
    CHECK(low.mirrored(n).mirrored(n) == low);
    CHECK(all(Set::one(at), [&](int i) { return i == at; }));
    Set changed = x;
    changed.reset(at);
    CHECK(all(changed, [&](int i) { return i != at && a[i]; }));

    // Few long runs, as in a picture of discs.
    Bools<W> runs{};
    Set filled;
    for (int count = random.below(5); count > 0; --count) {
        const int begin = random.below(SIZE), end = random.between(begin, SIZE);
        filled.fill(begin, end);
        std::fill(runs.begin() + begin, runs.begin() + end, true);
    }
    for (int count = random.below(5); count > 0; --count) {
        const int hole = random.below(SIZE);
        filled.reset(hole);
        runs[hole] = false;
    }
    CHECK(filled == bits_of<W>(runs));
    std::array<int, SIZE + 1> ahead{}, since{};
    for (int i = SIZE - 1; i >= 0; --i) ahead[i] = runs[i] ? ahead[i + 1] + 1 : 0;
    for (int i = 0, last = -SIZE; i < SIZE; ++i) since[i] = i - (last = runs[i] ? i : last);
    for (int length : {1, 2, 9, 63, 64, 65, 128, random.between(1, SIZE), 1000}) {
        CHECK(all(nonogram::eroded(filled, length), [&](int i) { return ahead[i] >= length; }));
        CHECK(all(nonogram::dilated(filled, length),
                  [&](int i) { return since[i] < std::min(length, SIZE); }));
    }

    int before = -1, seen = 0;
    x.each([&](int i) {
        CHECK(i > before && a[i]);
        before = i;
        ++seen;
    });
    CHECK(seen == x.count());
}

// Lines

/// Every list of clues that needs at most `room` cells.
void every_clues(int room, int colors, Clues& clues, std::vector<Clues>& found) {
    found.push_back(clues);
    for (int color = 1; color < colors; ++color) {
        const int gap = !clues.colors.empty() && clues.colors.back() == color;
        for (int length = 1; length + gap <= room; ++length) {
            clues.lengths.push_back(length);
            clues.colors.push_back(color);
            every_clues(room - length - gap, colors, clues, found);
            clues.lengths.pop_back();
            clues.colors.pop_back();
        }
    }
}

/// All clues, also some that are too long, over all states of a line, each `step`th of them.
long long every_line(LineSolvers& solvers, int width, int colors, int step) {
    std::vector<Clues> all;
    Clues none;
    every_clues(width + 1, colors, none, all);
    const int sets = (1 << colors) - 1;
    long long states = 1, cases = 0;
    for (int i = 0; i < width; ++i) states *= sets;
    for (const Clues& clues : all)
        for (long long state = cases % step; state < states; state += step, ++cases) {
            Line line(width);
            long long rest = state;
            for (std::uint32_t& set : line) {
                set = static_cast<std::uint32_t>(rest % sets) + 1;
                rest /= sets;
            }
            CHECK(solvers.solve(clues, line, colors, false) == brute_line(clues, line));
        }
    return cases;
}

/// A line that its clues fit, of which some is known; or, now and then, clues or sets by chance.
struct Case {
    Clues clues;
    Line line, picture;
    int colors;
    bool is_sound;

    Case(Random& random, int width) : line(width), picture(width), colors(random.between(2, 5)) {
        const int alike = random.below(100), density = random.between(5, 95);
        const auto cells = judge::random_picture(random, width, colors, density, alike);
        clues = judge::clues_of(cells, {0, 1, width});
        const int known = random.below(100) < 20 ? 0 : random.below(70);
        const std::uint32_t every = (1u << colors) - 1;
        for (int i = 0; i < width; ++i) {
            picture[i] = 1u << cells[i];
            line[i] = picture[i] | (random.chance(known) ? random.next() & every : every);
        }
        is_sound = random.chance(70);
        if (is_sound) return;
        for (int i = 0; i < width; ++i)
            if (random.below(width) == 0) line[i] = random.next() & every;
        const int count = static_cast<int>(clues.lengths.size());
        if (count > 0 && random.chance(50)) clues.lengths[random.below(count)] += random.below(4);
        if (random.chance(10)) {
            clues.lengths.push_back(random.between(1, 1000));
            clues.colors.push_back(random.between(1, colors - 1));
        }
    }
};

Clues reversed(const Clues& clues) {
    return {Numbers(clues.lengths.rbegin(), clues.lengths.rend()),
            Numbers(clues.colors.rbegin(), clues.colors.rend())};
}

bool is_part_of(const Line& part, const Line& whole) {
    for (std::size_t i = 0; i < part.size(); ++i)
        if (part[i] & ~whole[i]) return false;
    return true;
}

void line_laws(Random& random, LineSolvers& solvers, const Case& c) {
    const auto found = solvers.solve(c.clues, c.line, c.colors);
    CHECK(found == judge::TableLine(c.clues, c.line).solve());

    const Clues turned = reversed(c.clues);
    const Line backwards(c.line.rbegin(), c.line.rend());
    auto mirrored = solvers.solve(turned, backwards, c.colors);
    if (mirrored) std::reverse(mirrored->begin(), mirrored->end());
    CHECK(mirrored == found);

    CHECK(found || !c.is_sound);
    if (!found) return;
    CHECK(is_part_of(*found, c.line));
    if (c.is_sound) CHECK(is_part_of(c.picture, *found));
    CHECK(solvers.solve(c.clues, *found, c.colors) == found);

    Line less = c.line;
    for (std::uint32_t& set : less)
        if (random.chance(10)) set &= static_cast<std::uint32_t>(random.next());
    const auto less_found = solvers.solve(c.clues, less, c.colors);
    if (less_found) CHECK(is_part_of(*less_found, *found));
}

/// All placements of the clues from a block on, as the starts of the blocks.
void every_placement(const Clues& clues, const Line& line, Numbers& starts,
                     std::vector<Numbers>& found) {
    const std::size_t j = starts.size();
    const int width = static_cast<int>(line.size());
    const auto fits = [&](int from, int to, int color) {
        return std::all_of(line.begin() + from, line.begin() + to,
                           [color](std::uint32_t set) { return set >> color & 1; });
    };
    int from = 0;
    if (j > 0) {
        from = starts[j - 1] + clues.lengths[j - 1];
        if (from > width || !fits(starts[j - 1], from, clues.colors[j - 1])) return;
    }
    if (j == clues.lengths.size()) {
        if (fits(from, width, 0)) found.push_back(starts);
        return;
    }
    const int gap = j > 0 && clues.colors[j - 1] == clues.colors[j];
    for (int start = from + gap; start < width && fits(from, start, 0); ++start) {
        starts.push_back(start);
        every_placement(clues, line, starts, found);
        starts.pop_back();
    }
}

/// While no line has told another one anything, all placements of a line are as likely.
template <int W>
void beliefs_as_placements(const Case& c, const std::vector<Numbers>& placements) {
    const int width = static_cast<int>(c.line.size());
    nonogram::Problem problem{1, width, c.colors, {}, 2, c.line};
    for (std::size_t j = 0; j < c.clues.lengths.size(); ++j)
        problem.lines.add(c.clues.lengths[j], c.clues.colors[j]);
    for (int line = 0; line < 1 + width; ++line) problem.lines.end_line();
    nonogram::Board<W> board(problem);
    std::vector<Numbers> counts(c.clues.lengths.size(), Numbers(width, 0));
    for (const Numbers& starts : placements)
        for (std::size_t j = 0; j < starts.size(); ++j) ++counts[j][starts[j]];
    nonogram::Beliefs<W>(board).each_start(0, [&](int j, int s, double p) {
        CHECK(std::abs(p - 1.0 * counts[j][s] / placements.size()) < 1e-9);
        counts[j][s] = 0;
    });
    for (const Numbers& missed : counts) CHECK(std::count(missed.begin(), missed.end(), 0) == width);
}

}  // namespace

void bits(Share share) {
    Random random(1);
    const int cases = share.of(2000);
    for (int i = 0; i < cases; ++i) {
        bits_as_bools<1>(random);
        bits_as_bools<2>(random);
        bits_as_bools<4>(random);
        bits_as_bools<16>(random);
        if (i % 10 == 0) bits_as_bools<79>(random);
    }
    held("bit sets are arrays of bools", 4 * cases + (cases + 9) / 10);
}

void lines(Share share) {
    Random random(2);
    LineSolvers solvers;
    long long cases = 0;
    const int step = std::max(1, 100 / share.percent);
    for (int width = 1; width <= 6; ++width) cases += every_line(solvers, width, 2, step);
    for (int width = 1; width <= 3; ++width) cases += every_line(solvers, width, 3, step);
    cases += every_line(solvers, 4, 3, 11 * step);
    cases += every_line(solvers, 2, 5, step);
    held("short lines, all of them, as brute force", cases);

    cases = share.of(60000);
    for (int i = 0; i < cases; ++i) {
        const Case c(random, random.between(1, 11));
        const auto expected = brute_line(c.clues, c.line);
        CHECK(solvers.solve(c.clues, c.line, c.colors) == expected);
        CHECK(judge::TableLine(c.clues, c.line).solve() == expected);
    }
    held("short lines by chance, as brute force", cases);

    for (int i = 0; i < cases / 4; ++i) {
        const Case c(random, random.between(1, 12));
        judge::shown_clues = &c.clues;
        judge::shown_line = &c.line;
        Numbers starts;
        std::vector<Numbers> placements;
        every_placement(c.clues, c.line, starts, placements);
        beliefs_as_placements<1>(c, placements);
        beliefs_as_placements<4>(c, placements);
    }
    held("beliefs of a line are the shares of its placements", cases / 2);

    cases = 0;
    for (int width : {1,   2,   31,  32,  33,  61,  62,  63,  64,  65,  66,  67,  126, 127,
                      128, 129, 130, 191, 192, 193, 200, 254, 255, 256, 257, 511, 999, 1000, 1023,
                      1024, 2047, 2048, 5000})
        for (int i = 0; i < share.of(width < 300 ? 250 : width <= 1000 ? 40 : 4); ++i, ++cases)
            line_laws(random, solvers, Case(random, width));
    held("lines of all widths: table, mirror, within, twice, less", cases);
    judge::shown_clues = nullptr;
}

}  // namespace laws
