// The Python bindings, the only file that depends on Python. Arguments are plain arrays and are
// checked (see make.hpp). The GIL is released during the work.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "batch.hpp"
#include "premises.hpp"

namespace py = pybind11;
using namespace nonogram;

namespace {

/// Bytes that write(start) fills: large boards are written once, not copied.
template <class F>
py::bytes bytes_of(std::size_t size, F write) {
    PyObject* const bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
    if (!bytes) throw py::error_already_set();
    write(PyBytes_AS_STRING(bytes));
    return py::reinterpret_steal<py::bytes>(bytes);
}

/// Boards that write(cells) fills.
template <class F>
py::bytes boards_of(std::size_t cells, F write) {
    return bytes_of(cells * sizeof(std::uint32_t), [&](char* start) {
        write(reinterpret_cast<std::uint32_t*>(start));
    });
}

std::vector<std::uint32_t> as_states(std::string_view cells) {
    std::vector<std::uint32_t> states(cells.size() / 4);
    std::memcpy(states.data(), cells.data(), states.size() * 4);
    return states;
}

/// The items of a list or tuple, as long as nobody changes it.
std::span<PyObject* const> items_of(PyObject* sequence) {
    if (!PyTuple_Check(sequence) && !PyList_Check(sequence))
        throw py::type_error("clues are lists or tuples of (length, colour)");
    return {PySequence_Fast_ITEMS(sequence),
            static_cast<std::size_t>(PySequence_Fast_GET_SIZE(sequence))};
}

int number_of(PyObject* value) {
    int overflow = 0;
    const long number = PyLong_AsLongAndOverflow(value, &overflow);
    if (number == -1 && PyErr_Occurred()) throw py::error_already_set();
    return overflow != 0 || number < 0 || number > MAX_CELLS ? MAX_CELLS + 1 : static_cast<int>(number);
}

void add_lines(FlatClues& flat, py::handle lines) {
    for (PyObject* line : items_of(lines.ptr())) {
        for (PyObject* item : items_of(line)) {
            const auto clue = items_of(item);
            if (clue.size() != 2) throw py::value_error("a clue is (length, colour)");
            flat.add(number_of(clue[0]), number_of(clue[1]));
        }
        flat.end_line();
    }
}

py::bytes words_of(FlatClues& flat) {
    const auto& words = flat.words();
    return py::bytes(reinterpret_cast<const char*>(words.data()),
                     words.size() * sizeof(words[0]));
}

/// The clues of a puzzle as the core takes them, see FlatClues: Python keeps them beside the
/// puzzle, so that its objects are looked at once.
py::bytes flat_clues(py::handle rows, py::handle columns, int colors) {
    FlatClues flat(items_of(rows.ptr()).size(), items_of(columns.ptr()).size(), colors);
    add_lines(flat, rows);
    add_lines(flat, columns);
    return words_of(flat);
}

/// The same from plain numbers, see puzzles.model.PlainNumbers.
py::bytes flat_numbers(std::size_t height, std::string_view counts, std::string_view numbers) {
    FlatClues flat(height, counts.size() - std::min(height, counts.size()), 2);
    std::size_t at = 0;
    for (const unsigned char count : counts) {
        const std::size_t end = at + count;
        if (end > numbers.size()) throw py::value_error("a line has not all its clues");
        for (; at < end; ++at) flat.add(static_cast<unsigned char>(numbers[at]), 1);
        flat.end_line();
    }
    return words_of(flat);
}

/// A puzzle of flat_clues(), with the colours that its cells may have at the start.
Problem problem_of(const py::bytes& flat, int wanted, std::string_view cells = "") {
    const std::string_view raw = flat;
    std::vector<std::uint32_t> words(raw.size() / 4);
    std::memcpy(words.data(), raw.data(), words.size() * 4);
    return make_problem(words, wanted, as_states(cells));
}

/// The beginning of what a search has found, as bytes; its boards follow, see Found.
struct FoundHeader {
    double seconds;
    std::uint64_t line_solves, cached_lines, probes, decisions, conflicts, depth;
    std::uint32_t solutions;
    std::int32_t failed_line;
    std::uint8_t complete, stopped, by_logic, too_large, padding[4];
};
static_assert(sizeof(FoundHeader) == 72);  // HEADER_BYTES in solver/engines/native.py

/// The header with so many numbers behind it, which write(start) fills.
template <class F>
py::bytes as_bytes(const Found& found, std::size_t numbers, F write) {
    const Statistics& s = found.statistics;
    const FoundHeader header{found.seconds,
                             s.line_solves,
                             s.cached_lines,
                             s.probes,
                             s.decisions,
                             s.conflicts,
                             s.depth,
                             static_cast<std::uint32_t>(found.solutions),
                             found.failed_line,
                             found.complete,
                             found.stopped,
                             found.by_logic,
                             found.too_large,
                             {}};
    return bytes_of(sizeof(header) + numbers * sizeof(std::uint32_t), [&](char* start) {
        std::memcpy(start, &header, sizeof(header));
        write(reinterpret_cast<std::uint32_t*>(start + sizeof(header)));
    });
}

class Core {
public:
    Core(const py::bytes& flat, int wanted, std::string_view cells, bool probing_only, int threads,
         std::uint64_t most_lines) {
        auto problem = problem_of(flat, wanted, cells);
        problem.probing_only = probing_only;
        problem.threads = threads;
        problem.most_lines = most_lines;
        cells_ = std::size_t(problem.height) * problem.width;
        search_ = make_search(std::move(problem));
    }

