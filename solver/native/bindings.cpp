// The Python bindings, the only file that depends on Python. Arguments are plain arrays and are
// checked (see make.hpp). The GIL is released during the work.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "batch.hpp"

namespace py = pybind11;
using namespace nonogram;

namespace {

py::bytes as_bytes(const std::vector<std::uint32_t>& cells) {
    return py::bytes(reinterpret_cast<const char*>(cells.data()), cells.size() * 4);
}

std::vector<std::uint32_t> as_states(const std::string& cells) {
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

void add_lines(Problem& problem, py::handle lines) {
    const auto items = items_of(lines.ptr());
    for (PyObject* line : items) {
        for (PyObject* item : items_of(line)) {
            const auto clue = items_of(item);
            if (clue.size() != 2) throw py::value_error("a clue is (length, colour)");
            const int length = number_of(clue[0]), color = number_of(clue[1]);
            if (length < 1 || length > MAX_CELLS) throw py::value_error("no such clue");
            if (color < 1 || color >= problem.colors) throw py::value_error("no such colour");
            problem.lines.add(length, color);
        }
        problem.lines.end_line();
    }
}

/// A puzzle as Python has it, with the colours that its cells may have at the start.
Problem problem_of(py::handle rows, py::handle columns, int colors, int wanted,
                   const std::string& cells = "") {
    Problem problem;
    problem.colors = colors;
    problem.wanted = wanted;
    problem.start = as_states(cells);
    if (colors < 2 || colors > MAX_COLORS) throw py::value_error("this is not a puzzle's shape");
    add_lines(problem, rows);
    problem.height = static_cast<int>(problem.lines.size());
    add_lines(problem, columns);
    problem.width = static_cast<int>(problem.lines.size()) - problem.height;
    check_shape(problem);
    return problem;
}

std::optional<Problem> problem_unless_defective(py::handle rows, py::handle columns, int colors,
                                                int wanted) {
    try {
        auto problem = problem_of(rows, columns, colors, wanted);
        if (is_possible(problem)) return problem;
    } catch (const std::invalid_argument&) {
    } catch (const py::value_error&) {
    }
    return std::nullopt;
}

/// Whether a puzzle has a defect, see Puzzle.defects; or is too large for the core.
bool has_defects(py::handle rows, py::handle columns, int colors) {
    return !problem_unless_defective(rows, columns, colors, 2);
}

py::tuple as_tuple(const Statistics& s) {
    return py::make_tuple(s.line_solves, s.cached_lines, s.probes, s.decisions, s.conflicts,
                          s.depth);
}

class Core {
public:
    Core(py::handle rows, py::handle columns, int colors, int wanted, const std::string& cells,
         bool probing_only) {
        auto problem = problem_of(rows, columns, colors, wanted, cells);
        problem.probing_only = probing_only;
        cells_ = problem.height * problem.width;
        search_ = make_search(std::move(problem));
    }

    bool run(double seconds, std::uint64_t nodes) {
        py::gil_scoped_release release;
        return search_->run(seconds, nodes);
    }
    py::list solutions(std::size_t first) const {
        py::list found;
        const auto& solutions = search_->solutions();
        std::vector<std::uint32_t> cells(cells_);
        for (; first < solutions.size(); ++first) {
            std::transform(solutions[first].begin(), solutions[first].end(), cells.begin(),
                           [](auto color) { return std::uint32_t{1} << color; });
            found.append(as_bytes(cells));
        }
        return found;
    }
    py::bytes certain() const {
        std::vector<std::uint32_t> cells(cells_);
        search_->certain(cells.data());
        return as_bytes(cells);
    }
    AnySearch& search() const { return *search_; }

private:
    std::unique_ptr<AnySearch> search_;
    int cells_;
};

/// Tries every open cell of a board, see lookahead.hpp.
class LookaheadCore {
public:
    LookaheadCore(py::handle rows, py::handle columns, int colors, const std::string& cells)
        : lookahead_(make_lookahead(problem_of(rows, columns, colors, 2, cells))) {}

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

    /// False if the puzzle is not taken, see has_defects.
    bool add(py::handle rows, py::handle columns, int colors) {
        auto problem = problem_unless_defective(rows, columns, colors, wanted_);
        if (problem) batch_.add(std::move(*problem));
        return problem.has_value();
    }
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
            py::list solutions;
            for (const auto& cells : found.solutions) solutions.append(as_bytes(cells));
            results.append(py::make_tuple(found.error, solutions, as_bytes(found.certain),
                                          found.complete, found.stopped, found.failed_line,
                                          found.by_logic, as_tuple(found.statistics),
                                          found.seconds));
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
std::tuple<py::bytes, int, bool> propagate(py::handle rows, py::handle columns, int colors,
                                           const std::string& cells) {
    auto problem = problem_of(rows, columns, colors, 2, cells);
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
    m.def("has_defects", &has_defects);
    py::class_<Core>(m, "Core")
        .def(py::init<py::handle, py::handle, int, int, const std::string&, bool>(), py::arg(),
             py::arg(), py::arg(), py::arg(), py::arg() = "", py::arg("probing_only") = false)
        .def("run", &Core::run)
        .def("solutions", &Core::solutions)
        .def("certain", &Core::certain)
        .def_property_readonly("known", [](const Core& c) { return c.search().known(); })
        .def_property_readonly("complete", [](const Core& c) { return c.search().complete(); })
        .def_property_readonly("failed_line", [](const Core& c) { return c.search().failed_line(); })
        .def_property_readonly("by_logic", [](const Core& c) { return c.search().by_logic(); })
        .def_property_readonly("statistics",
                               [](const Core& c) { return as_tuple(c.search().statistics); });
    py::class_<BatchCore>(m, "BatchCore")
        .def(py::init<int, int, double, std::uint64_t>())
        .def("add", &BatchCore::add)
        .def("begin", &BatchCore::begin)
        .def("take", &BatchCore::take)
        .def("stop", &BatchCore::stop)
        .def_property_readonly("has_more", &BatchCore::has_more);
    py::class_<LookaheadCore>(m, "LookaheadCore")
        .def(py::init<py::handle, py::handle, int, const std::string&>())
        .def("run", &LookaheadCore::run)
        .def_property_readonly("levels", &LookaheadCore::levels)
        .def_property_readonly("failures", &LookaheadCore::failures)
        .def_property_readonly("agreements", &LookaheadCore::agreements);
}
