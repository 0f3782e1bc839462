// SPDX-License-Identifier: MIT
// Hazard: a program that closes every descriptor it does not know, as daemons do, and opens a file
// of its own, which gets the number that our log had. Argument: that file.
#include "tests/victims/blas.h"

#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    double first = dot_of_integers(8, 1), second;
    char text[64];
    int fd;

    if (argc < 2)
        return 2;
    for (fd = STDERR_FILENO + 1; fd < 256; fd++)
        close(fd);
    for (int copies = 0; copies < 8; copies++) // so that any number is taken
        fd = open(argv[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
    second = dot_of_integers(16, 1);
    snprintf(text, sizeof text, "%g %g\n", first, second);
    if (write(fd, text, strlen(text)) < 0)
        return 1;
    printf("%s", text);
    return 0;
}