    bool run(double seconds, std::uint64_t nodes) {
        py::gil_scoped_release release;
        return search_->run(seconds, nodes);
    }
    py::bytes solutions(std::size_t first) const {
        first = std::min(first, search_->solutions().size());
        return boards_of((search_->solutions().size() - first) * cells_, [&](std::uint32_t* boards) {
            write_solutions(*search_, first, boards);
        });
    }
    py::bytes found(std::size_t first, double seconds, bool stopped) const {
        Found found;
        found.seconds = seconds;
        found.stopped = stopped;
        first = std::min(first, search_->solutions().size());
        const std::size_t count = take_end(*search_, first, found);
        return as_bytes(found, count * cells_, [&](std::uint32_t* boards) {
            write_boards(*search_, first, cells_, count, boards);
        });
    }
    py::bytes certain() const {
        return boards_of(cells_, [&](std::uint32_t* cells) { search_->certain(cells); });
    }
    AnySearch& search() const { return *search_; }

private:
    std::unique_ptr<AnySearch> search_;
    std::size_t cells_;
};

/// Tries every open cell of a board, see lookahead.hpp.
class LookaheadCore {
public:
    LookaheadCore(const py::bytes& flat, std::string_view cells) {
        auto problem = problem_of(flat, 2, cells);
        cells_ = std::size_t(problem.height) * problem.width;
        lookahead_ = make_lookahead(std::move(problem));
    }

    bool run(double seconds) {
        py::gil_scoped_release release;
        return lookahead_->run(seconds);
    }
    bool narrow_to(std::string_view cells) {
        const auto states = as_states(cells);
        if (states.size() != cells_) throw py::value_error("this is not a board for the puzzle");
        py::gil_scoped_release release;
        return lookahead_->narrow_to(states);
    }
    int levels() const { return lookahead_->levels; }
    py::list failures() const {
        py::list found;
        for (const auto& f : lookahead_->failures) found.append(py::make_tuple(f.cell, f.color));
        return found;
    }
    py::list agreements() const {
        py::list found;
        for (const auto& a : lookahead_->agreements)
            found.append(py::make_tuple(a.cell, a.gone, a.tried));
        return found;
    }

private:
    std::unique_ptr<AnyLookahead> lookahead_;
    std::size_t cells_;
};

/// A batch whose results are plain values; see batch.hpp.
class BatchCore {
public:
    BatchCore(int threads, int wanted, double seconds, std::uint64_t nodes, int learners)
        : batch_(threads, wanted, seconds, nodes, learners) {}

