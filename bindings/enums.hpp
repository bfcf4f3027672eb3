// Converts enumerations of the core to the words that users read and write. nb::enum_ with nb::is_str is the
// only place that names each value and its word.
#pragma once

#include <cstddef>

#include "bindings.hpp"

namespace memetik {

template <class Enum>
nb::str word_of(Enum value) {
  return nb::str(nb::cast(value).attr("value"));
}

// The words of all values in order, so that the core's number of a value is its index here.
template <class Enum>
Words words_of() {
  nb::list words;
  for (std::size_t code = 0; code < nb::len(nb::type<Enum>()); ++code)
    words.append(word_of(static_cast<Enum>(code)));
  return Words(nb::tuple(words));
}

}  // namespace memetik
