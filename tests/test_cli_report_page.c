// SPDX-License-Identifier: MIT
// The page of `teamtrim report --html`: how it is written, and what a real browser makes of it.
#include "tests/report_run.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(cli_report_page, .init = report_make_folder, .fini = report_remove_folder,
          .timeout = 240);

// What a name can try to be.
#define EVIL "<script>window.hacked=1</script>'\\\"><img src=x onerror=hacked=1>&amp;"

static const char evil[] =
    "{\"pid\":1,\"kind\":\"start\",\"name\":\"" EVIL "\",\"host\":\"" EVIL
    "\",\"rank\":0,\"version\":\"" EVIL "\",\"level\":\"summary\"}\n"
    "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"" EVIL "\",\"kernel\":9,\"forwarded\":4,"
    "\"kernel_ns\":900,\"forwarded_ns\":40000,\"kernel_bytes\":9000,\"large\":4,"
    "\"large_ns\":40000,\"large_bytes\":8000,\"team\":4,\"median_bytes\":1000,"
    "\"forwarded_median_bytes\":2000}\n"
    "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"ddot\",\"kernel\":100,\"median_bytes\":160}\n"
    "{\"pid\":1,\"kind\":\"provider_summary\",\"path\":\"" EVIL "\",\"provider\":\"" EVIL
    "\",\"kernel\":9,\"forwarded\":4}\n"
    "{\"pid\":1,\"kind\":\"region_summary\",\"site\":\"" EVIL EVIL EVIL EVIL "+0x1\","
    "\"one_thread\":1,\"trimmed\":2,\"lazy\":90,\"team\":20,\"forwarded\":3,\"team_ns\":50000,"
    "\"fork_join_ns\":40000,\"folded\":80,\"promoted\":6,\"rescued\":4,\"lazy_ns\":9,"
    "\"saved_ns\":3000000,\"team_timed\":18,\"fork_join_sum_ns\":720000,\"work_ns\":20000,"
    "\"size\":4,\"unmeasured\":7,\"why\":\"" EVIL "\"}\n"
    "{\"pid\":1,\"kind\":\"region_summary\",\"site\":\"b+0x2 (\\u4f60\\u597d\\ud83d\\udc27)\","
    "\"one_thread\":7,\"team\":1,\"saved_ns\":1}\n"
    "{\"pid\":1,\"kind\":\"region_summary\",\"site\":\"c+0x3\",\"forwarded\":1}\n"
    "{\"pid\":1,\"kind\":\"loop_summary\",\"site\":\"" EVIL "\",\"runs\":3,\"kept\":0,"
    "\"chunk\":1,\"n\":3000,\"run_ns\":900}\n"
    "{\"pid\":1,\"kind\":\"bound\",\"site\":\"all\",\"fork_join_ns\":720000,\"wall_ns\":9000000,"
    "\"unmeasured\":7}\n"
    "{\"pid\":1,\"message\":\"" EVIL "\"}\n"
    "{\"pid\":1,\"kind\":\"process\",\"name\":\"" EVIL "\",\"host\":\"" EVIL
    "\",\"rank\":0,\"policy\":\"" EVIL "\",\"wall_ns\":9900000,\"cpus\":8}\n"
    "{\"pid\":2,\"kind\":\"start\",\"name\":\"other\",\"rank\":1,\"level\":\"summary\"}\n"
    "{\"pid\":2,\"kind\":\"region_summary\",\"site\":\"b+0x2\",\"team\":4,\"team_ns\":90,"
    "\"team_timed\":4,\"fork_join_sum_ns\":200,\"size\":2}\n"
    "{\"pid\":2,\"kind\":\"bound\",\"fork_join_ns\":200,\"wall_ns\":900000}\n"
    "{\"pid\":2,\"kind\":\"process\",\"name\":\"other\",\"rank\":1,\"wall_ns\":9900000,"
    "\"cpus\":8}\n"
    "{\"pid\":3,\"ki";

static const char *make_page(const char *log)
{
    const char *page = report_path("page.html");
    report_expect(REPORT(log, "--html", page), 0, "Wall time", "");
    return page;
}

// ---- how it is written

static char *load(const char *path)
{
    char *text = process_load_file(path);
    cr_assert_not_null(text, "%s", path);
    return text;
}

