// Puzzles as plain numbers, and pictures. Nothing here knows the core.
#pragma once

#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace judge {

using Numbers = std::vector<int>;
/// A picture, row by row: the colour of each cell, 0 for blank.
using Picture = std::vector<std::uint8_t>;

/// One line's clues: the runs' lengths and colours.
struct Clues {
    Numbers lengths, colors;
    bool operator==(const Clues&) const = default;
};

/// `count` cells of a picture, `step` apart.
struct Strip {
    int first, step, count;
};

struct Puzzle {
    int height = 0, width = 0, colors = 2;
    /// Rows, then columns.
    std::vector<Clues> lines{};

    Strip strip(int line) const {
        return line < height ? Strip{line * width, 1, width} : Strip{line - height, width, height};
    }
    std::vector<Numbers> lengths() const {
        std::vector<Numbers> all;
        for (const Clues& clues : lines) all.push_back(clues.lengths);
        return all;
    }
    std::vector<Numbers> line_colors() const {
        std::vector<Numbers> all;
        for (const Clues& clues : lines) all.push_back(clues.colors);
        return all;
    }
};

inline Clues clues_of(const Picture& picture, Strip strip) {
    Clues clues;
    int before = 0;
    for (int i = 0; i < strip.count; ++i) {
        const int cell = picture[strip.first + i * strip.step];
        if (cell != 0 && cell == before) {
            ++clues.lengths.back();
        } else if (cell != 0) {
            clues.lengths.push_back(1);
            clues.colors.push_back(cell);
        }
        before = cell;
    }
    return clues;
}

inline Puzzle puzzle_of(int height, int width, int colors, const Picture& picture) {
    Puzzle puzzle{height, width, colors};
    for (int line = 0; line < height + width; ++line)
        puzzle.lines.push_back(clues_of(picture, puzzle.strip(line)));
    return puzzle;
}

inline bool satisfies(const Puzzle& puzzle, const Picture& picture) {
    if (picture.size() != std::size_t(puzzle.height) * puzzle.width) return false;
    for (int line = 0; line < puzzle.height + puzzle.width; ++line)
        if (clues_of(picture, puzzle.strip(line)) != puzzle.lines[line]) return false;
    return true;
}

inline Puzzle transposed(const Puzzle& puzzle) {
    Puzzle turned{puzzle.width, puzzle.height, puzzle.colors};
    turned.lines.assign(puzzle.lines.begin() + puzzle.height, puzzle.lines.end());
    turned.lines.insert(turned.lines.end(), puzzle.lines.begin(),
                        puzzle.lines.begin() + puzzle.height);
    return turned;
}

inline Picture transposed(const Picture& picture, int height, int width) {
    Picture turned(picture.size());
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
            turned[column * height + row] = picture[row * width + column];
    return turned;
}

/// Writes what can be pasted after `from solver.native._core import Core, flat_clues`.
inline void show(const Puzzle& puzzle) {
    const auto lengths = puzzle.lengths(), colors = puzzle.line_colors();
    std::fprintf(stderr, "Core(flat_clues([");
    for (int l = 0; l < puzzle.height + puzzle.width; ++l) {
        std::fprintf(stderr, l == puzzle.height ? "], [[" : "[");
        for (std::size_t j = 0; j < lengths[l].size(); ++j)
            std::fprintf(stderr, "(%d,%d),", lengths[l][j], colors[l][j]);
        std::fprintf(stderr, "],");
    }
    std::fprintf(stderr, "], %d), 2)\n", puzzle.colors);
}

/// The same numbers from the same seed with every compiler, unlike std's distributions.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    int below(int end) { return static_cast<int>(next() % static_cast<std::uint64_t>(end)); }
    int between(int first, int last) { return first + below(last - first + 1); }
    bool chance(int percent) { return below(100) < percent; }

private:
    std::uint64_t state_;
};

/// Cells shaded by chance, and mostly like the cell before, so that there are longer runs.
inline Picture random_picture(Random& random, int cells, int colors, int density, int alike) {
    Picture picture(cells);
    for (int i = 0; i < cells; ++i)
        if (i > 0 && random.chance(alike))
            picture[i] = picture[i - 1];
        else if (random.chance(density))
            picture[i] = static_cast<std::uint8_t>(random.between(1, colors - 1));
    return picture;
}

/// Changes one line's clues a little; the puzzle then often has no solution.
inline void disturb(Random& random, Puzzle& puzzle) {
    Clues& clues = puzzle.lines[random.below(static_cast<int>(puzzle.lines.size()))];
    const int count = static_cast<int>(clues.lengths.size());
    const int kind = count == 0 ? 0 : random.below(6), at = count == 0 ? 0 : random.below(count);
    if (kind == 0) {
        clues.lengths.push_back(random.between(1, 3));
        clues.colors.push_back(random.between(1, puzzle.colors - 1));
    } else if (kind == 1) {
        clues.lengths.erase(clues.lengths.begin() + at);
        clues.colors.erase(clues.colors.begin() + at);
    } else if (kind == 2) {
        ++clues.lengths[at];
    } else if (kind == 3) {
        clues.lengths[at] -= clues.lengths[at] > 1;
    } else if (kind == 4) {
        clues.colors[at] = random.between(1, puzzle.colors - 1);
    } else {
        std::swap(clues.lengths[at], clues.lengths[random.below(count)]);
    }
}

}  // namespace judge
