// SPDX-License-Identifier: MIT
// Hazard: a string in the environment is gone before the program ends, as of a plug-in that has
// been closed: whoever reads the environment then crashes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int main(void)
{
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (page == MAP_FAILED)
        return 1;
    strcpy(page, "TEAMTRIM_TEST_OF_PUTENV=1");
    putenv(page);
    munmap(page, 4096);
    puts("gone");
    return 0;
}