static void expect_no_leavings(void)
{
    struct process_result result;
    process_run(LIST("find", report_path("."), "-name", "page.html.*"),
                &(struct process_setup){.timeout_s = 20}, &result);
    cr_expect_str_eq(result.output, "");
    process_free(&result);
}

Test(cli_report_page, stands_alone)
{
    char *page = load(make_page(report_log("a.json", evil)));
    cr_expect_eq(strncmp(page, "<!DOCTYPE html>", 15), 0);
    cr_expect_not_null(strstr(page, "</html>\n"));
    cr_expect_null(strstr(page, "http://"));
    cr_expect_null(strstr(page, "https://"));
    cr_expect_null(strstr(page, "url("));
    cr_expect_null(strstr(page, "<img"));
    cr_expect_null(strstr(page, "<script>window"));
    cr_expect_not_null(strstr(page, "&lt;script&gt;window.hacked=1&lt;/script&gt;&#39;&quot;&gt;"));
    expect_no_leavings();
    free(page);
}

Test(cli_report_page, replaces_a_page_and_keeps_its_mode)
{
    struct stat status;
    const char *log = report_log("a.json", evil), *page = make_page(log);
    cr_assert_eq(chmod(page, 0640), 0);
    make_page(log);
    cr_assert_eq(stat(page, &status), 0);
    cr_expect_eq(status.st_mode & 0777, 0640);
    cr_expect_gt(status.st_size, 1000);
    expect_no_leavings();
}

Test(cli_report_page, new_page_can_be_read_by_others)
{
    struct stat status;
    umask(022);
    cr_assert_eq(stat(make_page(report_log("a.json", evil)), &status), 0);
    cr_expect_eq(status.st_mode & 0777, 0644);
}

Test(cli_report_page, link_keeps_pointing_to_its_file)
{
    struct stat status;
    const char *file = report_log("file.html", ""), *page = report_path("page.html");
    cr_assert_eq(symlink(file, page), 0);
    make_page(report_log("a.json", evil));
    cr_assert_eq(lstat(page, &status), 0);
    cr_expect(S_ISLNK(status.st_mode));
    cr_assert_eq(stat(file, &status), 0);
    cr_expect_gt(status.st_size, 1000);
}

Test(cli_report_page, link_to_a_page_that_is_not_there_makes_it)
{
    struct stat status;
    const char *page = report_path("page.html");
    cr_assert_eq(symlink("file.html", page), 0);
    make_page(report_log("a.json", evil));
    cr_assert_eq(lstat(page, &status), 0);
    cr_expect(S_ISLNK(status.st_mode));
    cr_assert_eq(stat(report_path("file.html"), &status), 0);
    cr_expect_gt(status.st_size, 1000);
    expect_no_leavings();
}

Test(cli_report_page, where_it_cannot_be_written)
{
    const char *log = report_log("a.json", evil);
    report_expect(REPORT(log, "--html", "/nonexistent/page.html"), 1, "Wall time",
                  "--html /nonexistent/page.html: cannot write: No such file or directory");
    report_expect(REPORT(log, "--html", report_path(".")), 1, "", "cannot write: Is a directory");
    report_expect(REPORT(log, "--html", "/dev/full"), 1, "", "cannot write: No space left");
    report_expect(REPORT(log, "--html", "/dev/null"), 0, "", "");
    cr_expect_eq(access("/dev/null", W_OK), 0);
}

// ---- in a browser

// Before anything of the page.
static const char watch[] =
    "<script>window.problems = [];\n"
    "addEventListener('error', e => problems.push('error: ' + (e.message || e.target.tagName)), "
    "true);\n"
    "addEventListener('securitypolicyviolation', e => problems.push('policy: ' + "
    "e.violatedDirective));\n"
    "</script>";

