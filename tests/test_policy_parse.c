// SPDX-License-Identifier: MIT
// Policy files: what is read, and what is said about each kind of mistake.
#include "policy/policy.h"
#include "shim/names/routines.h"
#include "tests/process.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Messages of one load, without the file's name, each with a newline.
struct heard {
    size_t skip;
    char text[8192];
};

static void hear(void *context, const char *message)
{
    struct heard *heard = context;
    strcat(heard->text, message + heard->skip);
    strcat(heard->text, "\n");
}

static int load_bytes(struct policy *policy, const void *bytes, size_t size, struct heard *heard)
{
    char path[PROCESS_PATH];
    cr_assert(process_save_file(bytes, size, path));
    *heard = (struct heard){.skip = strlen(path)};
    int error = policy_load(policy, path, hear, heard);
    unlink(path);
    return error;
}

static struct policy load_good(const char *text)
{
    struct policy policy;
    struct heard heard;
    policy_init(&policy, blas_routines);
    int error = load_bytes(&policy, text, strlen(text), &heard);
    cr_assert_eq(error, 0, "%s", heard.text);
    cr_assert_str_eq(heard.text, "");
    return policy;
}

// The policy must be as it was, to the byte.
static void load_bad(const char *text, size_t size, const char *messages)
{
    struct policy policy, before;
    struct heard heard;
    memset(&before, 0, sizeof before);
    policy_init(&before, blas_routines);
    memcpy(&policy, &before, sizeof policy);
    cr_assert_eq(load_bytes(&policy, text, size, &heard), -EINVAL);
    cr_assert_str_eq(heard.text, messages);
    cr_assert_eq(memcmp(&policy, &before, sizeof policy), 0);
}

static void expect_rows(const char *const (*rows)[2], size_t count)
{
    for (size_t i = 0; i < count; i++)
        load_bad(rows[i][0], strlen(rows[i][0]), rows[i][1]);
}

#define EXPECT(rows) expect_rows(rows, sizeof rows / sizeof rows[0])

Test(policy_parse, every_key_is_read)
{
    struct policy policy = load_good("[blas]\n"
                                     "enable = off ; a comment\n"
                                     "kernel=avx2\n"
                                     "bytes-per-thread = 1M\n"
                                     "bytes-per-thread-spinning : 2k\n"
                                     "strided = kernel\n"
                                     "reproducible = yes\n"
                                     "fortran = 0\n");
    cr_assert_not(policy.blas.enable);
    cr_assert_str_eq(policy_kernel_names[policy.blas.kernel], "avx2");
    cr_assert_eq(policy.blas.bytes_per_thread, 1 << 20);
    cr_assert_eq(policy.blas.bytes_per_thread_spinning, 2048);
    cr_assert_eq(policy.blas.strided, STRIDED_KERNEL);
    cr_assert(policy.blas.reproducible);
    cr_assert_not(policy.blas.fortran);
}

