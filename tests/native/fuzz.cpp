// Any bytes become a line or a puzzle, sound or nonsense; the core must keep its promises.
//
// libFuzzer brings the bytes, or fuzz_main.cpp does. What is not kept ends the process and shows
// the puzzle; what a sanitizer sees ends it as well.
#include <iterator>
#include <stdexcept>

#include "board_laws.hpp"
#include "line_laws.hpp"

namespace {

using namespace judge;

/// The input, read from the front; zeros when it is used up.
class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
    int byte() {
        if (left_ == 0) return 0;
        --left_;
        return *data_++;
    }
    int pair() {
        const int high = byte();
        return high << 8 | byte();
    }
    /// 0 to end - 1.
    int below(int end) { return (end <= 256 ? byte() : pair()) % end; }
    int between(int first, int last) { return first + below(last - first + 1); }

private:
    const std::uint8_t* data_;
    std::size_t left_;
};

struct Shape {
    int height, width;
};

Shape read_shape(Bytes& bytes) {
    constexpr int EDGES[] = {62, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 1000, 2048, 5000};
    const int kind = bytes.below(16);
    if (kind < 9) return {bytes.between(1, 5), bytes.between(1, 5)};
    if (kind < 14) return {bytes.between(1, 24), bytes.between(1, 24)};
    const int length = EDGES[bytes.below(static_cast<int>(std::size(EDGES)))], other = bytes.between(1, 4);
    return kind == 14 ? Shape{length, other} : Shape{other, length};
}

int read_colors(Bytes& bytes) {
    const int colors = bytes.byte();
    return colors < 128 ? 2 : colors < 248 ? 3 + colors % 3 : 32;
}

Picture read_picture(Bytes& bytes, int cells, int colors) {
    Picture picture(cells, 0);
    const int kind = bytes.below(3);
    if (kind == 0) {  // a byte for each cell
        for (auto& cell : picture) cell = static_cast<std::uint8_t>(bytes.below(colors));
    } else if (kind == 1) {  // a bit for each cell, in the last colour
        for (int i = 0, bits = 0; i < cells; ++i, bits >>= 1) {
            if (i % 8 == 0) bits = bytes.byte();
            picture[i] = static_cast<std::uint8_t>((bits & 1) * (colors - 1));
        }
    } else {
        Random random(static_cast<std::uint64_t>(bytes.pair()));
        const int density = bytes.below(101);
        picture = random_picture(random, cells, colors, density, bytes.below(100));
    }
    return picture;
}

/// Clues that nobody drew: mostly short enough to fit, now and then far too long.
Clues read_clues(Bytes& bytes, int size, int colors) {
    Clues clues;
    const int head = bytes.byte();
    if (head < 16) {
        for (int count = bytes.byte(); count > 0; --count) {
            clues.lengths.push_back(1 + bytes.pair() % 5000);
            clues.colors.push_back(1 + bytes.byte() % (colors - 1));
        }
        return clues;
    }
    const std::size_t most = head % 8;
    for (int room = size + (head >= 248); room > 0 && clues.lengths.size() < most;) {
        const int length = bytes.between(1, std::min(room, 255));
        clues.lengths.push_back(length);
        clues.colors.push_back(1 + bytes.byte() % (colors - 1));
        room -= length + 1;
    }
    return clues;
}

// Lines

void try_line(Bytes& bytes) {
    static laws::LineSolvers solvers;
    const int width = bytes.below(4) == 0 ? bytes.between(1, 300) : bytes.between(1, 20);
    const int colors = 2 + bytes.below(4);
    Clues clues = read_clues(bytes, width, colors);
    Line line(width, (1u << colors) - 1);
    if (bytes.below(2) == 0)
        clues = clues_of(read_picture(bytes, width, colors), {0, 1, width});
    for (int known = bytes.below(64); known > 0; --known)
        line[bytes.below(width)] &= static_cast<std::uint32_t>(bytes.byte());
    CHECK(solvers.solve(clues, line, colors) == TableLine(clues, line).solve());
    shown_clues = nullptr;
}

// Lines of a board