// Behind all of it: what is wrong is put into the page's text.
static const char measure[] =
    "<script>{\n"
    "const expect = (good, what) => { if (!good) problems.push(what); };\n"
    "const near = 0.5, root = document.documentElement;\n"
    "expect(window.hacked === undefined, 'a name has run as a script');\n"
    "expect(!document.querySelector('img, iframe, link, object'), 'a foreign element');\n"
    "expect(performance.getEntriesByType('resource').length === 0, 'a request');\n"
    "expect(root.scrollWidth <= root.clientWidth, 'too wide: ' + root.scrollWidth + ' of ' + "
    "root.clientWidth);\n"
    "expect(Math.abs(root.clientWidth - WIDTH) <= 20, 'width is ' + root.clientWidth);\n"
    "const tables = document.querySelectorAll('table');\n"
    "expect(tables.length === TABLES, tables.length + ' tables');\n"
    "for (const table of tables) {\n"
    "  expect(table.tBodies[0].rows.length > 0, 'a table without rows');\n"
    "  for (const head of table.querySelectorAll('thead th'))\n"
    "    expect(head.scope === 'col' && head.textContent, 'a column without a title');\n"
    "  for (const row of table.tBodies[0].rows)\n"
    "    expect(row.cells[0].scope === 'row' && row.cells.length === "
    "table.tHead.rows[0].cells.length,"
    " 'an odd row');\n"
    "  const box = table.closest('.scroll').getBoundingClientRect();\n"
    "  expect(box.right <= root.clientWidth && box.height > 20, 'a table that lies outside');\n"
    "}\n"
    "const pictures = document.querySelectorAll('svg');\n"
    "expect(pictures.length === PLOTS, pictures.length + ' plots');\n"
    "for (const svg of pictures) {\n"
    "  const box = svg.getBoundingClientRect(), bars = svg.querySelectorAll('rect');\n"
    "  expect(box.width > 200 && box.height > 30, 'a plot of no size');\n"
    "  expect(bars.length > 0, 'a plot without bars');\n"
    "  expect(svg.querySelector('title').textContent && svg.querySelector('desc').textContent,"
    " 'a plot without words');\n"
    "  for (const bar of svg.querySelectorAll('rect, text')) {\n"
    "    const b = bar.getBoundingClientRect();\n"
    "    expect(b.left >= box.left - near && b.right <= box.right + near && b.top >= box.top - "
    "near &&"
    " b.bottom <= box.bottom + near, 'outside its plot: ' + (bar.textContent || "
    "bar.className.baseVal));\n"
    "  }\n"
    "}\n"
    "for (const a of document.querySelectorAll('nav a'))\n"
    "  expect(document.querySelector(a.hash), 'a link that leads nowhere: ' + a.hash);\n"
    "const ids = [...document.querySelectorAll('[id]')].map(e => e.id);\n"
    "expect(new Set(ids).size === ids.length, 'an id that is there twice');\n"
    "const column = table => [...table.tBodies[0].rows].map(r => Number(r.cells[1].dataset.v));\n"
    "const sites = document.querySelector('[aria-labelledby=sites] table');\n"
    "if (sites) {\n"
    "  const rising = [...column(sites)].sort((a, b) => a - b);\n"
    "  const button = sites.tHead.rows[0].cells[1].querySelector('button');\n"
    "  sites.tBodies[0].append(sites.tBodies[0].rows[0]);\n"
    "  button.click();\n"
    "  expect(String(column(sites)) === String([...rising].reverse()), 'not sorted down');\n"
    "  button.click();\n"
    "  expect(String(column(sites)) === String(rising), 'not sorted up');\n"
    "  expect(sites.querySelectorAll('[aria-sort=ascending]').length === 1, 'no aria-sort');\n"
    "}\n"
    "parent.postMessage('MEASURED ' + (problems.join('; ') || 'no problem') + ' ON ' + "
    "getComputedStyle(document.body).backgroundColor + ' END', '*');\n"
    "}</script>";

// A window of a browser is not as narrow as a phone, but a frame is. What the page says of itself
// comes into the text of this one.
static const char frame[] =
    "<!DOCTYPE html><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">"
    "<script>addEventListener('message', e => document.body.append(e.data));</script>"
    "<iframe src=\"measured.html\" style=\"border:0;width:%dpx;height:900px\"></iframe>\n";

struct look {
    int width, tables, plots;
    bool dark;
};

