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

namespace py = pybind11;
using namespace nonogram;

namespace {

py::bytes as_bytes(const std::vector<std::uint32_t>& cells) {
    return py::bytes(reinterpret_cast<const char*>(cells.data()), cells.size() * 4);
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
    const long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) throw py::error_already_set();
    return number < 0 || number > MAX_CELLS ? MAX_CELLS + 1 : static_cast<int>(number);
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

/// The clues of a puzzle as the core takes them, see FlatClues: Python keeps them beside the
/// puzzle, so that its objects are looked at once.
py::bytes flat_clues(py::handle rows, py::handle columns, int colors) {
    FlatClues flat(items_of(rows.ptr()).size(), items_of(columns.ptr()).size(), colors);
    add_lines(flat, rows);
    add_lines(flat, columns);
    const auto& words = flat.words();
    return py::bytes(reinterpret_cast<const char*>(words.data()),
                     words.size() * sizeof(words[0]));
}

/// A puzzle of flat_clues(), with the colours that its cells may have at the start.
Problem problem_of(const py::bytes& flat, int wanted, std::string_view cells = "") {
    const std::string_view raw = flat;
    std::vector<std::uint16_t> words(raw.size() / 2);
    std::memcpy(words.data(), raw.data(), words.size() * 2);
    return make_problem(words, wanted, as_states(cells));
}

/// The beginning of what a search has found, as bytes; its boards follow, see Found.
struct FoundHeader {
    double seconds;
    std::uint64_t line_solves, cached_lines, probes, decisions, conflicts, depth;
    std::uint32_t solutions;
    std::int32_t failed_line;
    std::uint8_t complete, stopped, by_logic, padding[5];
};

py::bytes as_bytes(const Found& found) {
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
                             {}};
    const std::size_t size = found.boards.size() * sizeof(found.boards[0]);
    PyObject* const bytes =
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(sizeof(header) + size));
    if (!bytes) throw py::error_already_set();
    char* const start = PyBytes_AS_STRING(bytes);
    std::memcpy(start, &header, sizeof(header));
    if (size > 0) std::memcpy(start + sizeof(header), found.boards.data(), size);
    return py::reinterpret_steal<py::bytes>(bytes);
}

class Core {
public:
    Core(const py::bytes& flat, int wanted, std::string_view cells, bool probing_only) {
        auto problem = problem_of(flat, wanted, cells);
        problem.probing_only = probing_only;
        cells_ = std::size_t(problem.height) * problem.width;
        search_ = make_search(std::move(problem));
    }

    bool run(double seconds, std::uint64_t nodes) {
        py::gil_scoped_release release;
        return search_->run(seconds, nodes);
    }
    py::bytes solutions(std::size_t first) const {
        return as_bytes(boards_of(*search_, std::min(first, search_->solutions().size()), cells_));
    }
    py::bytes found(std::size_t first, double seconds, bool stopped) const {
        Found found;
        found.seconds = seconds;
        found.stopped = stopped;
        take_found(*search_, std::min(first, search_->solutions().size()), cells_, found);
        return as_bytes(found);
    }
    py::bytes certain() const {
        std::vector<std::uint32_t> cells(cells_);
        search_->certain(cells.data());
        return as_bytes(cells);
    }
    AnySearch& search() const { return *search_; }

private:
    std::unique_ptr<AnySearch> search_;
    std::size_t cells_;
};

/// Tries every open cell of a board, see lookahead.hpp.
class LookaheadCore {
public:
    LookaheadCore(const py::bytes& flat, std::string_view cells)
        : lookahead_(make_lookahead(problem_of(flat, 2, cells))) {}

    bool run(double seconds) {
        py::gil_scoped_release release;
        return lookahead_->run(seconds);
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
};

/// A batch whose results are plain values; see batch.hpp.
class BatchCore {
public:
    BatchCore(int threads, int wanted, double seconds, std::uint64_t nodes)
        : batch_(threads, seconds, nodes), wanted_(wanted) {}