/// What line solving leaves of the board; nothing if it contradicts itself.
std::optional<std::vector<std::uint32_t>> solved_by_lines(const Puzzle& puzzle,
                                                          std::vector<std::uint32_t> cells) {
    const auto place = [&](int line, int i) {
        return line < puzzle.height ? line * puzzle.width + i
                                    : i * puzzle.width + line - puzzle.height;
    };
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int line = 0; line < puzzle.height + puzzle.width; ++line) {
            Line before(line < puzzle.height ? puzzle.width : puzzle.height);
            for (std::size_t i = 0; i < before.size(); ++i) before[i] = cells[place(line, i)];
            const auto after = TableLine(puzzle.lines[line], before).solve();
            if (!after) return std::nullopt;
            goes_on |= *after != before;
            for (std::size_t i = 0; i < after->size(); ++i) cells[place(line, i)] = (*after)[i];
        }
    }
    return cells;
}

/// From a board that may be nonsense: cells without a colour, colours that there are not.
void try_lines(Bytes& bytes) {
    const int height = bytes.between(1, 12), width = bytes.between(1, 12);
    const int colors = read_colors(bytes);
    const std::uint32_t all = colors == 32 ? ~0u : (1u << colors) - 1;
    const Picture picture = read_picture(bytes, height * width, colors);
    const Puzzle puzzle = puzzle_of(height, width, colors, picture);
    const Showing showing(puzzle);
    std::vector<std::uint32_t> start(picture.size(), ~0u);
    const bool is_true = bytes.below(2) == 0;
    for (int told = bytes.below(64); told > 0; --told) {
        const int cell = bytes.below(static_cast<int>(start.size()));
        start[cell] &= static_cast<std::uint32_t>(bytes.pair() << 16 | bytes.pair());
        if (is_true) start[cell] |= 1u << picture[cell];
    }
    auto problem = nonogram::make_problem(height, width, colors, puzzle.lengths(),
                                          puzzle.line_colors(), 2, start);
    problem.lines_only = true;
    const auto search = nonogram::make_search(std::move(problem));
    while (!search->run(0.0, NO_LIMIT)) continue;
    for (std::uint32_t& cell : start) cell &= all;
    const auto expected = solved_by_lines(puzzle, start);
    CHECK(search->by_logic() == !expected);
    CHECK(!is_true || expected);
    if (expected) CHECK(certain(*search, puzzle) == *expected);
}

// Shapes that are none

bool is_puzzle(int height, int width, int colors, const std::vector<Numbers>& lengths,
               const std::vector<Numbers>& line_colors) {
    const auto is_between = [](int first, int last) {
        return [=](int number) { return number >= first && number <= last; };
    };
    if (!is_between(1, 5000)(height) || !is_between(1, 5000)(width)) return false;
    if (!is_between(2, 32)(colors)) return false;
    if (lengths.size() != std::size_t(height) + std::size_t(width)) return false;
    for (const Numbers& numbers : lengths)
        if (!std::all_of(numbers.begin(), numbers.end(), is_between(1, 5000))) return false;
    if (line_colors.empty()) return true;
    if (line_colors.size() != lengths.size()) return false;
    for (std::size_t line = 0; line < lengths.size(); ++line) {
        const Numbers& numbers = line_colors[line];
        if (numbers.size() != lengths[line].size()) return false;
        if (!std::all_of(numbers.begin(), numbers.end(), is_between(1, colors - 1))) return false;
    }
    return true;
}

std::vector<Numbers> read_nonsense(Bytes& bytes, int lines) {
    constexpr int ODD[] = {0, -1, 4, 5, 5000, 5001, 65537, -2147483647};
    std::vector<Numbers> all(lines);
    for (Numbers& numbers : all) {
        const int head = bytes.byte();
        numbers.resize(head % 4);
        for (int& number : numbers)
            number = head < 240 ? bytes.between(1, 3) : ODD[bytes.below(8)];
    }
    return all;
}

void try_nonsense(Bytes& bytes) {
    const bool huge = bytes.below(8) == 0;
    const auto read_side = [&] {
        const int side = bytes.between(1, 9);
        return bytes.byte() == 255 ? side - 9 : side;
    };
    const int height = huge ? bytes.pair() * 32767 : read_side();
    const int width = huge ? bytes.pair() - 9 : read_side();
    const int colors = bytes.between(1, 5) + (bytes.byte() == 255) * 30;
    const int lines = std::max(0, huge ? bytes.byte() : height + width + (bytes.byte() == 255));
    const auto lengths = read_nonsense(bytes, lines);
    auto line_colors = read_nonsense(bytes, bytes.byte() < 64 ? 0 : lines);
    for (std::size_t line = 0; line < line_colors.size() && bytes.byte() < 250; ++line)
        line_colors[line].resize(lengths[line].size(), 1);
    Puzzle shown{height, width, colors};
    for (std::size_t line = 0; line < lengths.size(); ++line)
        shown.lines.push_back({lengths[line], line_colors.empty() ? Numbers{} : line_colors[line]});
    const Showing showing(shown);
    bool is_taken = true;
    try {
        const auto search = nonogram::make_search(
            nonogram::make_problem(height, width, colors, lengths, line_colors, 2));
        search->run(FOREVER_S, 20);
    } catch (const std::invalid_argument&) {
        is_taken = false;
    }
    CHECK(is_taken == is_puzzle(height, width, colors, lengths, line_colors));
}

