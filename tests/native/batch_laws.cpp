// A batch gives the answers of single searches, in their order, and ends when it is told to.
#include "batch.hpp"

#include <deque>

#include "board_laws.hpp"
#include "laws.hpp"

namespace laws {
namespace {

using namespace judge;

using Words = std::vector<std::uint32_t>;

Words words_of(const Puzzle& puzzle) {
    nonogram::FlatClues flat(puzzle.height, puzzle.width, puzzle.colors);
    const auto lengths = puzzle.lengths(), colors = puzzle.line_colors();
    for (std::size_t l = 0; l < lengths.size(); ++l) {
        for (std::size_t j = 0; j < lengths[l].size(); ++j) flat.add(lengths[l][j], colors[l][j]);
        flat.end_line();
    }
    CHECK(flat.words()[3] == 1);  // it is made from a picture
    return flat.words();
}

Puzzle random_puzzle(Random& random, int least, int most) {
    const int height = random.between(least, most), width = random.between(least, most);
    const int colors = random.chance(60) ? 2 : random.between(3, 4);
    return puzzle_of(height, width, colors,
                     random_picture(random, height * width, colors, random.between(25, 75), 30));
}

void same_as_alone(Random& random, int threads, int puzzles) {
    std::vector<Puzzle> given;
    std::deque<Words> words;
    std::vector<nonogram::Batch::Clues> chunk;
    nonogram::Batch batch(threads, 3, -1, 1'000'000);
    for (int i = 0; i < puzzles; ++i) {
        given.push_back(random_puzzle(random, 1, 12));
        chunk.emplace_back(words.emplace_back(words_of(given.back())));
        if (random.chance(80) && i + 1 < puzzles) continue;
        batch.add(chunk);
        chunk.clear();
    }
    std::size_t next = 0;
    while (next < given.size()) {
        for (const nonogram::Found& found : batch.take(7, random.between(1, 40), 0.05)) {
            const Puzzle& puzzle = given[next++];
            const std::size_t cells = std::size_t(puzzle.height) * puzzle.width;
            const auto alone = nonogram::make_search(nonogram::make_problem(
                puzzle.height, puzzle.width, puzzle.colors, puzzle.lengths(), puzzle.line_colors(),
                3));
            CHECK(alone->run(FOREVER_S, 1'000'000));
            CHECK(found.error.empty() && !found.stopped);
            CHECK(found.complete == alone->complete());
            CHECK(found.failed_line == alone->failed_line());
            CHECK(found.by_logic == alone->by_logic());
            CHECK(found.statistics.decisions == alone->statistics.decisions);
            CHECK(found.solutions == alone->solutions().size());
            const bool is_only = found.complete && found.solutions == 1;
            CHECK(found.boards.size() == (found.solutions + !is_only) * cells);
            for (std::size_t s = 0; s < found.solutions; ++s)
                for (std::size_t cell = 0; cell < cells; ++cell)
                    CHECK(found.boards[s * cells + cell] == 1u << alone->solutions()[s][cell]);
        }
    }
    CHECK(!batch.has_more());
}

/// Any words are a puzzle, or refused.
void any_words(Random& random) {
    Puzzle puzzle = random_puzzle(random, 1, 8);
    nonogram::FlatClues flat(puzzle.height, puzzle.width, puzzle.colors);
    for (int l = 0; l < puzzle.height + puzzle.width; ++l) {
        flat.add(random.between(1, 9), random.between(1, puzzle.colors - 1));
        flat.end_line();
    }
    std::vector<std::uint32_t> words = flat.words();
    for (int i = random.between(0, 3); i > 0; --i)
        words[random.below(static_cast<int>(words.size()))] =
            static_cast<std::uint32_t>(random.chance(50) ? random.below(5) : random.next());
    words.resize(random.chance(30) ? random.below(static_cast<int>(words.size()) + 1) : words.size());
    try {
        const auto problem = nonogram::make_problem(words, 2);
        CHECK(problem.lines.size() == std::size_t(problem.height) + problem.width);
    } catch (const std::invalid_argument&) {
    }
}

/// Puzzles that a batch can take.
struct Chunk {
    Chunk(Random& random, int puzzles, int most) {
        for (int i = 0; i < puzzles; ++i)
            clues.emplace_back(words.emplace_back(words_of(random_puzzle(random, 1, most))));
    }
    Chunk(const Chunk&) = delete;

