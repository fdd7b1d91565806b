// The only file that knows Python. Shapes are checked in solver/engines/native.py; here plain
// arrays come in and go out, and the GIL is let go while there is work to do.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include "search.hpp"

namespace py = pybind11;
using namespace nonogram;

namespace {

constexpr int MOST_CELLS = 1000;

std::unique_ptr<AnySearch> make_search(Problem problem) {
    const int longest = std::max(problem.height, problem.width);
    if (longest < 64) return std::make_unique<Search<1>>(std::move(problem));
    if (longest < 128) return std::make_unique<Search<2>>(std::move(problem));
    if (longest < 256) return std::make_unique<Search<4>>(std::move(problem));
    return std::make_unique<Search<16>>(std::move(problem));
}

using Numbers = std::vector<int>;

Problem make_problem(int height, int width, int colors, const std::vector<Numbers>& lengths,
                     const std::vector<Numbers>& line_colors, int wanted) {
    if (height < 1 || width < 1 || height > MOST_CELLS || width > MOST_CELLS || colors < 2 ||
        colors > 32 || static_cast<int>(lengths.size()) != height + width ||
        (!line_colors.empty() && line_colors.size() != lengths.size()))
        throw py::value_error("this is not a puzzle's shape");
    Problem problem{height, width, colors, {}, wanted};
    for (std::size_t l = 0; l < lengths.size(); ++l) {
        Numbers one(line_colors.empty() ? lengths[l].size() : 0, 1);
        const Numbers& of_line = line_colors.empty() ? one : line_colors[l];
        if (of_line.size() != lengths[l].size()) throw py::value_error("a clue without a colour");
        for (int length : lengths[l])
            if (length < 1 || length > MOST_CELLS) throw py::value_error("no such clue");
        for (int color : of_line)
            if (color < 1 || color >= colors) throw py::value_error("no such colour");
        problem.lines.push_back(make_blocks(lengths[l], of_line));
    }
    return problem;
}

class Core {
public:
    Core(int height, int width, int colors, const std::vector<Numbers>& lengths,
         const std::vector<Numbers>& line_colors, int wanted)
        : cells_(height * width),
          search_(make_search(make_problem(height, width, colors, lengths, line_colors, wanted))) {}

    bool run(double seconds, std::uint64_t nodes) {
        py::gil_scoped_release release;
        return search_->run(seconds, nodes);
    }
    py::list solutions() const {
        py::list found;
        for (const auto& s : search_->solutions())
            found.append(py::bytes(reinterpret_cast<const char*>(s.data()), s.size()));
        return found;
    }
    py::bytes certain() const {
        std::vector<std::uint32_t> cells(cells_);
        search_->certain(cells.data());
        return py::bytes(reinterpret_cast<const char*>(cells.data()), cells.size() * 4);
    }
    AnySearch& search() const { return *search_; }

private:
    int cells_;
    std::unique_ptr<AnySearch> search_;
};

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
    if (width < 1 || width > MOST_CELLS || may.size() < 2) throw py::value_error("no such line");
    const auto blocks = make_blocks(lengths, colors);
    std::vector<py::bytes> out;
    const bool fits = width < 64    ? solve_line_with<1>(blocks, width, may, out)
                      : width < 128 ? solve_line_with<2>(blocks, width, may, out)
                      : width < 256 ? solve_line_with<4>(blocks, width, may, out)
                                    : solve_line_with<16>(blocks, width, may, out);
    if (!fits) return std::nullopt;
    return out;
}

}  // namespace

PYBIND11_MODULE(_core, m) {
    m.doc() = "The native core: line solving, propagation, conflict learning.";
    m.def("solve_line", &solve_line);
    py::class_<Core>(m, "Core")
        .def(py::init<int, int, int, const std::vector<Numbers>&, const std::vector<Numbers>&, int>())
        .def("run", &Core::run)
        .def("solutions", &Core::solutions)
        .def("certain", &Core::certain)
        .def_property_readonly("known", [](const Core& c) { return c.search().known(); })
        .def_property_readonly("complete", [](const Core& c) { return c.search().complete(); })
        .def_property_readonly("failed_line", [](const Core& c) { return c.search().failed_line(); })
        .def_property_readonly("by_logic", [](const Core& c) { return c.search().by_logic(); })
        .def_property_readonly("statistics", [](const Core& c) {
            const Statistics& s = c.search().statistics;
            return py::make_tuple(s.line_solves, s.decisions, s.conflicts, s.learned);
        });
}