Test(policy_parse, layout_is_free)
{
    static const char *const texts[] = {
        "[blas]\r\nkernel = off\r\n",
        "\xEF\xBB\xBF[blas]\nkernel = off",
        "\n# comment\n; comment\n  [ blas ]  ; comment\n\tkernel\t=\toff\t;x\n",
        "[blas]\n\n   reproducible = off\n   kernel = off\n",
        "[blas]\nkernel = off\n\xEF\xBB\xBF[blas]\n",
        "[blas]\n[blas ddot]\n[blas]\nkernel = off\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        cr_assert_eq(load_good(texts[i]).blas.kernel, POLICY_KERNEL_OFF, "%s", texts[i]);
}

Test(policy_parse, empty_file_changes_nothing)
{
    static const char *const texts[] = {"", "\n", "\xEF\xBB\xBF", "; only this", "[blas]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        cr_assert_eq(load_good(texts[i]).blas.bytes_per_thread, 384 * 1024);
}

Test(policy_parse, routine_sections)
{
    struct policy policy = load_good("[blas \t ddot]\nkernel = off\n[blas dot]\nfortran = off\n");
    cr_assert_eq(policy.override_count, 2);
    cr_assert_str_eq(policy.overrides[0].routine, "ddot");
    cr_assert_eq(policy.overrides[0].values.kernel, POLICY_KERNEL_OFF);
    cr_assert_str_eq(policy.overrides[1].routine, "dot");
}

Test(policy_parse, misspelt_names_get_a_suggestion)
{
    static const char *const rows[][2] = {
        {"[blas]\n\nbytes-per-thred = 1\n",
         ":3: unknown key 'bytes-per-thred' in [blas]; did you mean 'bytes-per-thread'?\n"},
        {"[blas ddot]\nBytes_per_thread = 1\n",
         ":2: unknown key 'Bytes_per_thread' in [blas ddot]; did you mean 'bytes-per-thread'?\n"},
        {"[BLAS]\nkernel = off\n", ":1: unknown section [BLAS]; did you mean 'blas'?\n"},
        {"[blas ddto]\nkernel = off\n", ":1: unknown routine 'ddto'; did you mean 'ddot'?\n"},
        {"[blas]\nkernel = avx-512\n",
         ":2: bad value 'avx-512' for kernel; expected auto, off, scalar, sse2, avx2, avx512, neon "
         "or sve; did you mean 'avx512'?\n"},
        {"[blas]\nstrided = Kernel\n", ":2: bad value 'Kernel' for strided; expected original or "
                                       "kernel; did you mean 'kernel'?\n"},
    };
    EXPECT(rows);
}

Test(policy_parse, unknown_names_get_the_known_ones)
{
    static const char *const rows[][2] = {
        {"[wombat]\n", ":1: unknown section [wombat]; expected blas, region, team, loop, wait\n"},
        {"[]\n", ":1: unknown section []; expected blas, region, team, loop, wait\n"},
        {"[blas]\nwombat = 1\n",
         ":2: unknown key 'wombat' in [blas]; expected enable, kernel, bytes-per-thread, "
         "bytes-per-thread-spinning, strided, reproducible, fortran\n"},
        {"[blas wombat]\n", ":1: unknown routine 'wombat'; expected one such as ddot, or dot for "
                            "all its precisions\n"},
        {"[blas ddot sdot]\n", ":1: unknown routine 'ddot sdot'; expected one such as ddot, or dot "
                               "for all its precisions\n"},
    };
    EXPECT(rows);
}

Test(policy_parse, bad_values)
{
    static const char *const rows[][2] = {
        {"[blas]\nenable = maybe\n", ":2: bad value 'maybe' for enable; expected on or off (also "
                                     "yes, no, true, false, 1, 0)\n"},
        {"[blas]\nenable =\n", ":2: bad value '' for enable; expected on or off (also yes, no, "
                               "true, false, 1, 0)\n"},
        {"[blas]\nbytes-per-thread = 1K # x\n",
         ":2: bad value '1K # x' for bytes-per-thread; expected a size in bytes such as 384K "
         "(units K, M, G), below 2^64, or a comment after ' ;'\n"},
        {"[blas]\nkernel = \x1b[31m\n", ":2: bad value '?[31m' for kernel; expected auto, off, "
                                        "scalar, sse2, avx2, avx512, neon or sve\n"},
    };
    EXPECT(rows);
}

Test(policy_parse, broken_lines)
{
    static const char *const rows[][2] = {
        {"[blas]\nkernel off\n", ":2: 'kernel off'; expected 'key = value' or '[section]'\n"},
        {"[blas]\n= off\n", ":2: '= off'; expected 'key = value' or '[section]'\n"},
        {"[blas]\nkernel = auto\n   avx2\n", ":3: 'avx2'; expected 'key = value' or '[section]'\n"},
        {"[blas\nkernel = off\n", ":1: bad section '[blas'; expected '[section]' alone\n"},
        {"[blas] kernel = off\n",
         ":1: bad section '[blas] kernel = off'; expected '[section]' alone\n"},
        {"[blas]\rkernel = off\r",
         ":1: bad section '[blas]?kernel = off'; expected '[section]' alone\n"},
        {"kernel = off\n", ":1: key 'kernel' before any section; expected [blas] first\n"},
        {"[blas]\nkernel = off\n[blas ddot]\n[blas]\nkernel = auto\n",
         ":5: key 'kernel' for the second time in [blas]; expected it once\n"},
        {"[blas ddot]\nkernel = off\nkernel = off\n",
         ":3: key 'kernel' for the second time in [blas ddot]; expected it once\n"},
    };
    EXPECT(rows);
}

Test(policy_parse, all_errors_of_a_file_are_told)
{
    static const char *const rows[][2] = {{"[blas]\nkernl = off\nenable = on\nenabled\n[blass]\n"
                                           "enable = what\n[blas sdot]\nfortran = 7\n",
                                           ":2: unknown key 'kernl' in [blas]; did you mean "
                                           "'kernel'?\n"
                                           ":4: 'enabled'; expected 'key = value' or '[section]'\n"
                                           ":5: unknown section [blass]; did you mean 'blas'?\n"
                                           ":8: bad value '7' for fortran; expected on or off "
                                           "(also yes, no, true, false, 1, 0)\n"}};
    EXPECT(rows);
}

// inih would cut such a line, and read its rest as the next one.
Test(policy_parse, long_lines)
{
    char text[2048];
    snprintf(text, sizeof text, "[blas]\n;%01000d\nkernel = off ;%0185d\n", 0, 0);
    cr_assert_eq(load_good(text).blas.kernel, POLICY_KERNEL_OFF);
    snprintf(text, sizeof text, "[blas]\nkernel = off ;%0186d\n", 0);
    load_bad(text, strlen(text), ":2: line too long; expected at most 199 bytes\n");
    snprintf(text, sizeof text, "[blas]\nkernel = off ;%01000d\nenable = x\n[blas%1000s]\n", 0, "");
    load_bad(text, strlen(text),
             ":2: line too long; expected at most 199 bytes\n"
             ":3: bad value 'x' for enable; expected on or off (also yes, no, true, false, 1, 0)\n"
             ":4: line too long; expected at most 199 bytes\n");
}

// inih keeps 49 bytes of a section's name.
Test(policy_parse, long_section_name_is_not_cut)
{
    char text[512];
    snprintf(text, sizeof text, "[blas %60s]\nkernel = off\n", "ddot");
    cr_assert_eq(load_good(text).overrides[0].values.kernel, POLICY_KERNEL_OFF);
    snprintf(text, sizeof text, "[blas ddot%60s]\nkernel = off\n", "x");
    load_bad(text, strlen(text),
             ":1: unknown routine 'ddot                                                        '; "
             "expected one such as ddot, or dot for all its precisions\n");
}

Test(policy_parse, nul_bytes)
{
    static const char text[] = "[blas]\nkernel = off\0enable = off\nnonsense\n";
    load_bad(text, sizeof text - 1, ":2: a NUL byte; expected a text file (ASCII or UTF-8)\n");
}

static void expect_unreadable(const char *path, int error, const char *message)
{
    struct policy policy;
    struct heard heard = {0};
    policy_init(&policy, blas_routines);
    cr_assert_eq(policy_load(&policy, path, hear, &heard), error);
    cr_assert_str_eq(heard.text, message);
}

Test(policy_parse, files_that_cannot_be_read)
{
    expect_unreadable("/", -EISDIR, "/: cannot read: Is a directory\n");
    expect_unreadable("/nonexistent/p", -ENOENT,
                      "/nonexistent/p: cannot read: No such file or directory\n");
    expect_unreadable("", -ENOENT, ": cannot read: No such file or directory\n");
}

Test(policy_parse, endless_file_ends)
{
    static char text[(1 << 20) + 1];
    struct policy policy;
    struct heard heard;
    policy_init(&policy, blas_routines);
    memset(text, '\n', sizeof text);
    cr_assert_eq(load_bytes(&policy, text, sizeof text, &heard), -EFBIG);
    cr_assert_str_eq(heard.text, ": cannot read: File too large\n");
}