    std::deque<Words> words;
    std::vector<nonogram::Batch::Clues> clues;
};

/// What is no puzzle has an error for its result, and holds up no other.
void errors_in_their_place(Random& random, int threads) {
    Chunk chunk(random, 30, 8);
    std::vector<bool> is_wrong;
    for (std::size_t i = 0; i < chunk.clues.size(); ++i) {
        is_wrong.push_back(random.chance(30));
        if (is_wrong.back()) chunk.clues[i] = chunk.clues[i].first(random.below(5));
    }
    nonogram::Batch batch(threads, 2, -1, 1'000'000'000);
    batch.add(chunk.clues);
    std::size_t next = 0;
    while (batch.has_more())
        for (const nonogram::Found& found : batch.take(7, 7, FOREVER_S))
            CHECK(found.error.empty() != is_wrong[next++]);
    CHECK(next == is_wrong.size());
}

/// Stopped after a while: what was begun has a result, and nothing else comes.
void stopped_in_between(Random& random, int threads) {
    const Chunk chunk(random, 40, 30);
    nonogram::Batch batch(threads, 100, -1, 1'000'000'000);
    batch.add(chunk.clues);
    std::size_t taken = batch.take(random.between(0, 20), random.between(1, 40), 0.002).size();
    batch.stop();
    while (batch.has_more()) taken += batch.take(40, 40, FOREVER_S).size();
    CHECK(taken <= 40);
    CHECK(batch.take(40, 1, 0).empty());
}

/// Several threads learn on one puzzle: all that one finds, whichever is faster.
void same_in_threads(Random& random) {
    const Puzzle puzzle = random_puzzle(random, 8, 12);
    const int wanted = random.between(2, 60);
    patience = little_patience([&](int end) { return random.below(end); });
    threads = random.between(2, 4);
    const auto search = search_for(puzzle, wanted), again = search_for(puzzle, wanted);
    while (!search->run(random.below(2) * 0.0005, 300)) continue;
    CHECK(again->run(FOREVER_S, 300));
    check_end(*search, puzzle, wanted, again->solutions(), 300);
    CHECK(search->solutions() == again->solutions());
    CHECK(search->statistics.conflicts == again->statistics.conflicts);
    patience = {};
    threads = 1;
}

}  // namespace

void batches(Share share) {
    Random random(8);
    const int cases = share.of(60);
    for (int i = 0; i < cases; ++i) same_as_alone(random, random.between(1, 4), 40);
    held("a batch has the answers of single searches", 40LL * cases);
    for (int i = 0; i < cases; ++i) errors_in_their_place(random, random.between(1, 4));
    held("an error is the result of its puzzle alone", 30LL * cases);
    for (int i = 0; i < 1000 * cases; ++i) any_words(random);
    held("any words are clues or are refused", 1000LL * cases);
    for (int i = 0; i < cases; ++i) stopped_in_between(random, random.between(1, 4));
    // Dropped while it works.
    for (int i = 0; i < cases; ++i) {
        const Chunk chunk(random, 10, 20);
        nonogram::Batch batch(2, 10, -1, 1'000'000'000);
        batch.add(chunk.clues);
    }
    held("a batch ends when it is told to", 2 * cases);
    for (int i = 0; i < 5 * cases; ++i) same_in_threads(random);
    held("threads find what one thread does, in any slices", 5 * cases);
}

}  // namespace laws
