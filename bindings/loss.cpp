// Losses: records in, values out.
#include "memetik/objective/loss.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <string_view>

#include "bindings.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

// In the order of LossKind.
constexpr std::array<std::string_view, 9> kinds{"quadratic", "angle",  "quaternion", "absolute",    "huber",
                                                "hinge",     "groove", "swamp",      "swamp_groove"};

Loss loss_named(const std::string& kind) {
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i] == kind) return {.kind = static_cast<LossKind>(i)};
  throw std::invalid_argument("there is no such kind of loss");
}

void values(const Loss& loss, const Vector& x, const Output& out) {
  require(out.size() == x.size(), "out has the wrong size");
  for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = loss.at(x.data()[i]).value;
}

}  // namespace

void bind_loss(nb::module_& m) {
  nb::class_<Loss>(m, "Loss", "How an error counts; the numbers of the formulas in loss.hpp.")
      .def(
          "__init__", [](Loss* self, const std::string& kind) { new (self) Loss(loss_named(kind)); },
          "kind"_a)
      .def_rw("d", &Loss::d)
      .def_rw("lower", &Loss::lower)
      .def_rw("upper", &Loss::upper)
      .def_rw("s", &Loss::s)
      .def_rw("c", &Loss::c)
      .def_rw("r", &Loss::r)
      .def_rw("g", &Loss::g)
      .def_rw("m", &Loss::m)
      .def_rw("n", &Loss::n)
      .def_rw("b", &Loss::b)
      .def_rw("a1", &Loss::a1)
      .def_rw("a2", &Loss::a2)
      .def_rw("f1", &Loss::f1)
      .def_rw("f2", &Loss::f2)
      .def_rw("f3", &Loss::f3)
      .def_rw("least", &Loss::least)
      .def("values", &values, "x"_a, "out"_a);
}

}  // namespace memetik
