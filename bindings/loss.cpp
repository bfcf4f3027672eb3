// Losses: their parameters and values.
#include "memetik/objective/loss.hpp"

#include "bindings.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

void values(const Loss& loss, const Vector& x, const Output& out) {
  require(out.size() == x.size(), "out has the wrong size");
  for (std::size_t i = 0; i < x.size(); ++i) out.data()[i] = loss.at(x.data()[i]).value;
}

}  // namespace

void bind_loss(nb::module_& m) {
  nb::enum_<LossKind>(m, "LossKind")
      .value("quadratic", LossKind::quadratic)
      .value("angle", LossKind::angle)
      .value("quaternion", LossKind::quaternion)
      .value("absolute", LossKind::absolute)
      .value("huber", LossKind::huber)
      .value("hinge", LossKind::hinge)
      .value("groove", LossKind::groove)
      .value("swamp", LossKind::swamp)
      .value("swamp_groove", LossKind::swamp_groove);
  nb::class_<Loss>(m, "Loss", "A loss; its parameters are those of the formulas in loss.hpp.")
      .def(
          "__init__", [](Loss* self, LossKind kind) { new (self) Loss{.kind = kind}; }, "kind"_a)
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
      .def_rw("minimum", &Loss::minimum)
      .def("values", &values, "x"_a, "out"_a);
}

}  // namespace memetik
