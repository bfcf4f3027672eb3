// Solids whose signed distance has a formula.
#include "memetik/collision/on_links.hpp"
#include "vectors.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

void distances(const Primitive& primitive, const Matrix& points, const Output& out) {
  require(points.shape(1) == 3 && out.size() == points.shape(0), "points or out have the wrong size");
  for (std::size_t i = 0; i < points.shape(0); ++i) {
    const double* p = points.data() + 3 * i;
    out.data()[i] = signed_distance(primitive, Vec3<double>{p[0], p[1], p[2]}).value;
  }
}

}  // namespace

void bind_primitive(nb::module_& m) {
  nb::enum_<PrimitiveKind>(m, "PrimitiveKind")
      .value("half_space", PrimitiveKind::half_space)
      .value("sphere", PrimitiveKind::sphere)
      .value("box", PrimitiveKind::box)
      .value("cylinder", PrimitiveKind::cylinder)
      .value("capsule", PrimitiveKind::capsule);
  nb::class_<Primitive>(m, "Primitive",
                        "A solid whose distance has a formula; primitive.hpp documents its sizes.")
      .def(
          "__init__",
          [](Primitive* self, PrimitiveKind kind, const Numbers3& size, const Matrix4& frame) {
            new (self) Primitive{kind, vector_of(size), frame_of(frame)};
          },
          "kind"_a, "size"_a, "frame"_a)
      .def("distances", &distances, "points"_a, "out"_a);
  nb::class_<LinkSolid>(m, "LinkSolid", "A solid fixed to one of a goal's links; link -1 is the root.")
      .def(
          "__init__",
          [](LinkSolid* self, int link, const Primitive& solid) { new (self) LinkSolid{link, solid}; },
          "link"_a, "solid"_a);
  nb::class_<Disc>(m, "Disc", "A disc, inflated by a rounding radius.")
      .def(
          "__init__",
          [](Disc* self, const Numbers3& center, const Numbers3& axis, double radius, double rounding) {
            new (self) Disc{vector_of(center), vector_of(axis), radius, rounding};
          },
          "center"_a, "axis"_a, "radius"_a, "rounding"_a);
}

}  // namespace memetik
