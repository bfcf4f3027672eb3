#include "memetik/kinematics/tree.hpp"

#include <span>
#include <stdexcept>
#include <vector>

#include "bindings.hpp"
#include "memetik/kinematics/batch.hpp"
#include "memetik/kinematics/configuration.hpp"
#include "memetik/kinematics/dexterity.hpp"

namespace memetik {

void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

void check_rows(const Tree& tree, const Matrix& q) {
  require(q.shape(1) == static_cast<std::size_t>(tree.dof()), "q has the wrong number of columns");
}

void check_link(const Tree& tree, int link) {
  require(link >= 0 && link < tree.link_count(), "link index out of range");
}

namespace {

using namespace nb::literals;

Vec3<double> vec3(const double* v) { return {v[0], v[1], v[2]}; }

Frame<double> frame(const double* m) {
  return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}

Tree make_tree(const Integers& kinds, const Integers& parents, const Frames& origins, const Matrix& axes,
               const Integers& variables, const Integers& is_mimic, const Vector& multipliers,
               const Vector& offsets, const Vector& masses, const Matrix& centers, const Vector& lower,
               const Vector& upper) {
  const std::size_t n = kinds.shape(0);
  require(parents.shape(0) == n && origins.shape(0) == n && axes.shape(0) == n && axes.shape(1) == 3 &&
              variables.shape(0) == n && is_mimic.shape(0) == n && multipliers.shape(0) == n &&
              offsets.shape(0) == n && masses.shape(0) == n + 1 && centers.shape(0) == n + 1 &&
              centers.shape(1) == 3,
          "joint and link arrays disagree in length");
  std::vector<JointSpec> joints(n);
  for (std::size_t i = 0; i < n; ++i) {
    const int kind = kinds.data()[i];
    require(kind >= 0 && kind <= static_cast<int>(JointKind::floating), "unknown joint kind");
    joints[i] = {static_cast<JointKind>(kind), parents.data()[i],   frame(origins.data() + 16 * i),
                 vec3(axes.data() + 3 * i),    variables.data()[i], is_mimic.data()[i] != 0,
                 multipliers.data()[i],        offsets.data()[i]};
  }
  std::vector<LinkMass> links(n + 1);
  for (std::size_t i = 0; i <= n; ++i) links[i] = {masses.data()[i], vec3(centers.data() + 3 * i)};
  return Tree(joints, links, std::span(lower.data(), lower.shape(0)),
              std::span(upper.data(), upper.shape(0)));
}

void check_size(const Output& out, std::size_t size) {
  require(out.size() == size, "out has the wrong size");
}

bool center_of_mass(const Tree& tree, const Matrix& q, const Output& out) {
  check_rows(tree, q);
  check_size(out, q.shape(0) * 3);
  const nb::gil_scoped_release released;
  return center_of_mass_batch(tree, q.data(), q.shape(0), out.data());
}

bool center_of_mass_jacobian(const Tree& tree, const Matrix& q, const Output& out) {
  check_rows(tree, q);
  check_size(out, q.size() * 3);
  const nb::gil_scoped_release released;
  return center_of_mass_jacobian_batch(tree, q.data(), q.shape(0), out.data());
}

void dexterity(const Tree& tree, const Matrix& q, int link, const Output& out) {
  check_rows(tree, q);
  check_link(tree, link);
  check_size(out, q.shape(0) * 2);
  const nb::gil_scoped_release released;
  dexterity_batch(tree, q.data(), q.shape(0), link, out.data());
}

// Calls f(i, row) with every configuration as a span.
template <class Number, class F>
void for_each_row(Number* q, std::size_t count, std::size_t dof, F f) {
  for (std::size_t i = 0; i < count; ++i) f(i, std::span<Number>(q + i * dof, dof));
}

void clip_rows(const Tree& tree, const Output& q) {
  const auto dof = static_cast<std::size_t>(tree.dof());
  for_each_row(q.data(), dof ? q.size() / dof : 0, dof, [&](std::size_t, auto row) { clip(tree, row); });
}

void rows_within_limits(const Tree& tree, const Matrix& q, double tolerance, const Flags& out) {
  check_rows(tree, q);
  require(out.size() == q.shape(0), "out has the wrong size");
  for_each_row(q.data(), q.shape(0), q.shape(1),
               [&](std::size_t i, auto row) { out.data()[i] = within_limits(tree, row, tolerance); });
}

void difference_rows(const Tree& tree, const Matrix& from, const Matrix& to, const Output& out) {
  check_rows(tree, from);
  require(to.shape(0) == from.shape(0) && to.shape(1) == from.shape(1), "from and to differ in shape");
  check_size(out, from.size());
  const std::size_t dof = from.shape(1);
  for_each_row(from.data(), from.shape(0), dof, [&](std::size_t i, auto row) {
    difference(tree, row, {to.data() + i * dof, dof}, {out.data() + i * dof, dof});
  });
}

}  // namespace

void bind_tree(nb::module_& m) {
  nb::class_<Tree> tree(m, "Tree",
                        "An immutable kinematic tree. Configurations are the rows of (N, dof) arrays.");
  tree.def(
          "__init__",
          [](Tree* self, const Integers& kinds, const Integers& parents, const Frames& origins,
             const Matrix& axes, const Integers& variables, const Integers& is_mimic,
             const Vector& multipliers, const Vector& offsets, const Vector& masses, const Matrix& centers,
             const Vector& lower, const Vector& upper) {
            new (self) Tree(make_tree(kinds, parents, origins, axes, variables, is_mimic, multipliers,
                                      offsets, masses, centers, lower, upper));
          },
          nb::kw_only(), "kinds"_a, "parents"_a, "origins"_a, "axes"_a, "variables"_a, "is_mimic"_a,
          "multipliers"_a, "offsets"_a, "masses"_a, "centers"_a, "lower"_a, "upper"_a)
      .def_prop_ro("reach", &Tree::reach)
      .def_prop_ro("mass", &Tree::mass)
      .def("center_of_mass", &center_of_mass, "q"_a, "out"_a)
      .def("center_of_mass_jacobian", &center_of_mass_jacobian, "q"_a, "out"_a)
      .def("dexterity", &dexterity, "q"_a, "link"_a, "out"_a)
      .def("clip", &clip_rows, "q"_a)
      .def("within_limits", &rows_within_limits, "q"_a, "tolerance"_a, "out"_a)
      .def("difference", &difference_rows, "start"_a, "end"_a, "out"_a);
  bind_kinematics_calls(tree);
}

}  // namespace memetik
