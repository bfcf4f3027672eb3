// Enumerations of the core as the words that users read and write: nb::enum_ with nb::is_str names each value
// and its word once.
#pragma once

#include <cstddef>

#include "bindings.hpp"

namespace memetik {

template <class Enum>
nb::str word_of(Enum value) {
  return nb::str(nb::cast(value).attr("value"));
}

// Of all values from 0 on, so that a number of the core is an index here.
template <class Enum>
Words words_of() {
  nb::list words;
  for (std::size_t code = 0; code < nb::len(nb::type<Enum>()); ++code)
    words.append(word_of(static_cast<Enum>(code)));
  return Words(nb::tuple(words));
}

}  // namespace memetik
