// A pair of equations for two turns x = (c, s) and y = (c, s):
//     A x + B y = d.
// The subproblems 2 (two circles), 5 (three circles) and 6 (four circles) of Elias and Wen (2022) are such
// pairs.
#pragma once

#include <array>
#include <type_traits>

#include "memetik/search/closed_form/subproblems.hpp"

namespace memetik {

template <class T>
struct EquationPair {
  std::array<std::array<T, 2>, 2> a, b;  // rows
  std::array<T, 2> d;
  std::array<Scale, 2> scale;  // of the rows
};

// The order in which a pair is solved: one row has only one of the turns, or both rows have both.
struct PairOrder {
  bool coupled = true;
  int first_row = 0;
  bool x_first = true;
};

// Calls visit(x, y, free) for every solution, or best approximation, of a pair where both rows have both
// turns and B is regular: y = e - F x, with e = B^-1 d and F = B^-1 A, and |y| = 1 is a quartic equation.
class CoupledPair {
 public:
  struct Solution {
    Turn<double> x, y;
  };
  // Computes at most four solutions; `reference` is x if any x solves it.
  CoupledPair(const EquationPair<double>& pair, const Turn<double>& reference);

  int count() const { return count_; }
  const Solution& operator[](int i) const { return solutions_[static_cast<std::size_t>(i)]; }
  bool free() const { return free_; }

 private:
  std::array<Solution, 4> solutions_;
  int count_ = 0;
  bool free_ = false;
};

// Calls visit(x, y, free) for every solution, or best approximation. keeps_x(x) and keeps_y(y) tell whether a
// turn is worth the solution of the rest.
template <class T, class KeepsX, class KeepsY, class Visit>
void solve(const EquationPair<T>& pair, const PairOrder& order, const Turn<T>& reference_x,
           const Turn<T>& reference_y, KeepsX keeps_x, KeepsY keeps_y, Visit visit) {
  if (order.coupled) {
    if constexpr (std::is_same_v<T, double>) {
      const CoupledPair found(pair, reference_x);
      for (int i = 0; i < found.count(); ++i)
        if (keeps_x(found[i].x) && keeps_y(found[i].y)) visit(found[i].x, found[i].y, found.free());
    } else {
      visit(any_turn(), any_turn(), true);
    }
    return;
  }
  const auto i = static_cast<std::size_t>(order.first_row), j = 1 - i;
  const auto& own = order.x_first ? pair.a : pair.b;
  const auto& other = order.x_first ? pair.b : pair.a;
  const Turns<T> first =
      meet_plane(own[i][0], own[i][1], pair.d[i], pair.scale[i], order.x_first ? reference_x : reference_y);
  for (int k = 0; k < first.count; ++k) {
    const Turn<T>& t = first.at[k];
    if (!(order.x_first ? keeps_x(t) : keeps_y(t))) continue;
    const Turns<T> second =
        meet_plane(other[j][0], other[j][1], pair.d[j] - (own[j][0] * t.c + own[j][1] * t.s), pair.scale[j],
                   order.x_first ? reference_y : reference_x);
    for (int l = 0; l < second.count; ++l) {
      const Turn<T>& u = second.at[l];
      if (!(order.x_first ? keeps_y(u) : keeps_x(u))) continue;
      const bool free = first.free || second.free;
      if (order.x_first)
        visit(t, u, free);
      else
        visit(u, t, free);
    }
  }
}

}  // namespace memetik
