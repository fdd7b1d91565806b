// The lookahead: as by copies of the board and lines solved by a table, whatever it may keep. The
// search for what lines offer: with all techniques it ends where lines are solved as by the table.
#include <array>

#include "board_laws.hpp"
#include "laws.hpp"

namespace laws {
namespace {

using namespace judge;

using States = std::vector<std::uint32_t>;

/// What a lookahead says.
struct Told {
    int levels = 0;
    /// Cell and colour; cell, lost colours and tried cell.
    std::vector<std::array<std::uint32_t, 2>> failures{};
    std::vector<std::array<std::uint32_t, 3>> agreements{};
    bool operator==(const Told&) const = default;
};

std::optional<Line> solved(const Puzzle& puzzle, const States& states, int line) {
    const Strip strip = puzzle.strip(line);
    Line cells;
    for (int i = 0; i < strip.count; ++i) cells.push_back(states[strip.first + i * strip.step]);
    return TableLine(puzzle.lines[line], cells).solve();
}

/// Removes what the line does not have any more. The crossing lines of the changed cells.
std::vector<int> narrow(const Puzzle& puzzle, States& states, int line, const Line& after) {
    const Strip strip = puzzle.strip(line);
    std::vector<int> crossing;
    for (int i = 0; i < strip.count; ++i) {
        std::uint32_t& state = states[strip.first + i * strip.step];
        if (state & ~after[i]) crossing.push_back(line < puzzle.height ? puzzle.height + i : i);
        state &= after[i];
    }
    return crossing;
}

struct Trial {
    States states;
    std::vector<int> dirty;

    Trial(const Puzzle& puzzle, const States& start, int cell, int color)
        : states(start), dirty{cell / puzzle.width, puzzle.height + cell % puzzle.width} {
        states[cell] = 1u << color;
    }

    /// One level; false if a line cannot be satisfied.
    bool advance(const Puzzle& puzzle) {
        std::vector<std::pair<int, Line>> results;
        for (int line : dirty) {
            const auto after = solved(puzzle, states, line);
            if (!after) return false;
            results.emplace_back(line, *after);
        }
        dirty.clear();
        for (const auto& [line, after] : results)
            for (int crossing : narrow(puzzle, states, line, after)) dirty.push_back(crossing);
        std::sort(dirty.begin(), dirty.end());
        dirty.erase(std::unique(dirty.begin(), dirty.end()), dirty.end());
        return true;
    }
};

Told expected(const Puzzle& puzzle, const States& start) {
    const int cells = puzzle.height * puzzle.width;
    std::vector<std::vector<std::pair<int, Trial>>> trials(cells);
    for (int cell = 0; cell < cells; ++cell)
        for (int k = 0; k < puzzle.colors && !std::has_single_bit(start[cell]); ++k)
            if (start[cell] >> k & 1) trials[cell].emplace_back(k, Trial(puzzle, start, cell, k));
    int levels = 1;
    for (bool is_active = true; is_active;) {
        Told told{levels++};
        is_active = false;
        for (int cell = 0; cell < cells; ++cell)
            for (auto& [color, trial] : trials[cell]) {
                if (!trial.advance(puzzle))
                    told.failures.push_back(
                        {static_cast<std::uint32_t>(cell), static_cast<std::uint32_t>(color)});
                is_active |= !trial.dirty.empty();
            }
        for (int cell = 0; cell < cells && told.failures.empty(); ++cell)
            for (int other = 0; other < cells && !trials[cell].empty(); ++other) {
                std::uint32_t gone = other == cell ? 0 : start[other];
                for (const auto& [color, trial] : trials[cell]) gone &= ~trial.states[other];
                if (gone)
                    told.agreements.push_back({static_cast<std::uint32_t>(other), gone,
                                               static_cast<std::uint32_t>(cell)});
            }
        if (!told.failures.empty() || !told.agreements.empty()) return told;
    }
    return {};
}

std::unique_ptr<nonogram::AnyLookahead> lookahead_of(const Puzzle& puzzle, const States& start,
                                                     std::size_t most_kept) {
    return nonogram::make_lookahead(
        nonogram::make_problem(puzzle.height, puzzle.width, puzzle.colors, puzzle.lengths(),
                               puzzle.line_colors(), 2, start),
        most_kept);
}

Told told_by(nonogram::AnyLookahead& lookahead, double seconds) {
    while (!lookahead.run(seconds)) CHECK(seconds < FOREVER_S);
    if (lookahead.failures.empty() && lookahead.agreements.empty()) return {};
    Told told{lookahead.levels};
    for (const auto& f : lookahead.failures)
        told.failures.push_back(
            {static_cast<std::uint32_t>(f.cell), static_cast<std::uint32_t>(f.color)});
    for (const auto& a : lookahead.agreements)
        told.agreements.push_back({static_cast<std::uint32_t>(a.cell), a.gone,
                                   static_cast<std::uint32_t>(a.tried)});
    return told;
}

/// Solves lines until none changes; lines that cannot be satisfied stay.
void solve_lines(const Puzzle& puzzle, States& states) {
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (int line = 0; line < puzzle.height + puzzle.width; ++line)
            if (const auto after = solved(puzzle, states, line))
                is_changed |= !narrow(puzzle, states, line, *after).empty();
    }
}

/// Carries out what lines offer to the end.
void check_line_search(const Puzzle& puzzle, const States& start, double seconds) {
    const auto search = nonogram::make_line_search(
        nonogram::make_problem(puzzle.height, puzzle.width, puzzle.colors, puzzle.lengths(),
                               puzzle.line_colors(), 2, start));
    States right = start;
    solve_lines(puzzle, right);
    bool is_possible = true;
    for (int line = 0; line < puzzle.height + puzzle.width; ++line)
        is_possible &= solved(puzzle, right, line).has_value();
    do {
        while (!search->look(seconds)) CHECK(seconds < FOREVER_S);
    } while (search->failed_line < 0 &&
             search->carry_out().technique != nonogram::Technique::NONE);
    CHECK((search->failed_line < 0) == is_possible);
    if (!is_possible) return;
    States found(start.size());
    search->cells(found.data());
    CHECK(found == right);
    CHECK(search->open_cells() == std::count_if(right.begin(), right.end(), [](auto state) {
        return !std::has_single_bit(state);
    }));
}

/// Takes some of what a lookahead told, now and then also something else.
void take_some(Random& random, const Puzzle& puzzle, States& states, const Told& told) {
    const int share = random.between(1, 100);
    for (const auto& [cell, color] : told.failures)
        if (random.chance(share)) states[cell] &= ~(1u << color);
    for (const auto& [cell, gone, tried] : told.agreements)
        if (random.chance(share)) states[cell] &= ~gone;
    if (random.chance(20))
        states[random.below(static_cast<int>(states.size()))] &= random.below(1 << puzzle.colors);
    if (random.chance(80)) solve_lines(puzzle, states);
}

/// Some cells are known, then lines are solved until none changes.
States random_start(Random& random, const Puzzle& puzzle, const Picture& picture) {
    States states(picture.size(), (1u << puzzle.colors) - 1);
    const int known = random.below(30);
    for (std::size_t cell = 0; cell < states.size(); ++cell)
        if (random.chance(known)) states[cell] = 1u << picture[cell];
    solve_lines(puzzle, states);
    if (random.chance(30))
        for (int changes = random.between(1, 3); changes > 0; --changes)
            states[random.below(static_cast<int>(states.size()))] =
                static_cast<std::uint32_t>(random.below(1 << puzzle.colors));
    return states;
}

/// A shape of few cells; some are longer than a word.
std::pair<int, int> random_shape(Random& random) {
    if (!random.chance(5)) return {random.between(2, 11), random.between(2, 11)};
    const int length = random.chance(80) ? random.between(62, 66) : random.between(126, 130);
    const int other = random.between(2, 3);
    return random.chance(50) ? std::pair{length, other} : std::pair{other, length};
}

}  // namespace

