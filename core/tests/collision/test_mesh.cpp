#include <cmath>
#include <stdexcept>
#include <string>

#include "check.hpp"
#include "memetik/collision/mesh.hpp"
#include "memetik/collision/solid_angle.hpp"
#include "memetik/runtime/random.hpp"
#include "meshes.hpp"

using namespace memetik;

namespace {

// The sum over all triangles, without a hierarchy.
double winding(const Mesh& mesh, const Vec3<double>& p) {
  double sum = 0;
  for (const Triangle& t : mesh.triangles) {
    const auto corner = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(t[k])] - p; };
    sum += winding_share(corner(0), corner(1), corner(2));
  }
  return sum;
}

std::string refusal(const Mesh& mesh) {
  try {
    repair(mesh);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

bool mentions(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

// Every triangle with vertices of its own, as in STL files.
Mesh soup(const Mesh& mesh) {
  Mesh result;
  for (const Triangle& t : mesh.triangles) {
    const int first = static_cast<int>(result.vertices.size());
    for (const int v : t) result.vertices.push_back(mesh.vertices[static_cast<std::size_t>(v)]);
    result.triangles.push_back({first, first + 1, first + 2});
  }
  return result;
}

}  // namespace

TEST(a_sound_mesh_is_not_changed) {
  for (const Mesh& mesh : {box_mesh({1, 2, 3}), sphere_mesh(0.1, 2), torus_mesh(1, 0.2, 20)}) {
    const RepairedMesh repaired = repair(mesh);
    CHECK(repaired.mesh.triangles == mesh.triangles);
    CHECK(repaired.closed);
    const RepairReport& report = repaired.report;
    CHECK(report.components == 1);
    CHECK(report.merged_vertices + report.degenerate_triangles + report.duplicate_triangles +
              report.collinear_triangles + report.flipped_triangles + report.boundary_edges +
              report.crowded_edges ==
          0);
  }
}

TEST(any_faults_of_vertices_and_orientation_are_repaired) {
  RandomStream random(1);
  const Mesh torus = torus_mesh(1, 0.3, 16);
  for (int trial = 0; trial < 20; ++trial) {
    Mesh broken = soup(torus);
    int flipped = 0;
    for (Triangle& t : broken.triangles)
      if (random.uniform() < 0.4) {
        std::swap(t[1], t[2]);
        ++flipped;
      }
    for (Vec3<double>& v : broken.vertices) v.x += random.uniform(-1e-10, 1e-10);
    for (int i = 0; i < 50; ++i) {
      const Triangle t = broken.triangles[static_cast<std::size_t>(random.below(512))];
      broken.triangles.push_back(i % 2 == 0 ? Triangle{t[0], t[0], t[1]} : Triangle{t[2], t[1], t[0]});
    }
    broken.vertices.push_back({1e9, 0, 0});  // unused
    const RepairedMesh repaired = repair(broken);
    CHECK(repaired.mesh.vertices.size() == torus.vertices.size());
    CHECK(repaired.mesh.triangles.size() == torus.triangles.size());
    CHECK(repaired.report.degenerate_triangles == 25);
    CHECK(repaired.report.duplicate_triangles == 25);
    CHECK(repaired.report.flipped_triangles == flipped);
    CHECK(repaired.report.merged_vertices == 5 * 256);
    CHECK_NEAR(winding(repaired.mesh, {1, 0, 0}), 1, 1e-12);
    CHECK_NEAR(winding(repaired.mesh, {0, 0, 0}), 0, 1e-12);
  }
}

TEST(a_repaired_mesh_needs_no_repair) {
  Mesh mesh = soup(joined(sphere_mesh(1, 2), box_mesh({0.3, 0.3, 0.3})));
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
    std::swap(mesh.triangles[i][0], mesh.triangles[i][1]);
  const Mesh once = repair(mesh).mesh;
  CHECK(repair(once).mesh.triangles == once.triangles);
}

TEST(components_inside_an_odd_number_of_others_are_turned_inwards) {
  // a hollow body with a body in its hollow
  Mesh mesh = joined(joined(sphere_mesh(3, 2), sphere_mesh(2, 2)), box_mesh({0.5, 0.5, 0.5}));
  for (int reversed = 0; reversed < 2; ++reversed) {
    const RepairedMesh repaired = repair(mesh);
    CHECK(repaired.report.components == 3);
    CHECK_NEAR(winding(repaired.mesh, {4, 0, 0}), 0, 1e-12);
    CHECK_NEAR(winding(repaired.mesh, {2.5, 0, 0}), 1, 1e-12);
    CHECK_NEAR(winding(repaired.mesh, {1.5, 0, 0}), 0, 1e-12);
    CHECK_NEAR(winding(repaired.mesh, {0.1, 0, 0}), 1, 1e-12);
    for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
  }
}

TEST(components_that_intersect_or_lie_side_by_side_are_turned_outwards) {
  const Mesh sphere = sphere_mesh(1, 2);
  for (const double move : {0.9, 2.5}) {
    const RepairedMesh repaired = repair(joined(sphere, sphere, {move, 0, 0}));
    CHECK(repaired.report.components == 2);
    CHECK_NEAR(winding(repaired.mesh, {0, 0, 0}), 1 + (move < 0.95 ? 1 : 0), 1e-12);
    CHECK_NEAR(winding(repaired.mesh, {move + 0.5, 0, 0}), 1, 1e-12);
  }
}

TEST(boxes_that_share_an_edge_are_closed) {
  const RepairedMesh repaired = repair(joined(box_mesh({1, 1, 1}), box_mesh({1, 1, 1}), {2, 2, 0}));
  CHECK(repaired.report.crowded_edges == 1);
  CHECK(repaired.closed);
  CHECK_NEAR(winding(repaired.mesh, {2, 2, 0}), 1, 1e-12);
}

TEST(a_collinear_triangle_closes_the_slit_between_its_neighbours) {
  // the edge 0-1 of the box is divided at 8 on one of its sides only
  Mesh mesh = box_mesh({1, 1, 1});
  mesh.vertices.push_back({0, -1, -1});
  for (Triangle& t : mesh.triangles)
    if (t == Triangle{0, 1, 5}) t = {0, 8, 5};
  mesh.triangles.push_back({8, 1, 5});
  CHECK(mentions(refusal(mesh), "open: 3 boundary edges"));
  mesh.triangles.push_back({0, 1, 8});
  const RepairedMesh repaired = repair(mesh);
  CHECK(repaired.report.collinear_triangles == 1);
  CHECK_NEAR(winding(repaired.mesh, {0.2, 0.3, 0.4}), 1, 1e-12);
}

TEST(what_cannot_be_repaired_is_refused_by_name) {
  Mesh open = sphere_mesh(1, 2);
  open.triangles.pop_back();
  CHECK(mentions(refusal(open), "the mesh is open: 3 boundary edges, first near ("));
  CHECK(repair(open, Open::allowed).report.boundary_edges == 3);
  CHECK(!repair(open, Open::allowed).closed);
  CHECK(winding(repair(open, Open::allowed).mesh, {0, 0, 0}) > 0.9);

  CHECK(mentions(refusal({}), "no triangles"));
  CHECK(mentions(refusal({{{0, 0, 0}}, {{0, 0, 0}}}), "coincide"));
  CHECK(mentions(refusal({{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 1}, {0, 0, 1}}}), "only degenerate triangles: 2"));
  CHECK(mentions(refusal({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 3}}}), "triangle 0 has the vertex 3"));
  CHECK(mentions(refusal({{{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}}, {{0, 1, 2}}}),
                 "non-finite vertices of the mesh: 1"));

  Mesh strip;  // a Moebius strip
  for (int i = 0; i < 7; ++i) {
    const double angle = 6.283185307179586 * i / 7;
    strip.vertices.push_back({std::cos(angle), std::sin(angle), 0.3 * std::sin(1.3 * i)});
    strip.triangles.push_back({i, (i + 1) % 7, (i + 2) % 7});
  }
  CHECK(mentions(refusal(strip), "not orientable"));

  Mesh walled = joined(box_mesh({1, 1, 1}), box_mesh({1, 1, 1}), {2, 0, 0});
  std::swap(walled.triangles[0][0], walled.triangles[0][1]);
  CHECK(mentions(refusal(walled), "at 4 edges more than two triangles meet"));
  CHECK(mentions(refusal({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}}), "no volume"));
}

TEST(the_wall_between_touching_bodies_of_the_same_orientation_is_removed) {
  Mesh mesh = joined(box_mesh({1, 1, 1}), box_mesh({1, 1, 1}), {2, 0, 0});
  for (int reversed = 0; reversed < 2; ++reversed) {
    const RepairedMesh repaired = repair(mesh);
    CHECK(repaired.closed);
    CHECK(repaired.mesh.triangles.size() == 20);
    CHECK(repaired.report.duplicate_triangles == 4);
    CHECK(repaired.report.components == 1);
    for (const double x : {0.0, 1.0, 2.0}) CHECK_NEAR(winding(repaired.mesh, {x, 0, 0}), 1, 1e-12);
    for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
  }
}

TEST(a_mesh_given_twice_is_the_mesh) {
  const Mesh once = torus_mesh(1, 0.3, 16);
  Mesh twice = joined(once, once);
  CHECK(repair(twice).mesh.triangles == once.triangles);
  for (std::size_t i = 512; i < 600; ++i) std::swap(twice.triangles[i][0], twice.triangles[i][1]);
  CHECK(repair(twice).mesh.triangles == once.triangles);
}