// A copy of the page with both scripts, in a frame.
static const char *instrument(const char *page, const struct look *look)
{
    char *text = load(page), *head = strstr(text, "<meta charset"), *end = strstr(text, "</body>");
    char outer[1000];
    FILE *file = fopen(report_path("measured.html"), "w");
    cr_assert(file && head && end);
    fprintf(file, "%.*s%s%.*s<script>const WIDTH = %d, TABLES = %d, PLOTS = %d;</script>%s%s",
            (int)(head - text), text, watch, (int)(end - head), head, look->width, look->tables,
            look->plots, measure, end);
    fclose(file);
    free(text);
    snprintf(outer, sizeof outer, frame, look->width);
    return report_log("frame.html", outer);
}

// Below the folder is all that a browser leaves. Root has no sandbox of its own; who is not root
// may have none either, in a container. The page has no network to begin with.
static struct process_result browse(const char *browser, const char *page, const struct look *look)
{
    struct process_result result;
    char address[512], home[512], config[512], cache[512], scratch[512], profile[512];
    snprintf(address, sizeof address, "file://%s", page);
    snprintf(home, sizeof home, "HOME=%s", report_path("."));
    snprintf(config, sizeof config, "XDG_CONFIG_HOME=%s", report_path("config"));
    snprintf(cache, sizeof cache, "XDG_CACHE_HOME=%s", report_path("cache"));
    snprintf(scratch, sizeof scratch, "TMPDIR=%s", report_path("."));
    snprintf(profile, sizeof profile, "--user-data-dir=%s", report_path("profile"));
    process_run(LIST(browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                     "--disable-background-networking", "--timeout=60000", profile,
                     "--window-size=1400,1000", "--virtual-time-budget=20000",
                     look->dark ? "--blink-settings=preferredColorScheme=0"
                                : "--blink-settings=preferredColorScheme=1",
                     "--dump-dom", address),
                &(struct process_setup){.timeout_s = 100,
                                        .environment = LIST(home, config, cache, scratch)},
                &result);
    return result;
}

// By any of its names.
static struct process_result browse_by_any(const char *page, const struct look *look)
{
    static const char *const names[] = {"chromium", "chromium-browser", "google-chrome"};
    struct process_result result = {.status = 127};
    for (size_t i = 0; i < 3 && result.status == 127; i++) {
        process_free(&result);
        result = browse(names[i], page, look);
    }
    cr_assert_neq(result.status, 127, "no chromium here; 'make deps' installs it");
    return result;
}

static void look_at(const char *page, const struct look *look)
{
    struct process_result result = browse_by_any(instrument(page, look), look);
    const char *background = look->dark ? "ON rgb(17, 21, 27) END" : "ON rgb(244, 246, 248) END";
    const char *told = result.output ? strstr(result.output, "MEASURED ") : NULL;
    cr_assert_not(result.timed_out);
    cr_assert_not_null(told, "the scripts did not get to their end: %.3000s", result.error);
    cr_expect_not_null(strstr(told, "MEASURED no problem ON"), "%d wide: %.2000s", look->width,
                       told);
    cr_expect_not_null(strstr(told, background), "%.2000s", told);
    process_free(&result);
}

Test(cli_report_page, on_a_phone)
{
    look_at(make_page(report_log("a.json", evil)), &(struct look){400, 9, 4, false});
}

Test(cli_report_page, on_a_desk_at_night)
{
    look_at(make_page(report_log("a.json", evil)), &(struct look){1280, 9, 4, true});
}

// Plots that have nothing to show are not there.
Test(cli_report_page, of_one_call)
{
    look_at(make_page(report_log("a.json", "{\"pid\":1,\"kind\":\"summary\",\"routine\":\"ddot\","
                                           "\"kernel\":1}\n{\"pid\":1,\"kind\":\"process\","
                                           "\"name\":\"a\",\"wall_ns\":5000}\n")),
            &(struct look){800, 2, 1, false});
}

Test(cli_report_page, of_a_real_program)
{
    char *variable;
    cr_assert(asprintf(&variable, "TEAMTRIM_LOG_FILE=%s", report_path("a.json")) > 0);
    struct process_result run =
        victim_run(true, LIST("gomp_sites", "asked:7", "plain:60", "loop:6"),
                   LIST(variable, "TEAMTRIM_LOG=summary", "TEAMTRIM_LOG_FORMAT=json"));
    cr_assert_eq(run.status, 0, "%s", run.error);
    process_free(&run);
    look_at(make_page(report_path("a.json")), &(struct look){400, 5, 2, false});
}
