// Searches for each width of the bit sets, see make.hpp.
#include "make.hpp"

namespace nonogram {

std::unique_ptr<AnySearch> make_search(Problem problem, const Patience& patience) {
    return with_words_for(std::max(problem.height, problem.width),
                          [&]<int W>() -> std::unique_ptr<AnySearch> {
                              return std::make_unique<Search<W>>(std::move(problem), patience);
                          });
}

}  // namespace nonogram
