// Measures the core without the overhead of Python, for benchmarks.
#include <chrono>
#include <span>
#include <vector>

#include "bindings.hpp"
#include "memetik/kinematics/incremental.hpp"
#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/objective.hpp"
#include "problem.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

constexpr std::size_t spread = 7919;  // a prime, so that the changed joints are spread over the chain

// Prevents the optimiser from removing a computation whose result is not used.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

// Mean nanoseconds of f(i), i = 0 .. count-1, over `rounds` rounds.
template <class F>
double nanoseconds(std::size_t count, int rounds, F f) {
  const auto start = std::chrono::steady_clock::now();
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < count; ++i) f(i);
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count() / (static_cast<double>(count) * rounds);
}

double measure_forward(const Tree& tree, const Matrix& q, int link, int rounds) {
  check_rows(tree, q);
  check_link(tree, link);
  Kinematics<double> kinematics(tree, std::span(&link, 1));
  return nanoseconds(q.shape(0), rounds, [&](std::size_t i) {
    kinematics.update(q.data() + i * q.shape(1));
    keep(kinematics.link(link));
  });
}

double measure_jacobian(const Tree& tree, const Matrix& q, int link, int rounds) {
  check_rows(tree, q);
  check_link(tree, link);
  Kinematics<double> kinematics(tree, std::span(&link, 1));
  std::vector<double> jacobian(6 * q.shape(1));
  return nanoseconds(q.shape(0), rounds, [&](std::size_t i) {
    kinematics.update(q.data() + i * q.shape(1));
    kinematics.jacobian(link, jacobian.data());
    keep(jacobian[0]);
  });
}

// Changes one joint per iteration: row i provides the value of variable i % dof.
double measure_one_tip(const Tree& tree, const Matrix& q, int link, int rounds) {
  check_rows(tree, q);
  check_link(tree, link);
  IncrementalKinematics<> kinematics(tree);
  kinematics.update({q.data(), q.shape(1)});
  return nanoseconds(q.shape(0), rounds, [&](std::size_t i) {
    const std::size_t variable = i % q.shape(1);
    keep(kinematics.link_after(link, static_cast<int>(variable), q.data()[i * q.shape(1) + variable]));
  });
}

// Changes one joint per iteration and updates all segments.
double measure_set(const Tree& tree, const Matrix& q, int link, int rounds) {
  check_rows(tree, q);
  check_link(tree, link);
  IncrementalKinematics<> kinematics(tree);
  return nanoseconds(q.shape(0), rounds, [&](std::size_t i) {
    const std::size_t variable = i * spread % q.shape(1);
    kinematics.set(static_cast<int>(variable), q.data()[i * q.shape(1) + variable]);
    keep(kinematics.link(link));
  });
}

// Changes `changes` joints per iteration and updates all segments.
double measure_incremental(const Tree& tree, const Matrix& q, int link, int changes, int rounds) {
  check_rows(tree, q);
  check_link(tree, link);
  IncrementalKinematics<> kinematics(tree);
  std::vector<double> current(q.data(), q.data() + q.shape(1));
  const std::size_t dof = q.shape(1);
  return nanoseconds(q.shape(0), rounds, [&](std::size_t i) {
    for (std::size_t c = 0; c < static_cast<std::size_t>(changes); ++c) {
      const std::size_t variable = (i * spread + c * (dof / static_cast<std::size_t>(changes))) % dof;
      current[variable] = q.data()[i * dof + variable];
    }
    kinematics.update(current);
    keep(kinematics.link(link));
  });
}

// Evaluates the goals at every configuration, with or without Jacobian. With packs, the time is per lane.
template <class T>
double measure_goals(const Problem& problem, const Matrix& q, bool with_jacobian, int rounds) {
  constexpr auto lanes = static_cast<std::size_t>(Lanes<T>::count);
  const std::size_t dof = q.shape(1), groups = q.shape(0) / lanes;
  std::vector<T> rows(groups * dof);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      set_lane(rows[i], static_cast<int>(lane), q.data()[(i / dof * lanes + lane) * dof + i % dof]);
  Objective<T> objective(problem);
  const double time = nanoseconds(groups, rounds, [&](std::size_t i) {
    if (with_jacobian)
      objective.linearize(rows.data() + i * dof, Scope::all);
    else
      objective.evaluate(rows.data() + i * dof, Scope::all);
    keep(objective.cost());
  });
  return time / static_cast<double>(lanes);
}

double measure_problem(const NativeProblem& native, const Matrix& q, bool with_jacobian, bool in_lanes,
                       int rounds) {
  check_rows(native.problem.tree(), q);
  return in_lanes ? measure_goals<Pack>(native.problem, q, with_jacobian, rounds)
                  : measure_goals<double>(native.problem, q, with_jacobian, rounds);
}

}  // namespace

void bind_measure(nb::module_& m) {
  m.def("measure_forward", &measure_forward, "tree"_a, "q"_a, "link"_a, "rounds"_a);
  m.def("measure_jacobian", &measure_jacobian, "tree"_a, "q"_a, "link"_a, "rounds"_a);
  m.def("measure_one_tip", &measure_one_tip, "tree"_a, "q"_a, "link"_a, "rounds"_a);
  m.def("measure_set", &measure_set, "tree"_a, "q"_a, "link"_a, "rounds"_a);
  m.def("measure_incremental", &measure_incremental, "tree"_a, "q"_a, "link"_a, "changes"_a, "rounds"_a);
  m.def("measure_problem", &measure_problem, "problem"_a, "q"_a, "with_jacobian"_a, "in_lanes"_a, "rounds"_a);
}

}  // namespace memetik
