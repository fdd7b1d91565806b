// The Python bindings, the only file that depends on Python. Arguments are plain arrays and are
// checked (see make.hpp). The GIL is released during the work.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "make.hpp"

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

class Core {
public:
    Core(int height, int width, int colors, const std::vector<Numbers>& lengths,
         const std::vector<Numbers>& line_colors, int wanted, const std::string& cells,
         bool probing_only)
        : cells_(height * width) {
        auto problem =
            make_problem(height, width, colors, lengths, line_colors, wanted, as_states(cells));
        problem.probing_only = probing_only;
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
    LookaheadCore(int height, int width, int colors, const std::vector<Numbers>& lengths,
                  const std::vector<Numbers>& line_colors, const std::string& cells)
        : lookahead_(make_lookahead(
              make_problem(height, width, colors, lengths, line_colors, 2, as_states(cells)))) {}

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

/// Solves line by line from a board: (the board after it, the line that cannot be satisfied or -1,
/// whether there is a contradiction).
std::tuple<py::bytes, int, bool> propagate(int height, int width, int colors,
                                           const std::vector<Numbers>& lengths,
                                           const std::vector<Numbers>& line_colors,
                                           const std::string& cells) {
    auto problem =
        make_problem(height, width, colors, lengths, line_colors, 2, as_states(cells));
    problem.lines_only = true;
    std::vector<std::uint32_t> found(std::size_t(height) * width);
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
    py::class_<Core>(m, "Core")
        .def(py::init<int, int, int, const std::vector<Numbers>&, const std::vector<Numbers>&, int,
                      const std::string&, bool>(),
             py::arg(), py::arg(), py::arg(), py::arg(), py::arg(), py::arg(), py::arg() = "",
             py::arg("probing_only") = false)
        .def("run", &Core::run)
        .def("solutions", &Core::solutions)
        .def("certain", &Core::certain)
        .def_property_readonly("known", [](const Core& c) { return c.search().known(); })
        .def_property_readonly("complete", [](const Core& c) { return c.search().complete(); })
        .def_property_readonly("failed_line", [](const Core& c) { return c.search().failed_line(); })
        .def_property_readonly("by_logic", [](const Core& c) { return c.search().by_logic(); })
        .def_property_readonly("statistics", [](const Core& c) {
            const Statistics& s = c.search().statistics;
            return py::make_tuple(s.line_solves, s.cached_lines, s.probes, s.decisions, s.conflicts,
                                  s.depth);
        });
    py::class_<LookaheadCore>(m, "LookaheadCore")
        .def(py::init<int, int, int, const std::vector<Numbers>&, const std::vector<Numbers>&,
                      const std::string&>())
        .def("run", &LookaheadCore::run)
        .def_property_readonly("levels", &LookaheadCore::levels)
        .def_property_readonly("failures", &LookaheadCore::failures)
        .def_property_readonly("agreements", &LookaheadCore::agreements);
}
