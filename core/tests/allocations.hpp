// Counts the allocations of the test program, on all threads.
#pragma once

#include <cstddef>

long allocations();
std::size_t allocated_bytes();
