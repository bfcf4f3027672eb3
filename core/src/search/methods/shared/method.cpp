#include "memetik/search/methods/shared/method.hpp"

#include <string>

namespace memetik {

const SearchMethod& find_method(std::string_view name) {
  for (const SearchMethod& method : all_methods())
    if (method.name == name) return method;
  throw std::invalid_argument("the core has no method '" + std::string(name) + "'");
}

}  // namespace memetik
