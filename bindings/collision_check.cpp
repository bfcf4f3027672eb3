// Checks configurations for collisions.
#include "memetik/collision/collision_check.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "vectors.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

std::vector<Frame<double>> frames_of(const std::vector<Matrix4>& poses, std::size_t count) {
  require(poses.size() == count, "expected a pose for every obstacle");
  std::vector<Frame<double>> frames;
  for (const Matrix4& pose : poses) frames.push_back(frame_of(pose));
  return frames;
}

Numbers3 numbers_of(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

}  // namespace

void bind_collision_check(nb::module_& m) {
  nb::class_<Contact>(m, "Contact", "Two links, or a link and an obstacle, that are too near to each other.")
      .def_ro("link", &Contact::link)
      .def_ro("other", &Contact::other)
      .def_ro("obstacle", &Contact::obstacle)
      .def_ro("clearance", &Contact::clearance)
      .def_prop_ro("point", [](const Contact& c) { return numbers_of(c.point); })
      .def_prop_ro("normal", [](const Contact& c) { return numbers_of(c.normal); });
  nb::class_<CollisionCheck>(m, "CollisionCheck", "Checks configurations; collision_check.hpp documents it.")
      .def(
          "__init__",
          [](CollisionCheck* self, const Tree& tree, std::vector<int> links,
             std::shared_ptr<SphereRobot> robot, std::vector<Obstacle> obstacles,
             const std::vector<Matrix4>& poses) {
            std::vector<Frame<double>> frames = frames_of(poses, obstacles.size());
            new (self) CollisionCheck(tree, std::move(links), std::move(robot), std::move(obstacles),
                                      std::move(frames));
          },
          "tree"_a, "links"_a, "robot"_a, "obstacles"_a, "poses"_a, nb::keep_alive<1, 2>())
      .def(
          "place",
          [](CollisionCheck& self, const std::vector<Matrix4>& poses) {
            self.place(frames_of(poses, self.obstacle_count()));
          },
          "poses"_a)
      .def(
          "are_free",
          [](CollisionCheck& self, const Matrix& rows, double margin,
             const nb::ndarray<bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>& out) {
            require(out.shape(0) == rows.shape(0), "out has the wrong size");
            const nb::gil_scoped_release released;
            self.are_free(rows.data(), rows.shape(0), margin, out.data());
          },
          "rows"_a, "margin"_a, "out"_a)
      .def(
          "count_touching",
          [](CollisionCheck& self, const Matrix& rows,
             const nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>& out) {
            const nb::gil_scoped_release released;
            self.count_touching(rows.data(), rows.shape(0), out.data());
          },
          "rows"_a, "out"_a)
      .def(
          "clearance", [](CollisionCheck& self, const Vector& q) { return self.clearance(q.data()); }, "q"_a)
      .def(
          "contacts",
          [](CollisionCheck& self, const Vector& q, double margin) {
            return self.contacts(q.data(), margin);
          },
          "q"_a, "margin"_a);
}

}  // namespace memetik
