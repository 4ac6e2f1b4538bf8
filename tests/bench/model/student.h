/* student: inputs of the student.* rows, the same on each device. */
#pragma once
#include "bench.h"

float *student_floats(size_t n); // in [0, 1)
unsigned *student_words(size_t n);
int *student_permutation(int n);
void rows_student_arrays(bench &b);