void lookaheads(Share share) {
    Random random(11);
    const int cases = share.of(8000);
    long long failures = 0, agreements = 0, deep = 0, narrowed = 0;
    for (int i = 0; i < cases; ++i) {
        const int colors = random.chance(60) ? 2 : random.chance(90) ? random.between(3, 5) : 30;
        const auto [height, width] = random_shape(random);
        const int density = random.between(30, 60), alike = random.below(50);
        const Picture picture = random_picture(random, height * width, colors, density, alike);
        Puzzle puzzle = puzzle_of(height, width, colors, picture);
        if (random.chance(10)) disturb(random, puzzle);
        const Showing showing(puzzle);
        const States start = random_start(random, puzzle, picture);
        check_line_search(puzzle, States(start.size(), (1u << puzzle.colors) - 1), FOREVER_S);
        check_line_search(puzzle, start, 0.0);
        const Told right = expected(puzzle, start);
        failures += !right.failures.empty();
        agreements += !right.agreements.empty();
        deep += right.levels > 3;
        for (const int most_kept : {1 << 20, 0}) {
            const double seconds = random.chance(50) ? 0.0 : FOREVER_S;
            const auto lookahead = lookahead_of(puzzle, start, most_kept);
            CHECK(told_by(*lookahead, seconds) == right);
            States states = start;
            Told told = right;
            for (int again = random.below(4); again > 0 && told.levels > 0; --again) {
                take_some(random, puzzle, states, told);
                CHECK(lookahead->narrow_to(states));
                if (random.chance(20)) {  // stopped in the middle
                    lookahead->run(0.0);
                    take_some(random, puzzle, states, told);
                    CHECK(lookahead->narrow_to(states));
                }
                told = expected(puzzle, states);
                CHECK(told_by(*lookahead, seconds) == told);
                ++narrowed;
            }
        }
    }
    CHECK(share.percent < 10 || (failures > 0 && agreements > 0 && deep > 0 && narrowed > 0));
    held("lookahead and lines, as by copies of the board", cases);
}

}  // namespace laws
