// Methods as a solver of Python's is given them.
#pragma once

#include "bindings.hpp"
#include "memetik/search/methods/shared/method.hpp"

namespace memetik {

// Makes engines; Python's name for it is EngineFactory.
struct NativeEngineFactory {
  EngineFactory factory;
  nb::object function;  // of a method written in Python, else null: engines borrow it

  template <class Visit>
  void visit_objects(Visit visit) const {
    visit(function);
  }
  void drop_callbacks() { function.reset(); }
};

void bind_methods(nb::module_& m);
void bind_python_method(nb::module_& m);

}  // namespace memetik
