// Engine factories as Python passes them to a solver.
#pragma once

#include "bindings.hpp"
#include "memetik/search/methods/shared/method.hpp"

namespace memetik {

// Makes engines; it is called EngineFactory in Python.
struct NativeEngineFactory {
  EngineFactory factory;
  nb::object function;  // the function of a method written in Python, which engines borrow; otherwise null

  template <class Visit>
  void visit_objects(Visit visit) const {
    visit(function);
  }
  void drop_callbacks() { function.reset(); }
};

void bind_methods(nb::module_& m);
void bind_python_method(nb::module_& m);

}  // namespace memetik