    void add(const std::vector<py::bytes>& puzzles) {
        std::vector<Batch::Clues> added;
        added.reserve(puzzles.size());
        for (const py::bytes& flat : puzzles) {
            const std::string_view raw = flat;
            added.emplace_back(reinterpret_cast<const std::uint32_t*>(raw.data()), raw.size() / 4);
            kept_.push_back(flat);
        }
        py::gil_scoped_release release;
        batch_.add(added);
    }
    py::list take(std::size_t most, std::size_t enough, double seconds) {
        std::vector<Found> taken;
        {
            py::gil_scoped_release release;
            taken = batch_.take(most, enough, seconds);
        }
        py::list results(taken.size());
        for (std::size_t i = 0; i < taken.size(); ++i) {
            const Found& found = taken[i];
            if (found.error.empty())
                results[i] = as_bytes(found, found.boards.size(), [&](std::uint32_t* boards) {
                    std::copy(found.boards.begin(), found.boards.end(), boards);
                });
            else
                results[i] = py::str(found.error);
            kept_.pop_front();
        }
        return results;
    }
    void stop() {
        py::gil_scoped_release release;
        batch_.stop();
    }
    bool has_more() { return batch_.has_more(); }

private:
    /// The clues of the puzzles without results, which the batch reads where they are.
    std::deque<py::bytes> kept_;
    Batch batch_;
};

/// Solves line by line from a board: (the board after it, the line that cannot be satisfied or -1,
/// whether there is a contradiction).
std::tuple<py::bytes, int, bool> propagate(const py::bytes& flat, std::string_view cells) {
    auto problem = problem_of(flat, 2, cells);
    problem.lines_only = true;
    const std::size_t count = std::size_t(problem.height) * problem.width;
    std::unique_ptr<AnySearch> search;
    {
        py::gil_scoped_release release;
        search = make_search(std::move(problem));
        while (!search->run(1.0, 0)) {
        }
    }
    return {boards_of(count, [&](std::uint32_t* states) { search->certain(states); }),
            search->failed_line(), search->by_logic()};
}

/// What each line offers, see line_search.hpp.
class LineSearchCore {
public:
    LineSearchCore(const py::bytes& flat, std::string_view cells) {
        auto problem = problem_of(flat, 2, cells);
        cells_ = problem.height * problem.width;
        search_ = make_line_search(std::move(problem));
    }

