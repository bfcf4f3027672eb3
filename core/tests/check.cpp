#include "check.hpp"

#include <cmath>
#include <cstdio>

namespace check {

std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

int& failures() {
  static int count = 0;
  return count;
}

Register::Register(const char* name, void (*run)()) { tests().push_back({name, run}); }

void report(bool ok, const char* file, int line, const char* what) {
  if (ok || ++failures() > shown) return;
  std::printf("%s:%d: failed: %s\n", file, line, what);
}

void report_near(double a, double b, double tolerance, const char* file, int line, const char* what) {
  const bool near = std::abs(a - b) <= tolerance;  // false for NaN
  if (near || ++failures() > shown) return;
  std::printf("%s:%d: failed: %s: %.17g and %.17g differ by %.3g > %.3g\n", file, line, what, a, b,
              std::abs(a - b), tolerance);
}

}  // namespace check
