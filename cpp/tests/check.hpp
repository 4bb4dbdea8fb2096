// A minimal test harness: CHECK counts failures, main reports them.
#pragma once

#include <cstdio>

inline int checks_passed = 0;
inline int checks_failed = 0;

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (condition) {                                                              \
            ++checks_passed;                                                          \
        } else {                                                                      \
            ++checks_failed;                                                          \
            std::printf("%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition); \
        }                                                                             \
    } while (false)
