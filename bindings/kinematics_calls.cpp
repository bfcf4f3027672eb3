// Poses and Jacobians of links, straight from the arguments of Robot.fk and Robot.jacobian. These return None
// if an argument needs conversion or is invalid: Python code then converts it, or raises an error that
// explains it.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "memetik/kinematics/batch.hpp"
#include "numpy_arrays.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

// As many joints of all configurations take a few microseconds. For fewer, the GIL is kept: to release it
// would take a good part of the time.
constexpr std::size_t max_with_gil = 1000;

template <class Compute>
bool computed(const Tree& tree, std::size_t configurations, Compute compute) {
  if (configurations * static_cast<std::size_t>(tree.link_count()) <= max_with_gil) return compute();
  const nb::gil_scoped_release released;
  return compute();
}

// One configuration (dof,) or a batch (N, dof).
struct Configurations {
  const double* data;
  std::size_t count;
  bool single;
};

// None if they need conversion.
std::optional<Configurations> configurations_of(const Tree& tree, nb::handle q) {
  const std::optional<Doubles> given = doubles_of(q);
  if (!given) return std::nullopt;
  const auto [data, shape] = *given;
  if (shape.size() != 1 && shape.size() != 2) return std::nullopt;
  if (shape.back() != tree.dof()) return std::nullopt;
  const bool single = shape.size() == 1;
  return Configurations{data, single ? 1 : static_cast<std::size_t>(shape[0]), single};
}

// The shape of results with this many rows and columns per configuration.
struct Shape {
  std::array<Py_ssize_t, 3> sizes;
  bool single;

  Shape(const Configurations& q, int rows, int columns)
      : sizes{static_cast<Py_ssize_t>(q.count), rows, columns}, single(q.single) {}
  std::span<const Py_ssize_t> span() const { return std::span(sizes).subspan(single ? 1 : 0); }
};

// The index of a link, or -1 if its name is not one.
int index_of(nb::handle link, const nb::dict& links) {
  if (!PyUnicode_Check(link.ptr())) return -1;
  const nb::handle index = PyDict_GetItemWithError(links.ptr(), link.ptr());
  if (!index.is_valid() && PyErr_Occurred()) throw nb::python_error();
  return index.is_valid() ? static_cast<int>(PyLong_AsLong(index.ptr())) : -1;
}

nb::object pose(const Tree& tree, nb::handle q, nb::handle link, const nb::dict& links, nb::handle out) {
  const auto rows = configurations_of(tree, q);
  const int index = index_of(link, links);
  if (!rows || index < 0) return nb::none();
  const Shape shape(*rows, 4, 4);
  const nb::object result = out.is_none() ? new_array(shape.span()) : nb::borrow(out);
  const auto given = writable_doubles_of(result);
  if (!given || !std::ranges::equal(given->shape, shape.span())) return nb::none();
  const bool usable = computed(tree, rows->count, [&] {
    return forward_batch(tree, rows->data, rows->count, std::span(&index, 1), std::span(&given->data, 1));
  });
  return usable ? result : nb::none();
}

nb::object poses(const Tree& tree, nb::handle q, const nb::list& names, const nb::dict& links) {
  const auto rows = configurations_of(tree, q);
  if (!rows) return nb::none();
  const Shape shape(*rows, 4, 4);
  nb::dict result;
  std::vector<int> indices;
  std::vector<double*> outs;
  for (const nb::handle name : names) {
    const int index = index_of(name, links);
    if (index < 0) return nb::none();
    if (result.contains(name)) continue;
    const nb::object array = new_array(shape.span());
    result[name] = array;
    indices.push_back(index);
    outs.push_back(writable_doubles_of(array)->data);
  }
  const bool usable = computed(tree, rows->count,
                               [&] { return forward_batch(tree, rows->data, rows->count, indices, outs); });
  return usable ? nb::object(result) : nb::none();
}

nb::object jacobian(const Tree& tree, nb::handle q, nb::handle link, const nb::dict& links) {
  const auto rows = configurations_of(tree, q);
  const int index = index_of(link, links);
  if (!rows || index < 0) return nb::none();
  const nb::object result = new_array(Shape(*rows, 6, tree.dof()).span());
  double* out = writable_doubles_of(result)->data;
  const bool usable =
      computed(tree, rows->count, [&] { return jacobian_batch(tree, rows->data, rows->count, index, out); });
  return usable ? result : nb::none();
}

}  // namespace

void bind_kinematics_calls(nb::class_<Tree>& tree) {
  tree.def("pose", &pose, "q"_a.none(), "link"_a.none(), "links"_a, "out"_a.none(),
           nb::sig("def pose(self, q: object, link: object, links: dict[str, int], out: object) -> "
                   "NDArray[numpy.float64] | None"))
      .def("poses", &poses, "q"_a.none(), "names"_a, "links"_a,
           nb::sig("def poses(self, q: object, names: list[str], links: dict[str, int]) -> "
                   "dict[str, NDArray[numpy.float64]] | None"))
      .def("jacobian", &jacobian, "q"_a.none(), "link"_a.none(), "links"_a,
           nb::sig("def jacobian(self, q: object, link: object, links: dict[str, int]) -> "
                   "NDArray[numpy.float64] | None"));
}

}  // namespace memetik
