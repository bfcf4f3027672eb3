// What a kind of goal has to be told beside its target: fields with names, so that whoever makes a goal
// (Python, by the bindings) sets them by name and none is forgotten.
#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "memetik/collision/on_links.hpp"

namespace memetik {

// One of several values with names.
struct Choice {
  std::vector<std::string_view> names;
  std::function<void(std::size_t)> choose;  // by its place among the names
};

// Where the value of a field is to be written.
using FieldPlace =
    std::variant<bool*, double*, std::array<double, 2>*, Vec3<double>*, Frame<double>*, std::vector<bool>*,
                 std::vector<double>*, std::vector<Vec3<double>>*, std::vector<Primitive>*,
                 std::vector<LinkSphere>*, std::vector<LinkSolid>*, std::vector<Disc>*, Choice>;

struct Field {
  std::string_view name;
  FieldPlace place;
};

using Fields = std::vector<Field>;

// A field that is an enum: every value with its name.
template <class Enum>
Choice choice(Enum& value, std::vector<std::pair<std::string_view, Enum>> options) {
  std::vector<std::string_view> names;
  for (const auto& option : options) names.push_back(option.first);
  return {std::move(names),
          [&value, options = std::move(options)](std::size_t i) { value = options[i].second; }};
}

}  // namespace memetik
