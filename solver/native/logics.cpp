// Lookaheads and searches of lines for each width of the bit sets, see make.hpp.
#include "make.hpp"

namespace nonogram {

std::unique_ptr<AnyLookahead> make_lookahead(Problem problem, std::size_t most_kept) {
    return with_words_for(std::max(problem.height, problem.width),
                          [&]<int W>() -> std::unique_ptr<AnyLookahead> {
                              return std::make_unique<Lookahead<W>>(std::move(problem), most_kept);
                          });
}

std::unique_ptr<AnyLineSearch> make_line_search(Problem problem) {
    return with_words_for(std::max(problem.height, problem.width),
                          [&]<int W>() -> std::unique_ptr<AnyLineSearch> {
                              return std::make_unique<LineSearch<W>>(std::move(problem));
                          });
}

}  // namespace nonogram
