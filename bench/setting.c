// SPDX-License-Identifier: MIT
// The settings in which victims run.
#include "bench/setting.h"

// OpenBLAS of pthreads reads its own variable first, all others OpenMP's.
static void add_threads(struct environment *environment, int threads, int *count)
{
    static const char *const names[2] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"};

    for (int i = 0; i < 2; i++) {
        snprintf(environment->threads[i], sizeof environment->threads[i], "%s=%d", names[i],
                 threads);
        environment->list[(*count)++] = environment->threads[i];
    }
}

static void add_preload(const struct bench *bench, enum setting_mode mode,
                        struct environment *environment, int *count)
{
    snprintf(environment->preload, sizeof environment->preload, "LD_PRELOAD=%s/../libteamtrim.so",
             bench->folder);
    environment->list[(*count)++] = environment->preload;
    snprintf(environment->policy, sizeof environment->policy, "TEAMTRIM_POLICY=%s",
             bench->options.policy ? bench->options.policy : "");
    environment->list[(*count)++] = environment->policy;
    if (mode == MODE_DISABLED)
        environment->list[(*count)++] = "TEAMTRIM_DISABLE=1";
}

static void add_variable(const char **list, int *count, char *variable, size_t room,
                         const char *name, const char *value)
{
    snprintf(variable, room, "%s=%s", name, value);
    list[(*count)++] = variable;
}

void setting_fill_environment(const struct bench *bench, const struct setting *setting,
                              enum setting_mode mode, struct environment *environment)
{
    int count = 0;

    *environment = (struct environment){0};
    environment->list[count++] = provider_variable(setting->provider);
    if (mode != MODE_PLAIN)
        add_preload(bench, mode, environment, &count);
    if (setting->threads)
        add_threads(environment, setting->threads, &count);
    if (setting->core)
        add_variable(environment->list, &count, environment->core, sizeof environment->core,
                     "OPENBLAS_CORETYPE", setting->core);
    if (setting->waiting)
        add_variable(environment->list, &count, environment->waiting, sizeof environment->waiting,
                     "OMP_WAIT_POLICY", setting->waiting);
}

void setting_title(const struct setting *setting, char *title, size_t room)
{
    snprintf(title, room, "%s%s%s", provider_name(setting->provider),
             setting_is_openblas(setting) ? " " : "",
             setting->core                  ? setting->core
             : setting_is_openblas(setting) ? "as detected"
                                            : "");
}

bool setting_usable(const struct setting *setting)
{
    if (provider_variable(setting->provider))
        return true;
    printf("%s is not installed: skipped.\n\n", provider_name(setting->provider));
    return false;
}

bool setting_is_openblas(const struct setting *setting)
{
    return setting->provider == PROVIDER_OPENBLAS_OPENMP ||
           setting->provider == PROVIDER_OPENBLAS_PTHREAD;
}
