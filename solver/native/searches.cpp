// Searches for each width of the bit sets, and what uses them, see make.hpp.
#include "make.hpp"

namespace nonogram {

std::unique_ptr<AnySearch> make_search(Problem problem, const Patience& patience) {
    return with_words_for(std::max(problem.height, problem.width),
                          [&]<int W>() -> std::unique_ptr<AnySearch> {
                              return std::make_unique<Search<W>>(std::move(problem), patience);
                          });
}

std::unique_ptr<AnyLikeliest> make_likeliest(LikeliestProblem problem) {
    check_likeliest(problem);
    return with_words_for(std::max(problem.height, problem.width),
                          [&]<int W>() -> std::unique_ptr<AnyLikeliest> {
                              return std::make_unique<Likeliest<W>>(std::move(problem));
                          });
}

}  // namespace nonogram