    bool look(double seconds) {
        py::gil_scoped_release release;
        return search_->look(seconds);
    }
    py::tuple best() const {
        const auto best = search_->best();
        return py::make_tuple(static_cast<int>(best.technique), best.line);
    }
    py::tuple carry_out() {
        const auto round = search_->carry_out();
        return py::make_tuple(round.lines, round.places);
    }
    void set_state(int cell, std::uint32_t state) {
        if (cell < 0 || cell >= cells_) throw py::index_error("no such cell");
        search_->set_state(cell, state);
    }
    py::bytes cells() const {
        return boards_of(cells_, [&](std::uint32_t* states) { search_->cells(states); });
    }
    AnyLineSearch& search() const { return *search_; }

private:
    std::unique_ptr<AnyLineSearch> search_;
    int cells_;
};

/// A clue that may not be known, see puzzles.model.Clue.
Part part_of(PyObject* item, int colors) {
    const auto pair = items_of(item);
    if (pair.size() != 2) throw py::value_error("a part is (length, colour)");
    const auto length = py::cast<int>(py::handle(pair[0])), color = py::cast<int>(py::handle(pair[1]));
    if (length < Part::SEVERAL || !length || length > MAX_CELLS || color < 0 || color >= colors)
        throw py::value_error("no such part");
    return {length, color};
}

/// An alternative is (cost, clues), or (cost, None, parts) for any clues of which parts are known.
Alternatives alternatives_of(PyObject* line, int colors) {
    Alternatives alternatives;
    for (PyObject* item : items_of(line)) {
        const auto pair = items_of(item);
        if (pair.size() < 2) throw py::value_error("an alternative is (cost, clues)");
        const auto cost = py::cast<std::int32_t>(py::handle(pair[0]));
        if (cost < 0) throw py::value_error("no such cost");
        if (pair[1] == Py_None) {
            alternatives.any = cost;
            for (PyObject* each : pair.size() > 2 ? items_of(pair[2]) : std::span<PyObject* const>{})
                alternatives.parts.push_back(part_of(each, colors));
            continue;
        }
        Numbers lengths, of_clue;
        for (PyObject* each : items_of(pair[1])) {
            const auto clue = items_of(each);
            if (clue.size() != 2) throw py::value_error("a clue is (length, colour)");
            lengths.push_back(number_of(clue[0]));
            of_clue.push_back(number_of(clue[1]));
        }
        check_clues(lengths, of_clue, colors);
        alternatives.listed.push_back({cost, make_blocks(lengths, of_clue)});
    }
    return alternatives;
}

/// See likeliest.hpp.
class LikeliestCore {
public:
    LikeliestCore(int height, int width, int colors, py::handle ways, std::int32_t max_cost,
                  std::int32_t margin, std::int32_t several_cost, std::uint64_t nodes,
                  std::uint64_t decisions, std::size_t most)
        : LikeliestCore(LikeliestProblem{height, width, colors, {}, max_cost, margin, several_cost,
                                         nodes, decisions, most},
                        ways) {}

    bool run(double seconds) {
        py::gil_scoped_release release;
        return likeliest_->run(seconds);
    }
    py::list assignments() const {
        py::list found;
        for (const auto& a : likeliest_->assignments()) {
            py::list lines;
            for (std::size_t line = 0, at = 0; line < a.chosen.size(); ++line) {
                const std::size_t end = at + 1 + a.clues[at];
                if (a.chosen[line] >= 0) {
                    lines.append(a.chosen[line]);
                    at = end;
                    continue;
                }
                py::list clues;
                while (++at < end)
                    clues.append(py::make_tuple(a.clues[at] & 0xffff, a.clues[at] >> 16));
                lines.append(clues);
            }
            found.append(py::make_tuple(a.cost, static_cast<int>(a.count), a.way, lines));
        }
        return found;
    }
    AnyLikeliest& likeliest() const { return *likeliest_; }

private:
    LikeliestCore(LikeliestProblem problem, py::handle ways) {
        for (PyObject* item : items_of(ways.ptr())) {
            const auto pair = items_of(item);
            if (pair.size() != 2) throw py::value_error("a way is (cost, lines)");
            Way& way = problem.ways.emplace_back();
            way.cost = py::cast<std::int32_t>(py::handle(pair[0]));
            for (PyObject* line : items_of(pair[1]))
                way.lines.push_back(alternatives_of(line, problem.colors));
        }
        likeliest_ = make_likeliest(std::move(problem));
    }

