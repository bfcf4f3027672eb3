#include "solution.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace memetik {

NewArray to_array(const std::vector<double>& values) {
  double* data = new double[values.size() + 1];
  std::copy(values.begin(), values.end(), data);
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return NewArray(data, {values.size()}, owner);
}

void bind_solution(nb::module_& m) {
  nb::class_<NativeSolution>(m, "Solution")
      .def_prop_ro(
          "q", [](const NativeSolution& s) { return to_array(s.answer.q); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "parameters", [](const NativeSolution& s) { return to_array(s.parameters); },
          nb::rv_policy::automatic)
      .def_prop_ro("status", [](const NativeSolution& s) { return static_cast<int>(s.answer.status); })
      .def_prop_ro("stage", [](const NativeSolution& s) { return static_cast<int>(s.answer.stage); })
      .def_prop_ro("success", [](const NativeSolution& s) { return s.answer.status == Status::solved; })
      .def_prop_ro("cost", [](const NativeSolution& s) { return s.answer.cost; })
      .def_prop_ro("evaluations", [](const NativeSolution& s) { return s.answer.evaluations; })
      .def_prop_ro("starts", [](const NativeSolution& s) { return s.answer.attempts + s.answer.species; })
      .def_ro("time", &NativeSolution::seconds)
      .def_prop_ro("trace",
                   [](const NativeSolution& s) {
                     std::vector<std::tuple<double, int, std::int64_t, std::int64_t, double>> rows;
                     for (const TraceEntry& e : s.trace)
                       rows.emplace_back(e.seconds, e.stage, e.starts, e.evaluations, e.cost);
                     return rows;
                   })
      .def_prop_ro(
          "gaps", [](const NativeSolution& s) { return to_array(s.gaps); }, nb::rv_policy::automatic);
}

}  // namespace memetik
