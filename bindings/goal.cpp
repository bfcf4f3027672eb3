// Goals: the core's records. The data of a kind of goal are set by the names of their fields.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "memetik/collision/obstacle.hpp"
#include "memetik/collision/placed_field.hpp"
#include "memetik/collision/sphere_robot.hpp"
#include "memetik/objective/external_call.hpp"
#include "memetik/objective/field.hpp"
#include "memetik/objective/kernel.hpp"
#include "vectors.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

// Reads a field's value from Python; nanobind throws std::bad_cast if it has the wrong type.
template <class T>
void read(const nb::handle& value, T* place) {
  *place = nb::cast<T>(value);
}
void read(const nb::handle& value, Vec3<double>* place) { *place = vector_of(nb::cast<Numbers3>(value)); }
void read(const nb::handle& value, Frame<double>* place) { *place = frame_of(nb::cast<Matrix4>(value)); }
void read(const nb::handle& value, std::vector<Vec3<double>>* place) {
  for (const Numbers3& v : nb::cast<std::vector<Numbers3>>(value)) place->push_back(vector_of(v));
}
void read(const nb::handle& value, std::shared_ptr<const SphereRobot>* place) {
  *place = nb::cast<std::shared_ptr<SphereRobot>>(value);
}
void read(const nb::handle& value, const Choice& choice) {
  const auto name = nb::cast<std::string>(value);
  const auto found = std::find(choice.names.begin(), choice.names.end(), name);
  if (found == choice.names.end()) throw std::bad_cast();
  choice.choose(static_cast<std::size_t>(found - choice.names.begin()));
}

const Kernel& kernel_named(const std::string& kind) {
  const Kernel* kernel = find_kernel(kind);
  require(kernel != nullptr, "there is no such kind of goal");
  return *kernel;
}

std::vector<std::string> field_names(const std::string& kind) {
  std::vector<std::string> names;
  kernel_named(kind).make_data([&](const DataField& field) { names.emplace_back(field.name); });
  return names;
}

Goal goal_of(const std::string& kind, const nb::kwargs& values) {
  const Kernel& kernel = kernel_named(kind);
  std::string names;
  std::size_t known = 0;
  const auto fail = [&](const std::string& what) {
    throw std::invalid_argument("goal " + kind + ": " + what);
  };
  const auto set = [&](const DataField& field) {
    const std::string name(field.name);
    names += (names.empty() ? "" : ", ") + name;
    if (!values.contains(name.c_str())) fail("no value for " + name);
    ++known;
    try {
      std::visit([&](const auto& place) { read(values[name.c_str()], place); }, field.place);
    } catch (const std::bad_cast&) {
      fail(name + " is of the wrong type or shape");
    }
  };
  Goal goal;
  goal.kernel = &kernel;
  goal.data = kernel.make_data(set);
  if (known != values.size()) fail("its only data are " + (names.empty() ? "none" : names));
  return goal;
}

}  // namespace

void bind_goal(nb::module_& m) {
  m.attr("largest_weight") = largest_weight;
  m.attr("undefined_residual") = undefined_residual;
  m.def("goal_fields", &field_names, "kind"_a, "Return the names of the data that a kind of goal needs.");
  nb::enum_<Priority>(m, "Priority", nb::is_str())
      .str_value("required", Priority::required, "required")
      .str_value("primary", Priority::primary, "primary")
      .str_value("secondary", Priority::secondary, "secondary")
      .str_value("hint", Priority::hint, "hint");
  nb::class_<Goal>(m, "Goal",
                   "A goal of the core: its kind and the data of this kind, with indices instead of names.")
      .def(
          "__init__",
          [](Goal* self, const std::string& kind, const nb::kwargs& data) {
            new (self) Goal(goal_of(kind, data));
          },
          "kind"_a, "data"_a, nb::sig("def __init__(self, kind: str, **data: object) -> None"))
      .def_rw("priority", &Goal::priority)
      .def_rw("links", &Goal::links)
      .def_rw("frame", &Goal::frame)
      .def_rw("weight", &Goal::weight)
      .def_rw("tolerance", &Goal::tolerance)
      .def_rw("losses", &Goal::losses)
      .def_rw("variables", &Goal::variables)
      .def_rw("target", &Goal::target)
      .def_rw("follows_start", &Goal::follows_start)
      .def_rw("smooths", &Goal::smooths)
      .def_rw("rows", &Goal::rows)
      .def_rw("knows_derivative", &Goal::knows_derivative)
      .def(
          "set_region",
          [](Goal& self, const Numbers3& axis, double depth) {
            self.region = HintRegion{vector_of(axis), depth};
          },
          "axis"_a, "depth"_a, "Make this hint one for targets that are up to `depth` behind its own.");
}

}  // namespace memetik