    void add(const py::bytes& flat) { batch_.add(problem_of(flat, wanted_)); }
    void begin() {
        py::gil_scoped_release release;
        batch_.begin();
    }
    py::list take(std::size_t most, double seconds) {
        std::vector<Found> taken;
        {
            py::gil_scoped_release release;
            taken = batch_.take(most, seconds);
        }
        py::list results;
        for (const Found& found : taken) {
            if (found.error.empty())
                results.append(as_bytes(found));
            else
                results.append(py::str(found.error));
        }
        return results;
    }
    void stop() {
        py::gil_scoped_release release;
        batch_.stop();
    }
    bool has_more() { return batch_.has_more(); }

private:
    Batch batch_;
    const int wanted_;
};

/// Solves line by line from a board: (the board after it, the line that cannot be satisfied or -1,
/// whether there is a contradiction).
std::tuple<py::bytes, int, bool> propagate(const py::bytes& flat, std::string_view cells) {
    auto problem = problem_of(flat, 2, cells);
    problem.lines_only = true;
    std::vector<std::uint32_t> found(std::size_t(problem.height) * problem.width);
    std::unique_ptr<AnySearch> search;
    {
        py::gil_scoped_release release;
        search = make_search(std::move(problem));
        while (!search->run(1.0, 0)) {
        }
        search->certain(found.data());
    }
    return {as_bytes(found), search->failed_line(), search->by_logic()};
}

template <int W>
bool solve_line_with(const std::vector<Block>& blocks, int width, const std::vector<py::bytes>& may,
                     std::vector<py::bytes>& out) {
    const int colors = static_cast<int>(may.size());
    std::vector<Bits<W>> sets(colors), mirrored(colors), found(colors);
    for (int k = 0; k < colors; ++k) {
        const std::string raw = may[k];
        std::memcpy(sets[k].word.data(), raw.data(), std::min(raw.size(), sizeof(Bits<W>)));
        sets[k] &= Bits<W>::ones(width);
        mirrored[k] = sets[k].mirrored(width);
    }
    LineSolver<W> solver;
    solver.reserve(blocks.size());
    if (!solver.solve(blocks, width, sets.data(), mirrored.data(), colors, found.data()))
        return false;
    for (int k = 0; k < colors; ++k)
        out.emplace_back(reinterpret_cast<const char*>(found[k].word.data()), sizeof(Bits<W>));
    return true;
}

std::optional<std::vector<py::bytes>> solve_line(const Numbers& lengths, const Numbers& colors,
                                                 const std::vector<py::bytes>& may, int width) {
    const int palette = static_cast<int>(may.size());
    if (width < 1 || width > MAX_CELLS || palette < 2 || palette > MAX_COLORS ||
        lengths.size() != colors.size())
        throw py::value_error("no such line");
    check_clues(lengths, colors, palette);
    const auto blocks = make_blocks(lengths, colors);
    std::vector<py::bytes> out;
    const bool fits = with_words_for(
        width, [&]<int W>() { return solve_line_with<W>(blocks, width, may, out); });
    if (!fits) return std::nullopt;
    return out;
}

}  // namespace

PYBIND11_MODULE(_core, m) {
    m.doc() = "The native core: line solving, propagation, conflict learning.";
    m.def("solve_line", &solve_line);
    m.def("propagate", &propagate);
    m.def("flat_clues", &flat_clues);
    py::class_<Core>(m, "Core")
        .def(py::init<const py::bytes&, int, std::string_view, bool>(), py::arg(), py::arg(),
             py::arg() = "", py::arg("probing_only") = false)
        .def("run", &Core::run)
        .def("solutions", &Core::solutions)
        .def("found", &Core::found)
        .def("certain", &Core::certain)
        .def_property_readonly("known", [](const Core& c) { return c.search().known(); });
    py::class_<BatchCore>(m, "BatchCore")
        .def(py::init<int, int, double, std::uint64_t>())
        .def("add", &BatchCore::add)
        .def("begin", &BatchCore::begin)
        .def("take", &BatchCore::take)
        .def("stop", &BatchCore::stop)
        .def_property_readonly("has_more", &BatchCore::has_more);
    py::class_<LookaheadCore>(m, "LookaheadCore")
        .def(py::init<const py::bytes&, std::string_view>())
        .def("run", &LookaheadCore::run)
        .def_property_readonly("levels", &LookaheadCore::levels)
        .def_property_readonly("failures", &LookaheadCore::failures)
        .def_property_readonly("agreements", &LookaheadCore::agreements);
}
