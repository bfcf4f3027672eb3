#include "solution.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "enums.hpp"

namespace memetik {

NewArray to_array(const std::vector<double>& values) {
  double* data = new double[values.size() + 1];
  std::copy(values.begin(), values.end(), data);
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return NewArray(data, {values.size()}, owner);
}

NativeSolution NativeSolutions::at(std::size_t i) const {
  if (i >= solutions.list.size()) throw nb::index_error("there are fewer solutions");
  NativeSolution one = common;
  one.solution = solutions.list[i];
  return one;
}

namespace {

using namespace nb::literals;

using NewRows = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

// The configurations of all solutions, one per row.
NewRows rows_of(const NativeSolutions& native) {
  const auto& list = native.solutions.list;
  const std::size_t dof = native.dof;
  double* data = new double[list.size() * dof + 1];
  for (std::size_t i = 0; i < list.size(); ++i) std::copy_n(list[i].q.begin(), dof, data + i * dof);
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return NewRows(data, {list.size(), dof}, owner);
}

NewArray array_of(std::span<const double> values) { return to_array({values.begin(), values.end()}); }

// An array with one number of every individual.
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

// A field as users see it: a number, or the word of an enumeration.
template <class T>
nb::object to_python(const T& value) {
  if constexpr (std::is_enum_v<T>)
    return word_of(value);
  else
    return nb::cast(value);
}

nb::any get_field(const NativeSolution& native, std::string_view wanted) {
  nb::any found;
  visit_fields(native.solution, [&](const char* name, const auto& value) {
    if (wanted == name) found = to_python(value);
  });
  if (!found.is_valid()) throw nb::key_error("a solution has no such field");
  return found;
}

nb::typed<nb::list, nb::str> field_names() {
  nb::list names;
  const SolutionFields fields;
  visit_fields(fields, [&](const char* name, const auto&) { names.append(name); });
  return nb::borrow<nb::typed<nb::list, nb::str>>(names);
}

template <class T>
const char* numpy_format() {
  if constexpr (std::is_enum_v<T>) {
    static_assert(sizeof(T) == 1);
    return "u1";
  } else if constexpr (std::is_same_v<T, double>) {
    return "f8";
  } else {
    static_assert(std::is_same_v<T, std::int64_t>);
    return "i8";
  }
}

// The arguments of a numpy.dtype for SolutionFields, and for each field that is an enumeration the words of
// its codes.
using Layout = nb::typed<nb::tuple, nb::any, nb::typed<nb::dict, nb::str, Words>>;
Layout batch_layout() {
  nb::list names, formats, offsets;
  nb::dict words;
  const SolutionFields fields;
  visit_fields(fields, [&]<class T>(const char* name, const T& member) {
    names.append(name);
    formats.append(numpy_format<T>());
    offsets.append(reinterpret_cast<const char*>(&member) - reinterpret_cast<const char*>(&fields));
    if constexpr (std::is_enum_v<T>) words[name] = words_of<T>();
  });
  nb::dict layout;
  layout["names"] = names;
  layout["formats"] = formats;
  layout["offsets"] = offsets;
  layout["itemsize"] = sizeof(SolutionFields);
  return nb::borrow<Layout>(nb::make_tuple(layout, words));
}

}  // namespace

void bind_solution(nb::module_& m) {
  nb::enum_<Status>(m, "Status", nb::is_str())
      .str_value("solved", Status::solved, "solved")
      .str_value("approximate", Status::approximate, "approximate")
      .str_value("unreachable", Status::unreachable, "unreachable")
      .str_value("invalid", Status::invalid, "invalid");
  nb::enum_<StoppedBy>(m, "StoppedBy", nb::is_str())
      .str_value("solved", StoppedBy::solved, "solved")
      .str_value("converged", StoppedBy::converged, "converged")
      .str_value("unreachable", StoppedBy::unreachable, "unreachable")
      .str_value("budget", StoppedBy::budget, "budget")
      .str_value("deadline", StoppedBy::deadline, "deadline")
      .str_value("cancelled", StoppedBy::cancelled, "cancelled");
  nb::enum_<Stage>(m, "Stage", nb::is_str())
      .str_value("start", Stage::start, "start")
      .str_value("restarts", Stage::restarts, "restarts")
      .str_value("hints", Stage::hints, "hints")
      .str_value("memetic", Stage::memetic, "memetic")
      .str_value("settle", Stage::settle, "settle")
      .str_value("closed_form", Stage::closed_form, "closed form")
      .str_value("search", Stage::search, "search");
  nb::enum_<Operator>(m, "Operator", nb::is_str())
      .str_value("start", Operator::start, "start")
      .str_value("random", Operator::random, "random")
      .str_value("survived", Operator::survived, "survived")
      .str_value("bred", Operator::bred, "bred")
      .str_value("exploited", Operator::exploited, "exploited");
  bind_lineage(m);
  m.def("operators", &words_of<Operator>,
        "Return the names of the operators that create individuals, in the order of their codes.");
  m.def(
      "batch_layout", &batch_layout,
      "Return the arguments of a numpy.dtype for the fields of a batch, and the names of enumeration codes.");
  nb::class_<NativeSolution>(m, "Solution",
                             "A mapping of the solution's fields, with data of the call as attributes.")
      .def("__getitem__", &get_field, "name"_a)
      .def("keys", [](const NativeSolution&) { return field_names(); })
      .def_prop_ro(
          "q", [](const NativeSolution& s) { return to_array(s.solution.q); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "parameters", [](const NativeSolution& s) { return to_array(s.parameters); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "lower", [](const NativeSolution& s) { return to_array(s.lower); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "upper", [](const NativeSolution& s) { return to_array(s.upper); }, nb::rv_policy::automatic)
      .def_prop_ro("options",
                   [](const NativeSolution& s) {
                     nb::typed<nb::dict, nb::str, nb::any> options;
                     visit_options(s.options, [&](const char* name, const auto& value, const auto&) {
                       options[name] = value;
                     });
                     return options;
                   })
      .def_ro("start_given", &NativeSolution::start_given)
      .def_prop_ro("success", [](const NativeSolution& s) { return s.solution.status == Status::solved; })
      .def_ro("time", &NativeSolution::seconds)
      .def_prop_ro("trace",
                   [](const NativeSolution& s) {
                     std::vector<std::tuple<double, nb::str, std::int64_t, std::int64_t, double>> rows;
                     for (const TraceEntry& e : s.trace)
                       rows.emplace_back(e.seconds, word_of(e.stage), e.starts, e.evaluations, e.cost);
                     return rows;
                   })
      .def_ro("lineages", &NativeSolution::lineages)
      .def_prop_ro(
          "gaps", [](const NativeSolution& s) { return to_array(s.gaps); }, nb::rv_policy::automatic);
  nb::class_<NativeSolutions>(m, "Solutions", "All solutions of a query.")
      .def("__len__", [](const NativeSolutions& s) { return s.solutions.list.size(); })
      .def("__getitem__", &NativeSolutions::at, "index"_a)
      .def_prop_ro("q", &rows_of, nb::rv_policy::automatic)
      .def_prop_ro("complete", [](const NativeSolutions& s) { return s.solutions.complete; });
}

}  // namespace memetik
