// Lets Python's garbage collector see the Python objects that a bound C++ object holds, so that it frees
// cycles such as a solver whose validity check refers back to the solver.
#pragma once

#include "bindings.hpp"

namespace memetik {

// Slots of nb::class_<T>, to be passed as nb::type_slots(gc_slots<T>). T has visit_objects(visit), which
// calls visit(handle) for every object it holds, and drop_callbacks(), which replaces users' functions by
// None. Objects that cannot refer back are visited but not dropped, so that T stays usable.
template <class T>
int traverse_objects(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;  // not constructed yet
  int stopped = 0;
  nb::inst_ptr<T>(self)->visit_objects([&](nb::handle object) {
    if (!stopped && object.is_valid()) stopped = visit(object.ptr(), arg);
  });
  return stopped;
}

template <class T>
int drop_callbacks(PyObject* self) {
  if (nb::inst_ready(self)) nb::inst_ptr<T>(self)->drop_callbacks();
  return 0;
}

template <class T>
inline const PyType_Slot gc_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_objects<T>)},
    {Py_tp_clear, reinterpret_cast<void*>(drop_callbacks<T>)},
    {0, nullptr},
};

}  // namespace memetik
