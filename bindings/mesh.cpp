// Triangle meshes: repair, and distances of points.
#include "memetik/collision/mesh.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bindings.hpp"
#include "memetik/collision/mesh_distance.hpp"
#include "memetik/collision/triangulate.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

using Triangles = nb::ndarray<const int, nb::numpy, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using NewVertices = nb::ndarray<double, nb::numpy, nb::shape<-1, 3>>;
using NewTriangles = nb::ndarray<int, nb::numpy, nb::shape<-1, 3>>;
using Report = nb::typed<nb::dict, nb::str, int>;

std::vector<Vec3<double>> vectors_of(const Matrix& rows) {
  require(rows.shape(1) == 3, "points need three coordinates");
  std::vector<Vec3<double>> result;
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    const double* v = rows.data() + 3 * i;
    result.push_back({v[0], v[1], v[2]});
  }
  return result;
}

RepairedMesh repaired(const Matrix& vertices, const Triangles& triangles, bool open) {
  Mesh mesh{vectors_of(vertices), {}};
  for (std::size_t i = 0; i < triangles.shape(0); ++i) {
    const int* t = triangles.data() + 3 * i;
    mesh.triangles.push_back({t[0], t[1], t[2]});
  }
  const nb::gil_scoped_release released;
  return repair(mesh, open ? Open::allowed : Open::refused);
}

// A new array with three numbers per row.
template <class Array, class Number>
Array rows_of_three(std::size_t count, const auto& number) {
  auto* data = new Number[3 * count];
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<Number*>(p); });
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < 3; ++k) data[3 * i + k] = number(i, k);
  return Array(data, {count, 3}, owner);
}

NewTriangles triangle_array(const std::vector<Triangle>& triangles) {
  return rows_of_three<NewTriangles, int>(triangles.size(),
                                          [&](std::size_t i, std::size_t k) { return triangles[i][k]; });
}

NewVertices vertex_array(const std::vector<Vec3<double>>& vertices) {
  return rows_of_three<NewVertices, double>(vertices.size(), [&](std::size_t i, std::size_t k) {
    return k == 0 ? vertices[i].x : k == 1 ? vertices[i].y : vertices[i].z;
  });
}

Report report_of(const RepairReport& report) {
  nb::dict counts;
  counts["merged_vertices"] = report.merged_vertices;
  counts["degenerate_triangles"] = report.degenerate_triangles;
  counts["duplicate_triangles"] = report.duplicate_triangles;
  counts["collinear_triangles"] = report.collinear_triangles;
  counts["flipped_triangles"] = report.flipped_triangles;
  counts["components"] = report.components;
  counts["boundary_edges"] = report.boundary_edges;
  counts["crowded_edges"] = report.crowded_edges;
  return nb::cast<Report>(counts);
}

void signed_distances(const MeshDistance& mesh, const Matrix& points, const Output& out) {
  require(points.shape(1) == 3 && out.size() == points.shape(0), "points or out have the wrong size");
  const nb::gil_scoped_release released;
  for (std::size_t i = 0; i < points.shape(0); ++i) {
    const double* p = points.data() + 3 * i;
    out.data()[i] = mesh.signed_distance({p[0], p[1], p[2]});
  }
}

}  // namespace

void bind_mesh(nb::module_& m) {
  m.def(
      "repair_mesh",
      [](const Matrix& vertices, const Triangles& triangles, bool open) {
        const RepairedMesh mesh = repaired(vertices, triangles, open);
        return std::tuple(vertex_array(mesh.mesh.vertices), triangle_array(mesh.mesh.triangles),
                          report_of(mesh.report));
      },
      "vertices"_a, "triangles"_a, "open"_a,
      "Return vertices and triangles of the repaired mesh, and the report; mesh.hpp documents them.");
  m.def(
      "triangulate", [](const Matrix& polygon) { return triangle_array(triangulate(vectors_of(polygon))); },
      "polygon"_a, "Return the triangles of a planar polygon, which may be concave.");
  nb::class_<MeshDistance>(m, "MeshDistance", "The signed distance of points from a repaired mesh.")
      .def(
          "__init__",
          [](MeshDistance* self, const Matrix& vertices, const Triangles& triangles, bool open) {
            new (self) MeshDistance(repaired(vertices, triangles, open));
          },
          "vertices"_a, "triangles"_a, "open"_a)
      .def_prop_ro("report", [](const MeshDistance& mesh) { return report_of(mesh.report()); })
      .def("distances", &signed_distances, "points"_a, "out"_a);
}

}  // namespace memetik