    std::unique_ptr<AnyLikeliest> likeliest_;
};

// Single lines: little-endian bytes for each colour, in words of 64 bits.
using Masks = std::vector<py::bytes>;

template <int W>
std::vector<Bits<W>> sets_of(const Masks& masks, int width) {
    std::vector<Bits<W>> sets(masks.size());
    for (std::size_t k = 0; k < masks.size(); ++k) {
        const std::string_view raw = masks[k];
        std::memcpy(sets[k].word.data(), raw.data(), std::min(raw.size(), sizeof(Bits<W>)));
        sets[k] &= Bits<W>::ones(width);
    }
    return sets;
}

template <int W>
Masks as_masks(const std::vector<Bits<W>>& sets) {
    Masks masks;
    for (const auto& set : sets)
        masks.emplace_back(reinterpret_cast<const char*>(set.word.data()), sizeof(Bits<W>));
    return masks;
}

/// The blocks of a line whose masks are of as many colours.
std::vector<Block> line_of(const Numbers& lengths, const Numbers& colors, const Masks& may,
                           int width) {
    const int palette = static_cast<int>(may.size());
    if (width < 1 || width > MAX_CELLS || palette < 2 || palette > MAX_COLORS ||
        lengths.size() != colors.size())
        throw py::value_error("no such line");
    check_clues(lengths, colors, palette);
    return make_blocks(lengths, colors);
}

std::optional<Masks> solve_line(const Numbers& lengths, const Numbers& colors, const Masks& may,
                                int width) {
    const auto blocks = line_of(lengths, colors, may, width);
    return with_words_for(width, [&]<int W>() -> std::optional<Masks> {
        const auto sets = sets_of<W>(may, width);
        LineLogic<W> logic;
        logic.look_at(blocks, width, sets.data(), static_cast<int>(sets.size()));
        const Bits<W>* exact = logic.exact();
        if (exact == nullptr) return std::nullopt;
        return as_masks<W>({exact, exact + sets.size()});
    });
}

/// See solver.logic.finding.Evidence.
py::tuple as_tuple(const Evidence& why) {
    py::list ranges, runs;
    for (const auto& each : why.ranges)
        ranges.append(py::make_tuple(each.block, each.start, each.stop));
    for (const auto& each : why.runs) runs.append(py::make_tuple(each.start, each.stop));
    const py::object gap =
        why.gap ? py::object(py::make_tuple(why.gap->start, why.gap->stop)) : py::none();
    return py::make_tuple(why.kind, why.blocks, ranges, runs, gap, why.color);
}

py::list line_findings(int technique, const Numbers& lengths, const Numbers& colors,
                       const Masks& may, int width) {
    const auto blocks = line_of(lengths, colors, may, width);
    if (technique < 0 || technique >= TECHNIQUES) throw py::value_error("no such technique");
    return with_words_for(width, [&]<int W>() {
        const auto line = sets_of<W>(may, width);
        LineLogic<W> logic;
        logic.explains = true;
        logic.look_at(blocks, width, line.data(), static_cast<int>(line.size()));
        logic.find(static_cast<Technique>(technique));
        py::list found;
        for (std::size_t i = 0; i < logic.findings(); ++i) {
            const Bits<W>* after = logic.after(i);
            found.append(py::make_tuple(as_masks<W>({after, after + line.size()}),
                                        as_tuple(logic.evidence(i))));
        }
        return found;
    });
}

py::tuple why_impossible(const Numbers& lengths, const Numbers& colors, const Masks& may,
                         const py::bytes& premises, int width) {
    const auto blocks = line_of(lengths, colors, may, width);
    return with_words_for(width, [&]<int W>() {
        const auto line = sets_of<W>(may, width);
        LineLogic<W> logic;
        logic.look_at(blocks, width, line.data(), static_cast<int>(line.size()));
        return as_tuple(logic.why_impossible(sets_of<W>({premises}, width)[0]));
    });
}

Masks technique_premises(int technique, const Numbers& lengths, const Numbers& colors,
                         const Masks& may, const Masks& empty, const Masks& after, int width) {
    const auto blocks = line_of(lengths, colors, may, width);
    if (technique < 0 || technique >= TECHNIQUES || empty.size() != may.size() ||
        after.size() != may.size())
        throw py::value_error("no such technique or line");
    return with_words_for(width, [&]<int W>() {
        auto line = sets_of<W>(may, width);
        keep_for_technique<W>(blocks, width, static_cast<Technique>(technique), line,
                              sets_of<W>(empty, width), sets_of<W>(after, width));
        return as_masks<W>(line);
    });
}

Masks line_premises(const Numbers& lengths, const Numbers& colors, const Masks& may,
                    const Masks& empty, const std::optional<Masks>& gone, int width) {
    const auto blocks = line_of(lengths, colors, may, width);
    if (empty.size() != may.size() || (gone && gone->size() != may.size()))
        throw py::value_error("no such line");
    return with_words_for(width, [&]<int W>() {
        auto line = sets_of<W>(may, width);
        keep_for_line<W>(blocks, width, line, sets_of<W>(empty, width),
                         gone ? sets_of<W>(*gone, width) : std::vector<Bits<W>>{});
        return as_masks<W>(line);
    });
}

}  // namespace

