// The named fields of a goal's Data. The bindings set every field by its name, so that Python cannot forget
// one.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "memetik/collision/on_links.hpp"

namespace memetik {

struct Obstacle;
struct PlacedField;
class SphereRobot;

// A field that takes one of several named values.
struct Choice {
  std::vector<std::string_view> names;
  std::function<void(std::size_t)> choose;  // takes an index into `names`
};

// The place to which the value of a field is written.
using FieldPlace =
    std::variant<bool*, double*, std::array<double, 2>*, Vec3<double>*, Frame<double>*, std::vector<bool>*,
                 std::vector<double>*, std::vector<Vec3<double>>*, std::vector<Primitive>*,
                 std::shared_ptr<const SphereRobot>*, std::vector<Obstacle>*, std::vector<PlacedField>*,
                 std::vector<LinkSolid>*, std::vector<Disc>*, Choice>;

struct DataField {
  std::string_view name;
  FieldPlace place;
};

using Fields = std::vector<DataField>;

// Makes a Choice of an enum; `options` lists every value with its name.
template <class Enum>
Choice choice(Enum& value, std::vector<std::pair<std::string_view, Enum>> options) {
  std::vector<std::string_view> names;
  for (const auto& option : options) names.push_back(option.first);
  return {std::move(names),
          [&value, options = std::move(options)](std::size_t i) { value = options[i].second; }};
}

}  // namespace memetik
