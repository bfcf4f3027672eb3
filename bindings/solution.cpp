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

namespace {

NewArray array_of(std::span<const double> values) { return to_array({values.begin(), values.end()}); }

// A number of every individual.
template <class Get>
NewArray column(const Lineage& lineage, Get get) {
  std::vector<double> values;
  for (const Lineage::Individual& individual : lineage.individuals())
    values.push_back(static_cast<double>(get(individual)));
  return to_array(values);
}

void bind_lineage(nb::module_& m) {
  using Individual = Lineage::Individual;
  constexpr auto owned = nb::rv_policy::automatic;
  nb::class_<Lineage>(m, "Lineage")
      .def_prop_ro(
          "genes", [](const Lineage& l) { return array_of(l.genes()); }, owned)
      .def_prop_ro(
          "fitness",
          [](const Lineage& l) { return column(l, [](const Individual& i) { return i.fitness; }); }, owned)
      .def_prop_ro(
          "generation",
          [](const Lineage& l) { return column(l, [](const Individual& i) { return i.generation; }); }, owned)
      .def("parent",
           [](const Lineage& l, std::size_t which) {
             return column(l, [=](const Individual& i) { return i.parents[which & 1]; });
           })
      .def_prop_ro(
          "operator",
          [](const Lineage& l) {
            return column(l, [](const Individual& i) { return static_cast<int>(i.made_by); });
          },
          owned)
      .def_prop_ro(
          "elite", [](const Lineage& l) { return column(l, [](const Individual& i) { return i.elite; }); },
          owned)
      .def_prop_ro(
          "wipe_outs",
          [](const Lineage& l) { return to_array({l.wipe_outs().begin(), l.wipe_outs().end()}); }, owned);
}

}  // namespace

void bind_solution(nb::module_& m) {
  bind_lineage(m);
  nb::class_<NativeSolution>(m, "Solution")
      .def_prop_ro(
          "q", [](const NativeSolution& s) { return to_array(s.solution.q); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "parameters", [](const NativeSolution& s) { return to_array(s.parameters); },
          nb::rv_policy::automatic)
      .def_prop_ro("status", [](const NativeSolution& s) { return static_cast<int>(s.solution.status); })
      .def_prop_ro("stage", [](const NativeSolution& s) { return static_cast<int>(s.solution.stage); })
      .def_prop_ro("success", [](const NativeSolution& s) { return s.solution.status == Status::solved; })
      .def_prop_ro("cost", [](const NativeSolution& s) { return s.solution.cost; })
      .def_prop_ro("evaluations", [](const NativeSolution& s) { return s.solution.evaluations; })
      .def_prop_ro("starts", [](const NativeSolution& s) { return s.solution.attempts + s.solution.species; })
      .def_prop_ro("generations", [](const NativeSolution& s) { return s.solution.generations; })
      .def_ro("time", &NativeSolution::seconds)
      .def_prop_ro("trace",
                   [](const NativeSolution& s) {
                     std::vector<std::tuple<double, int, std::int64_t, std::int64_t, double>> rows;
                     for (const TraceEntry& e : s.trace)
                       rows.emplace_back(e.seconds, e.stage, e.starts, e.evaluations, e.cost);
                     return rows;
                   })
      .def_ro("lineages", &NativeSolution::lineages)
      .def_prop_ro(
          "gaps", [](const NativeSolution& s) { return to_array(s.gaps); }, nb::rv_policy::automatic);
}

}  // namespace memetik