PYBIND11_MODULE(_core, m) {
    m.doc() = "The native core: line solving, propagation, conflict learning.";
    m.attr("MAX_SEARCHED") = MAX_SEARCHED;
    m.def("solve_line", &solve_line);
    m.def("line_findings", &line_findings);
    m.def("why_impossible", &why_impossible);
    m.def("technique_premises", &technique_premises);
    m.def("line_premises", &line_premises);
    m.def("propagate", &propagate);
    m.def("flat_clues", &flat_clues);
    m.def("flat_numbers", &flat_numbers);
    py::class_<Core>(m, "Core")
        .def(py::init<const py::bytes&, int, std::string_view, bool, int, std::uint64_t>(), py::arg(),
             py::arg(), py::arg() = "", py::arg("probing_only") = false, py::arg("threads") = 1,
             py::arg("most_lines") = ~std::uint64_t{0})
        .def("run", &Core::run)
        .def("solutions", &Core::solutions)
        .def("found", &Core::found)
        .def("certain", &Core::certain)
        .def_property_readonly("known", [](const Core& c) { return c.search().known(); });
    py::class_<BatchCore>(m, "BatchCore")
        .def(py::init<int, int, double, std::uint64_t, int>())
        .def("add", &BatchCore::add)
        .def("take", &BatchCore::take)
        .def("stop", &BatchCore::stop)
        .def_property_readonly("has_more", &BatchCore::has_more);
    py::class_<LookaheadCore>(m, "LookaheadCore")
        .def(py::init<const py::bytes&, std::string_view>())
        .def("run", &LookaheadCore::run)
        .def("narrow_to", &LookaheadCore::narrow_to)
        .def_property_readonly("levels", &LookaheadCore::levels)
        .def_property_readonly("failures", &LookaheadCore::failures)
        .def_property_readonly("agreements", &LookaheadCore::agreements);
    py::class_<LikeliestCore>(m, "LikeliestCore")
        .def(py::init<int, int, int, py::handle, std::int32_t, std::int32_t, std::int32_t,
                      std::uint64_t, std::uint64_t, std::size_t>())
        .def("run", &LikeliestCore::run)
        .def("assignments", &LikeliestCore::assignments)
        .def_property_readonly("is_complete",
                               [](const LikeliestCore& c) { return c.likeliest().is_complete(); })
        .def_property_readonly("nodes", [](const LikeliestCore& c) { return c.likeliest().nodes(); });
    py::class_<LineSearchCore>(m, "LineSearchCore")
        .def(py::init<const py::bytes&, std::string_view>())
        .def("look", &LineSearchCore::look)
        .def("best", &LineSearchCore::best)
        .def("carry_out", &LineSearchCore::carry_out)
        .def("set_state", &LineSearchCore::set_state)
        .def("cells", &LineSearchCore::cells)
        .def_property_readonly("failed_line",
                               [](const LineSearchCore& c) { return c.search().failed_line; })
        .def_property_readonly("simplest",
                               [](const LineSearchCore& c) {
                                   return static_cast<int>(c.search().simplest());
                               })
        .def_property_readonly("open_lines",
                               [](const LineSearchCore& c) { return c.search().open_lines(); })
        .def_property_readonly("open_cells",
                               [](const LineSearchCore& c) { return c.search().open_cells(); });
}
