// The parts of the extension module, one function and one file per class or concept.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "memetik/kinematics/tree.hpp"

namespace memetik {

namespace nb = nanobind;

using NamedValues = nb::typed<nb::dict, nb::str, nb::any>;
using Words = nb::typed<nb::tuple, nb::str, nb::ellipsis>;
using Vector = nb::ndarray<const double, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Frames = nb::ndarray<const double, nb::numpy, nb::shape<-1, 4, 4>, nb::c_contig, nb::device::cpu>;
using Integers = nb::ndarray<const int, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Output = nb::ndarray<double, nb::numpy, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<unsigned char, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<std::int64_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<bool, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Throw std::invalid_argument, which becomes ValueError in Python. Users never see these errors, because
// memetik's Python code checks arguments first.
void require(bool condition, const char* message);
void check_rows(const Tree& tree, const Matrix& q);
void check_link(const Tree& tree, int link);

void bind_tree(nb::module_& m);
void bind_kinematics_calls(nb::class_<Tree>& tree);
void bind_measure(nb::module_& m);
void bind_loss(nb::module_& m);
void bind_primitive(nb::module_& m);
void bind_sphere_robot(nb::module_& m);
void bind_collision_check(nb::module_& m);
void bind_part_search(nb::module_& m);
void bind_mesh(nb::module_& m);
void bind_field(nb::module_& m);
void bind_goal(nb::module_& m);
void bind_problem(nb::module_& m);
void bind_start_table(nb::module_& m);
void bind_solution(nb::module_& m);
void bind_solver(nb::module_& m);

}  // namespace memetik
