// Detects the SIMD levels that this machine supports. It is imported first, so it is compiled for the
// baseline.
#include <nanobind/nanobind.h>

NB_MODULE(_cpu, m) {
  m.def("supports_avx2", [] {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
  });
}
