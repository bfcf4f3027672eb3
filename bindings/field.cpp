// Signed distance fields.
#include "memetik/collision/field.hpp"

#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "interrupt.hpp"
#include "memetik/collision/make_field.hpp"
#include "memetik/collision/placed_field.hpp"
#include "vectors.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

using Values = nb::ndarray<const float, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

Field field_of(const Values& values, const Numbers3& origin, double spacing, double padding) {
  const std::size_t max_nodes = static_cast<std::size_t>(Field::max_nodes);
  require(values.size() <= max_nodes, "a field has at most 2^30 nodes");
  for (std::size_t axis = 0; axis < 3; ++axis)
    require(values.shape(axis) >= 2, "a field needs two nodes along each axis");
  return {vector_of(origin),
          spacing,
          padding,
          static_cast<int>(values.shape(0)),
          static_cast<int>(values.shape(1)),
          static_cast<int>(values.shape(2)),
          std::vector<float>(values.data(), values.data() + values.size())};
}

Field field_of_mesh(const MeshDistance& mesh, double spacing, double padding, int threads) {
  std::atomic<bool> cancelled = false;
  Stop stop(Stop::Clock::time_point::max(), &cancelled, interrupted);
  Field field = [&] {
    const nb::gil_scoped_release released;
    return make_field(mesh, spacing, padding, threads, stop);
  }();
  if (PyErr_Occurred()) throw nb::python_error();  // the user's interrupt
  return field;
}

// Calls visit(i, lanes, distance) for packs of points: `distance` has those of the points from i on.
template <class Visit>
void for_each_pack(const Field& field, const Matrix& points, Visit visit) {
  for (std::size_t i = 0; i < points.shape(0); i += pack_lanes) {
    const int lanes = static_cast<int>(std::min<std::size_t>(pack_lanes, points.shape(0) - i));
    Vec3<Pack> p{Pack(0), Pack(0), Pack(0)};
    for (int lane = 0; lane < lanes; ++lane) {
      const double* point = points.data() + 3 * (i + static_cast<std::size_t>(lane));
      set_lane(p.x, lane, point[0]);
      set_lane(p.y, lane, point[1]);
      set_lane(p.z, lane, point[2]);
    }
    visit(i, lanes, signed_distance(field, p));
  }
}

void distances(const Field& field, const Matrix& points, const Output& out) {
  require(points.shape(1) == 3 && out.size() == points.shape(0), "points or out have the wrong size");
  const nb::gil_scoped_release released;
  for_each_pack(field, points, [&](std::size_t i, int lanes, const SignedDistance<Pack>& distance) {
    for (int lane = 0; lane < lanes; ++lane)
      out.data()[i + static_cast<std::size_t>(lane)] = distance.value[lane];
  });
}

void gradients(const Field& field, const Matrix& points, const Output& out) {
  require(points.shape(1) == 3 && out.size() == points.size(), "points or out have the wrong size");
  const nb::gil_scoped_release released;
  for_each_pack(field, points, [&](std::size_t i, int lanes, const SignedDistance<Pack>& distance) {
    for (int lane = 0; lane < lanes; ++lane) {
      double* row = out.data() + 3 * (i + static_cast<std::size_t>(lane));
      row[0] = distance.normal.x[lane];
      row[1] = distance.normal.y[lane];
      row[2] = distance.normal.z[lane];
    }
  });
}

}  // namespace

void bind_field(nb::module_& m) {
  nb::class_<Field>(m, "Field", "A signed distance field; field.hpp documents it.")
      .def(
          "__init__",
          [](Field* self, const Values& values, const Numbers3& origin, double spacing, double padding) {
            new (self) Field(field_of(values, origin, spacing, padding));
          },
          "values"_a, "origin"_a, "spacing"_a, "padding"_a)
      .def_static("of_mesh", &field_of_mesh, "mesh"_a, "spacing"_a, "padding"_a, "threads"_a)
      .def_prop_ro("values",
                   [](const Field& field) {
                     const auto size = [](int n) { return static_cast<std::size_t>(n); };
                     return Values(field.values.data(), {size(field.nx), size(field.ny), size(field.nz)},
                                   nb::find(field));
                   })
      .def_prop_ro(
          "origin",
          [](const Field& field) { return Numbers3{field.origin.x, field.origin.y, field.origin.z}; })
      .def_ro("spacing", &Field::spacing)
      .def_ro("padding", &Field::padding)
      .def("distances", &distances, "points"_a, "out"_a)
      .def("gradients", &gradients, "points"_a, "out"_a)
      .def(
          "overestimate",
          [](const Field& field, double radius) { return overestimate(field.spacing, radius); }, "radius"_a);
  nb::class_<PlacedField>(m, "PlacedField",
                          "A field at a pose on one of a goal's links; link -1 is the root.")
      .def(
          "__init__",
          [](PlacedField* self, int link, std::shared_ptr<Field> field, const Matrix4& frame) {
            new (self) PlacedField{link, frame_of(frame), std::move(field)};
          },
          "link"_a, "field"_a, "frame"_a);
}

}  // namespace memetik
