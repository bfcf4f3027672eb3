// Manipulability: a link is far from singular configurations and can move in all directions.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// The goal's variables are those whose joints contribute to the measure.
struct Manipulability : GoalBase {
  static constexpr bool reads_rates = true;

  struct Data {
    bool translations, rotations;  // which rows of the Jacobian the measure includes
    double floor;                  // the wanted minimum of the measure; negative: maximise it
    std::vector<bool> counts;      // for every variable of the tree, whether the measure includes its column
  };
  static Fields fields(Data& data) {
    return {{"translations", &data.translations},
            {"rotations", &data.rotations},
            {"floor", &data.floor},
            {"counts", &data.counts}};
  }

  static int row_count(const Goal&) { return 1; }
  static bool nonzero_when_met(const Goal& goal) { return data_of<Manipulability>(goal).floor < 0; }

  // With Yoshikawa's measure m = sqrt(det(J J^T)) the residual is max(0, floor - m), or 1 / (1 + m) if m is
  // maximised.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Columns<T> columns(view, data);
    const T m = columns.measure();
    const bool maximised = data.floor < 0;
    const T value = maximised ? T(1) / (T(1) + m) : max(T(data.floor) - m, T(0));
    sink.rows(std::array{value});
    sink.error(value * value, 0);
    if (!sink.wants_derivatives()) return;
    const T slope = maximised ? -value * value : select(value > T(0), T(-1), T(0));
    columns.for_each_derivative(
        [&](int variable, const T& d) { sink.add_variable_rate(0, variable, slope * m * d); });
  }

 private:
  template <class T>
  struct Column {
    Vec3<T> linear, angular;
  };

  // The Gram matrix of the Jacobian, factorised as J J^T = L D L^T, with ones on the diagonal for rows that
  // the measure does not include.
  template <class T>
  class Columns {
   public:
    Columns(const GoalView<T>& view, const Data& data)
        : view_(view), data_(data), link_(view.goal.links[0]), point_(view.link(0).p) {
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) gram_[i][j] = T(i == j && !uses(i) ? 1 : 0);
      for_each([&](int, const Column<T>& own, const Column<T>& whole) {
        const T a[6] = {own.linear.x,  own.linear.y,  own.linear.z,
                        own.angular.x, own.angular.y, own.angular.z};
        const T b[6] = {whole.linear.x,  whole.linear.y,  whole.linear.z,
                        whole.angular.x, whole.angular.y, whole.angular.z};
        for (int i = 0; i < 6; ++i)
          for (int j = 0; j <= i; ++j)
            if (uses(i) && uses(j)) gram_[i][j] += T(0.5) * (a[i] * b[j] + b[i] * a[j]);
      });
      factorise();
    }

    T measure() const {
      T determinant(1);
      for (int i = 0; i < 6; ++i) determinant *= gram_[i][i];
      return sqrt(determinant);
    }

    // Calls visit(variable, d log m / d variable). With P = (J J^T)^-1 J the derivative is the sum of
    // P_j . dJ_j over the columns j. As joint k moves, the column (l, w) of a joint between k and the tip
    // changes by (w_k x l, w_k x w); the linear part of a column j between the root and k changes by w_j x
    // l_k.
    template <class Visit>
    void for_each_derivative(const Visit& visit) const {
      Vec3<T> before{T(0), T(0), T(0)}, beyond = before;
      for_each([&](int, const Column<T>& own, const Column<T>& whole) {
        before = before + cross(solved(whole).linear, own.angular);
      });
      view_.kinematics.for_each_column(link_, point_, [&](int v, const Vec3<T>& l, const Vec3<T>& w) {
        if (is_counted(v)) {
          const Column<T> p = solved(whole_column(v, {l, w}));
          beyond = beyond + cross(l, p.linear) + cross(w, p.angular);
          before = before - cross(p.linear, w);
        }
        visit(v, dot(w, beyond) + dot(l, before));
      });
    }

   private:
    bool uses(int row) const { return row < 3 ? data_.translations : data_.rotations; }
    bool is_counted(int variable) const { return data_.counts[static_cast<std::size_t>(variable)]; }

    // Calls visit(variable, contribution of one joint, whole column of the variable) from the tip to the
    // root.
    template <class Visit>
    void for_each(const Visit& visit) const {
      view_.kinematics.for_each_column(link_, point_, [&](int v, const Vec3<T>& l, const Vec3<T>& w) {
        if (is_counted(v)) visit(v, Column<T>{l, w}, whole_column(v, {l, w}));
      });
    }
    // The sum of the contributions of all joints that the variable drives.
    Column<T> whole_column(int variable, const Column<T>& own) const {
      if (!view_.goal.has_mimics) return own;
      Column<T> sum{{T(0), T(0), T(0)}, {T(0), T(0), T(0)}};
      view_.kinematics.for_each_column(link_, point_, [&](int v, const Vec3<T>& l, const Vec3<T>& w) {
        if (v == variable) sum = {sum.linear + l, sum.angular + w};
      });
      return sum;
    }

    void factorise() {
      for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < i; ++j) {
          for (int k = 0; k < j; ++k) gram_[i][j] -= gram_[i][k] * gram_[k][k] * gram_[j][k];
          gram_[i][j] = gram_[i][j] / gram_[j][j];
          gram_[i][i] -= gram_[i][j] * gram_[i][j] * gram_[j][j];
        }
        gram_[i][i] = max(gram_[i][i], T(1e-24));  // zero up to rounding in a singular configuration
      }
    }
    Column<T> solved(const Column<T>& column) const {
      T x[6] = {column.linear.x,  column.linear.y,  column.linear.z,
                column.angular.x, column.angular.y, column.angular.z};
      for (int i = 0; i < 6; ++i) {
        if (!uses(i)) x[i] = T(0);
        for (int k = 0; k < i; ++k) x[i] -= gram_[i][k] * x[k];
      }
      for (int i = 5; i >= 0; --i) {
        x[i] = x[i] / gram_[i][i];
        for (int k = i + 1; k < 6; ++k) x[i] -= gram_[k][i] * x[k];
      }
      return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
    }

    const GoalView<T>& view_;
    const Data& data_;
    int link_;
    Vec3<T> point_;
    T gram_[6][6];  // L below the diagonal, D on it
  };
};

}  // namespace memetik::goals
