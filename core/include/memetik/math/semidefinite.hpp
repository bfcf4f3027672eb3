// Symmetric systems that may not be positive definite, of which some variables can be held.
#pragma once

#include <algorithm>
#include <span>

namespace memetik {

// The system A x = b; `matrix` is the lower triangle of A, row-major with n columns, and `x` holds b until it
// is solved.
struct SymmetricSystem {
  double* matrix;
  double* x;
  int n;

  double& entry(int i, int j) const { return matrix[std::max(i, j) * n + std::min(i, j)]; }

  // Holds each variable i with moves[i] = 0 at values[i]: its row becomes diagonal * x = diagonal * value.
  void hold(std::span<const double> moves, const double* values, double diagonal) const {
    const auto held = [&](int i) { return moves[static_cast<std::size_t>(i)] == 0; };
    if (std::find(moves.begin(), moves.end(), 0.0) == moves.end()) return;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (!held(i) && held(j)) x[i] -= entry(i, j) * values[j];
    for (int i = 0; i < n; ++i) {
      if (!held(i)) continue;
      for (int j = 0; j < n; ++j) entry(i, j) = 0;
      entry(i, i) = diagonal;
      x[i] = diagonal * values[i];
    }
  }

  // Eliminates the variables from the last one to `first`; what is left of the others' rows is their Schur
  // complement. A direction that is not curved upwards is not taken: a pivot below min_pivot becomes
  // infinite, as if the variable were locked.
  void eliminate(int first, double min_pivot) const {
    for (int k = n; k-- > first;) {
      double* row = matrix + k * n;
      row[k] = row[k] > min_pivot ? 1 / row[k] : 0;  // the diagonal holds inverse pivots
      for (int i = 0; i < k; ++i) {
        const double share = row[i] * row[k];
        if (share == 0) continue;
        for (int j = 0; j <= i; ++j) matrix[i * n + j] -= share * row[j];
        x[i] -= share * x[k];
      }
    }
  }

  // Solves for the eliminated variables after those before them.
  void substitute(int first) const {
    for (int k = first; k < n; ++k) {
      const double* row = matrix + k * n;
      for (int j = 0; j < k; ++j) x[k] -= row[j] * x[j];
      x[k] *= row[k];
    }
  }
};

}  // namespace memetik
