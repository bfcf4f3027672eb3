// The core's methods. A method and its options are chosen by name.
#include "methods.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "garbage.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

// Reads a value of a built-in Python type. Returns false for other types, which no option accepts.
bool read_value(nb::handle object, OptionValue& value) {
  if (object.is_none()) {
    value = std::monostate();
  } else if (PyBool_Check(object.ptr())) {
    value = object.ptr() == Py_True;
  } else if (PyLong_Check(object.ptr())) {
    int overflow = 0;
    const std::int64_t integer = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
    value = overflow ? OptionValue(HUGE_VAL) : OptionValue(integer);
  } else if (PyFloat_Check(object.ptr())) {
    value = nb::cast<double>(object);
  } else if (PyUnicode_Check(object.ptr())) {
    value = nb::cast<std::string>(object);
  } else {
    return false;
  }
  return true;
}

nb::object to_python(const OptionValue& value) {
  return std::visit(
      [](const auto& one) -> nb::object {
        if constexpr (std::is_same_v<std::decay_t<decltype(one)>, std::monostate>)
          return nb::none();
        else
          return nb::cast(one);
      },
      value);
}

NativeEngineFactory make_factory(const std::string& name,
                                 const nb::typed<nb::dict, nb::str, nb::object>& options) {
  OptionValues values;
  for (const auto& [key, object] : options) {
    const std::string option = nb::cast<std::string>(key);
    if (!read_value(object, values[option]))
      throw std::invalid_argument(option + ": expected None, a bool, an int, a float or a str");
  }
  return {find_method(name).with(values), {}};
}

}  // namespace

void bind_methods(nb::module_& m) {
  nb::class_<Option>(m, "MethodOption", "An option of a method, and its allowed values.")
      .def_ro("name", &Option::name)
      .def_ro("choices", &Option::choices)
      .def_prop_ro("default", [](const Option& option) { return to_python(option.default_value); })
      .def_prop_ro("expected", &Option::expected, "The allowed values in words.")
      .def(
          "allows",
          [](const Option& option, nb::handle object) {
            OptionValue value;
            return read_value(object, value) && option.allows(value);
          },
          "value"_a.none(), "Return whether the value is allowed.");
  nb::class_<NativeEngineFactory>(m, "EngineFactory", nb::type_slots(gc_slots<NativeEngineFactory>));
  m.def(
      "method_names",
      [] {
        std::vector<std::string> names;
        for (const SearchMethod& method : all_methods()) names.emplace_back(method.name);
        return names;
      },
      "Return the names of the core's methods.");
  m.def("method_options", [](const std::string& name) { return find_method(name).options; }, "method"_a);
  m.def("engine_factory", &make_factory, "method"_a, "options"_a,
        "Make an engine factory; ValueError if an option is invalid.");
}

}  // namespace memetik
