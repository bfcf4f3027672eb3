// The user's validity check of configurations that meet all goals.
#pragma once

#include "bindings.hpp"
#include "call_limit.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// A Python function of q, which runs on the calling thread and rejects what it cannot check before the
// deadline; or the address of a compiled function of n rows of q, which runs on all threads; or none.
class UserAcceptor final : public Acceptor {
 public:
  using Compiled = void(std::int64_t n, const double* q, std::uint8_t* valid, void* user);

  // `check` is None, a function, or the address as an integer.
  explicit UserAcceptor(nb::object check) : function_(nb::none()) {
    if (PyLong_CheckExact(check.ptr()))
      compiled_ = reinterpret_cast<Compiled*>(nb::cast<std::uintptr_t>(check));
    else
      function_ = std::move(check);
  }

  bool is_python() const { return !function_.is_none(); }
  bool given() const { return is_python() || compiled_; }
  const nb::object& function() const { return function_; }
  void drop() { function_ = nb::none(); }

  bool accepts(const Query&, std::vector<double>& q, SolutionFields& effort) override {
    if (compiled_) {
      ++effort.validity_checks;
      std::uint8_t verdict = 0;
      compiled_(1, q.data(), &verdict, nullptr);
      return verdict != 0;
    }
    const nb::gil_scoped_acquire acquired;
    if (PyErr_Occurred()) return false;  // after an interrupt Python must not be called
    if (CallLimit::passed()) return false;
    ++effort.validity_checks;
    const int verdict = PyObject_IsTrue(function_(to_array(q)).ptr());
    if (verdict < 0) throw nb::python_error();
    CallLimit::call_ended();
    return verdict == 1;
  }

 private:
  nb::object function_;  // may be None
  Compiled* compiled_ = nullptr;
};

}  // namespace memetik
