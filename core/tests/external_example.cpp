#include "external_example.hpp"

#include <cmath>

#include "arms.hpp"

using namespace memetik;

void ExternalExample::residuals(const double* poses, const double* v, double* out) const {
  for (int r = 0; r < rows; ++r) out[r] = -at_target[r];
  for (int k = 0; k < links; ++k) {
    const Frame<double> f = frame_of({poses + 16 * k, 16});
    out[0] += dot(f.p, f.p);
    out[1] += dot(f.x, b);
    out[2] += dot(f.p, f.x);
  }
  for (int k = 0; k < variables; ++k) {
    out[0] += std::sin(v[k]);
    out[1] += 0.3 * v[k] * v[k];
  }
}

// x changes by w x x, and (w x x) . b = w . (x x b)
void ExternalExample::derivative(const double* poses, const double* v, double* out) const {
  const int width = 6 * links + variables;
  const auto put = [&](int row, int column, const Vec3<double>& value) {
    double* entry = out + row * width + column;
    entry[0] = value.x;
    entry[1] = value.y;
    entry[2] = value.z;
  };
  for (int k = 0; k < links; ++k) {
    const Frame<double> f = frame_of({poses + 16 * k, 16});
    put(0, 6 * k, 2.0 * f.p);
    put(0, 6 * k + 3, {0, 0, 0});
    put(1, 6 * k, {0, 0, 0});
    put(1, 6 * k + 3, cross(f.x, b));
    put(2, 6 * k, f.x);
    put(2, 6 * k + 3, cross(f.x, f.p));
  }
  for (int k = 0; k < variables; ++k) {
    out[0 * width + 6 * links + k] = std::cos(v[k]);
    out[1 * width + 6 * links + k] = 0.6 * v[k];
    out[2 * width + 6 * links + k] = 0;
  }
}

void ExternalExample::call(std::int64_t n, const double* poses, const double* v, double* residuals,
                           double* jacobian, void* user) {
  auto& self = *static_cast<ExternalExample*>(user);
  ++self.calls;
  self.samples += n;
  const int width = 6 * self.links + self.variables;
  for (std::int64_t i = 0; i < n; ++i) {
    const double *own_poses = poses + i * 16 * self.links, *own_v = v + i * self.variables;
    self.residuals(own_poses, own_v, residuals + i * rows);
    if (jacobian) self.derivative(own_poses, own_v, jacobian + i * rows * width);
  }
}
