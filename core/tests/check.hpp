// The smallest test framework that serves: TEST registers a function, CHECK* count failures with file,
// line and values. main.cpp runs all tests, or those whose name contains its argument.
#pragma once

#include <cmath>
#include <cstdio>
#include <vector>

namespace check {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

inline constexpr int shown = 20;  // more of the same helps nobody

struct Register {
  Register(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

inline void report(bool ok, const char* file, int line, const char* what) {
  if (ok || ++failures() > shown) return;
  std::printf("%s:%d: failed: %s\n", file, line, what);
}

inline void report_near(double a, double b, double tolerance, const char* file, int line, const char* what) {
  const bool near = std::abs(a - b) <= tolerance;  // false for NaN
  if (near || ++failures() > shown) return;
  std::printf("%s:%d: failed: %s: %.17g and %.17g differ by %.3g > %.3g\n", file, line, what, a, b,
              std::abs(a - b), tolerance);
}

}  // namespace check

#define TEST(name)                                                  \
  static void test_##name();                                        \
  static const check::Register register_##name(#name, test_##name); \
  static void test_##name()

#define CHECK(condition) check::report((condition), __FILE__, __LINE__, #condition)
#define CHECK_NEAR(a, b, tolerance) \
  check::report_near((a), (b), (tolerance), __FILE__, __LINE__, #a " near " #b)
#define CHECK_THROWS(expression, exception)                                       \
  do {                                                                            \
    bool thrown = false;                                                          \
    try {                                                                         \
      (void)(expression);                                                         \
    } catch (const exception&) {                                                  \
      thrown = true;                                                              \
    }                                                                             \
    check::report(thrown, __FILE__, __LINE__, #expression " throws " #exception); \
  } while (false)