// Puzzles

void run_as_told(Bytes& bytes, nonogram::AnySearch& search, const Puzzle& puzzle, int wanted,
                 std::uint64_t nodes, const std::vector<Picture>& existing) {
    const int way = bytes.below(8);
    if (way < 2) {
        for (int slices = 0; !search.run(0.0, nodes); ++slices)
            if (slices % 64 == 0) check_answer(search, puzzle, wanted, existing);
    } else if (way < 4) {
        std::uint64_t some = 0;
        for (int step = bytes.between(1, 9); some < nodes; some += step, step *= 2) {
            CHECK(search.run(FOREVER_S, some));
            check_answer(search, puzzle, wanted, existing);
        }
    } else if (way == 4) {  // left alone in the middle
        for (int slices = bytes.byte(); slices > 0 && !search.run(0.0, nodes); --slices) continue;
        check_answer(search, puzzle, wanted, existing);
        return;
    }
    CHECK(search.run(FOREVER_S, nodes));
    check_end(search, puzzle, wanted, existing, std::max(nodes, search.statistics.decisions));
    CHECK(search.statistics.decisions <= nodes);
}

/// The same puzzle with rows for columns: what either finds exists for the other.
void compare_turned(const nonogram::AnySearch& search, const Puzzle& puzzle, int wanted,
                    std::uint64_t nodes) {
    const Puzzle turned = transposed(puzzle);
    const auto other = search_for(turned, wanted);
    CHECK(other->run(FOREVER_S, nodes));
    std::vector<Picture> found, found_turned;
    for (const Picture& solution : other->solutions())
        found.push_back(transposed(solution, turned.height, turned.width));
    for (const Picture& solution : search.solutions())
        found_turned.push_back(transposed(solution, puzzle.height, puzzle.width));
    check_answer(search, puzzle, wanted, found);
    check_answer(*other, turned, wanted, found_turned);
}

void try_puzzle(Bytes& bytes, bool is_drawn) {
    const auto [height, width] = read_shape(bytes);
    const int colors = read_colors(bytes), cells = height * width;
    const bool is_small = cells <= (colors == 2 ? 25 : 12);
    const int wanted = is_small && bytes.below(4) == 0 ? 2000 : bytes.between(2, 7);
    const std::uint64_t nodes = is_small ? 100'000 : 20 + 20'000 / cells;
    if (bytes.below(2) == 1)
        patience = little_patience([&](int end) { return bytes.below(end); });

    Puzzle puzzle{height, width, colors};
    std::vector<Picture> existing;
    if (is_drawn) {
        existing.push_back(read_picture(bytes, cells, colors));
        puzzle = puzzle_of(height, width, colors, existing.front());
        if (bytes.below(2) == 0) {
            Random random(static_cast<std::uint64_t>(bytes.pair()));
            disturb(random, puzzle);
            if (!satisfies(puzzle, existing.front())) existing.clear();
        }
    } else {
        for (int line = 0; line < height + width; ++line)
            puzzle.lines.push_back(read_clues(bytes, line < height ? width : height, colors));
    }
    const Showing showing(puzzle);
    threads = bytes.below(4) == 3 ? 2 : 1;
    std::size_t count = NO_LIMIT;
    if (is_small) {
        existing = solutions_of(puzzle, 2500);
        if (existing.size() < 2500) count = existing.size();
    }
    const auto search = search_for(puzzle, wanted);
    run_as_told(bytes, *search, puzzle, wanted, nodes, existing);
    CHECK(search->solutions().size() <= count);
    if (search->complete() && count != NO_LIMIT) CHECK(search->solutions().size() == count);
    if (!is_small && bytes.below(2) == 0) compare_turned(*search, puzzle, wanted, nodes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    patience = {};
    threads = 1;
    const int kind = bytes.below(16);
    if (kind < 2) {
        try_line(bytes);
    } else if (kind == 2) {
        try_nonsense(bytes);
    } else if (kind == 3) {
        try_lines(bytes);
    } else {
        try_puzzle(bytes, kind < 11);
    }
    return 0;
}
