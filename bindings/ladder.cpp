#include "memetik/search/ladder.hpp"

#include <nanobind/stl/array.h>

#include <array>

#include "methods.hpp"

namespace memetik {

using namespace nb::literals;

void bind_ladder(nb::module_& m) {
  nb::class_<Recipe>(m, "Recipe");
  m.def(
      "ladder",
      [](int method, bool best, const std::array<int, 4>& evolution) {
        const LadderOptions options{
            .method = static_cast<Method>(method),
            .best = best,
            .evolution = {evolution[0], evolution[1], evolution[2], static_cast<Exploitation>(evolution[3])}};
        return Recipe{[=](const Workshop& shop) {
          return std::make_unique<Ladder>(shop.problem, shop.sources, options);
        }};
      },
      "method"_a, "best"_a, "evolution"_a);
}

}  // namespace memetik
