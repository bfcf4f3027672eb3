// LinearJoints: linear combinations of variables have given values.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the value of every combination.
struct LinearJoints : GoalBase {
  struct Data {
    std::vector<double>
        factors;  // the matrix A, row by row: one row per combination, one column per variable
  };
  static Fields fields(Data& data) { return {{"factors", &data.factors}}; }

  static int row_count(const Goal& goal) { return static_cast<int>(goal.target.size()); }

  // Residual A q - b.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const std::size_t rows = view.goal.target.size(), count = view.goal.variables.size();
    const T* wanted = view.parameters;
    const double* factor = data.factors.data();
    T squared(0);
    for (std::size_t r = 0; r < rows; ++r) {
      T sum = -wanted[r];
      for (std::size_t i = 0; i < count; ++i)
        sum += T(factor[r * count + i]) * view.q[view.goal.variables[i]];
      sink.rows(std::array{sum});
      squared += sum * sum;
    }
    sink.error(squared, 0);
    if (!sink.wants_derivatives()) return;
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t i = 0; i < count; ++i)
        sink.add_variable_rate(static_cast<int>(r), view.goal.variables[i], T(factor[r * count + i]));
  }
};

}  // namespace memetik::goals
