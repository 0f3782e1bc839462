// SPDX-License-Identifier: MIT
// What the fake MKL exports, and the record it keeps.
#ifndef TEAMTRIM_VICTIMS_FAKE_MKL_H
#define TEAMTRIM_VICTIMS_FAKE_MKL_H

#include "tests/victims/fake.h"

struct fake_mkl_record {
    int calls;    // that reached the provider
    int team;     // of the last of them
    int settings; // of the thread's team
};

struct fake_mkl_record fake_mkl_record(void);
int MKL_Get_Max_Threads(void);
int mkl_get_max_threads(void);
int MKL_Set_Num_Threads_Local(int threads);
int mkl_set_num_threads_local(const int *threads);
int MKL_Get_Dynamic(void);

#endif
