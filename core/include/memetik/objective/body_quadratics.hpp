// Sums of squared residuals that depend on the motion of single bodies, projected onto the joints at once.
#pragma once

#include <array>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/quadratic.hpp"

namespace memetik {

// How fast a residual changes with the velocity of a body: the rate is linear . v + angular . w, where v is
// the body's velocity at the root's origin and w its angular velocity. For the normal n at a point c this is
// (n, c x n).
template <class T>
struct BodyRate {
  Vec3<T> linear, angular;

  static MEMETIK_INLINE BodyRate along(const Vec3<T>& direction, const Vec3<T>& point) {
    return {direction, cross(point, direction)};
  }
};

// A residual r of a body with the rate a adds a a^T to a 6x6 matrix A and r a to a vector b of its node (see
// Kinematics). From the tips to the root, the sums of a node join those of its parent, because a joint moves
// its whole subtree, and are projected: with s = (v, w) for a unit velocity of joint j, and k on the way to
// the root, g_j = s_j . b and H_jk = s_k . A s_j.
template <class T>
class BodyQuadratics {
 public:
  explicit BodyQuadratics(const Kinematics<T>& kinematics);

  // Adds the residual of a body that the node moves: `weight` of a a^T and `pull` of a.
  void add(int node, const BodyRate<T>& rate, const T& weight, const T& pull);
  // Adds all sums to `out` and clears them. `column_of` tells the active variable of every variable, or -1.
  void project(const Kinematics<T>& kinematics, const int* column_of, Quadratic<T>& out);
  // Adds a residual of two bodies, whose rate is that of the first minus that of the second, straight to out.
  void add_pair(const Kinematics<T>& kinematics, const int* column_of, const std::array<int, 2>& nodes,
                const BodyRate<T>& rate, const T& weight, const T& pull, Quadratic<T>& out);

 private:
  struct Sums {
    std::array<T, 21> matrix;  // A, lower triangle by rows
    std::array<T, 6> vector;   // b
  };
  struct Column {
    int variable;  // active
    std::array<T, 6> motion;
  };

  std::vector<Sums> sums_;       // per node
  std::vector<bool> used_;       // per node
  std::vector<Column> columns_;  // of the nodes on the way to the root
  std::vector<T> row_;           // per active variable
  std::vector<int> touched_;     // active variables of row_ that are not zero
};

// Calls visit(variable, rate) for the joints that move one body relative to the other: how fast a residual
// changes whose rate is that of the first minus that of the second. Node -1 is the root.
template <class T, class Visit>
void for_each_relative_rate(const Kinematics<T>& kinematics, const std::array<int, 2>& nodes,
                            const BodyRate<T>& rate, const Visit& visit) {
  // nodes come after their parents: the later of the two goes on until both are the same
  for (int a = nodes[0], b = nodes[1]; a != b;) {
    const bool first = a > b;
    const int node = first ? a : b;
    kinematics.for_each_joint_column(node, {T(0), T(0), T(0)},
                                     [&](int variable, const Vec3<T>& v, const Vec3<T>& w) {
                                       const T change = dot(rate.linear, v) + dot(rate.angular, w);
                                       visit(variable, first ? change : -change);
                                     });
    (first ? a : b) = kinematics.parent(node);
  }
}

extern template class BodyQuadratics<double>;
extern template class BodyQuadratics<Pack>;

}  // namespace memetik
