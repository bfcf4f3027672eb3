// A minimal test framework: TEST registers a function, CHECK* count failures and print file, line and
// values. main.cpp runs all tests, or those whose name contains its argument, or, with the argument 2/4,
// every fourth of them from the second on.
#pragma once

#include <vector>

namespace check {

struct Test {
  const char* name;
  void (*run)();
};

std::vector<Test>& tests();
int& failures();

inline constexpr int shown = 20;  // at most this many failures are printed

struct Register {
  Register(const char* name, void (*run)());
};

void report(bool ok, const char* file, int line, const char* what);
void report_near(double a, double b, double tolerance, const char* file, int line, const char* what);

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
