// Spheres on links and the obstacles that they keep clear of.
#include "memetik/collision/sphere_robot.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "memetik/collision/obstacle.hpp"
#include "vectors.hpp"

namespace memetik {

using namespace nb::literals;

void bind_sphere_robot(nb::module_& m) {
  nb::class_<LinkSphere>(m, "LinkSphere", "A sphere fixed to one of a goal's links; link -1 is the root.")
      .def(
          "__init__",
          [](LinkSphere* self, int link, const Numbers3& center, double radius) {
            new (self) LinkSphere{link, vector_of(center), radius};
          },
          "link"_a, "center"_a, "radius"_a);
  nb::class_<SphereRobot>(m, "SphereRobot", "Spheres on links; sphere_robot.hpp documents the pairs.")
      .def(
          "__init__",
          [](SphereRobot* self, std::vector<LinkSphere> spheres, const std::vector<std::array<int, 2>>& pairs,
             const std::vector<std::array<int, 2>>& never_pairs) {
            new (self) SphereRobot(std::move(spheres), pairs, never_pairs);
          },
          "spheres"_a, "pairs"_a, "never_pairs"_a);
  nb::class_<Obstacle>(m, "Obstacle", "A solid in its own frame; obstacle.hpp documents its sizes.")
      .def(
          "__init__",
          [](Obstacle* self, PrimitiveKind kind, const Numbers3& size, std::vector<int> touched_by) {
            new (self) Obstacle{kind, vector_of(size), std::move(touched_by)};
          },
          "kind"_a, "size"_a, "touched_by"_a)
      .def(
          "__init__",
          [](Obstacle* self, std::shared_ptr<Field> field, std::vector<int> touched_by) {
            new (self) Obstacle{PrimitiveKind::box, {0, 0, 0}, std::move(touched_by), std::move(field)};
          },
          "field"_a, "touched_by"_a);
}

}  // namespace memetik
