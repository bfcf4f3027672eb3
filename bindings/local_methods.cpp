// The documents' local searches.
#include "memetik/search/methods/lbfgsb_searcher.hpp"
#include "methods.hpp"

namespace memetik {

using namespace nb::literals;

void bind_local_methods(nb::module_& m) {
  m.def(
      "lbfgsb",
      [](int runners, bool restarts) {
        return race_recipe(runners, {}, [=](const Problem& problem, const Sampler& sampler) {
          return std::make_unique<LbfgsbSearcher>(problem, sampler, restarts);
        });
      },
      "runners"_a, "restarts"_a);
}

}  // namespace memetik
