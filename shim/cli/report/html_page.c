// SPDX-License-Identifier: MIT
// A page, from head to foot.
#include <string.h>

#include "shim/cli/report/html_page.h"
#include "shim/cli/report/html_out.h"
#include "shim/cli/report/html_place.h"
#include "shim/cli/report/units.h"

void html_escape(FILE *page, const char *text)
{
    static const char special[] = "&<>\"'";
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (; *text; text++) {
        const char *found = strchr(special, *text);
        if (found)
            fputs(names[found - special], page);
        else
            fputc(*text, page);
    }
}

static void write_element(FILE *page, const char *begin, const char *text, const char *end)
{
    fputs(begin, page);
    html_escape(page, text);
    fputs(end, page);
}

// No byte of the page comes from elsewhere, whatever a name in a log says.
static void write_head(FILE *page, const char *title)
{
    fputs(HTML_MARK "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
          page);
    write_element(page, "<title>", title, " - teamtrim report</title>\n");
    fprintf(page, "<style>%s%s</style>\n</head>\n<body>\n", html_style, html_style_lists);
}

// ---- what programs ran

static const char *title_of(const struct content *content)
{
    const struct model *model = content->model;
    for (size_t i = 0; i < model->processes.count; i++)
        if (model_is_active(model_process_at(model, i)) && *model_process_at(model, i)->name)
            return model_process_at(model, i)->name;
    return model->processes.count && *model_process_at(model, 0)->name
               ? model_process_at(model, 0)->name
               : "processes";
}

static void write_link(FILE *page, const char *id, const char *text)
{
    fprintf(page, "<li><a href=\"#%s\">", id);
    html_escape(page, text);
    fputs("</a></li>\n", page);
}

static void write_links(FILE *page, const struct content *content)
{
    fputs("<nav aria-label=\"Sections\"><ul>\n", page);
    if (content->gain_count > 0)
        write_link(page, "gains", "Best remaining gains");
    write_link(page, "plots", "Plots");
    for (int i = 0; i < TABLES; i++)
        if (table_rows(&content->tables[i]) > 0)
            write_link(page, content->tables[i].id, content->tables[i].title);
    if (content->notes.count > 0)
        write_link(page, "notes", "Not in these figures");
    fputs("</ul></nav>\n", page);
}

// Facts that are no figures: host, policy.
static void write_words(FILE *page, const struct content *content)
{
    const struct fact *facts = content->facts.items;
    fputs("<p class=\"words\">", page);
    for (size_t i = 0; i < content->facts.count; i++) {
        if (*facts[i].figure)
            continue;
        write_element(page, "<span>", facts[i].label, ": ");
        write_element(page, "<b>", facts[i].text, "</b></span> ");
    }
    fputs("</p>\n", page);
}

static void write_header(FILE *page, const struct content *content)
{
    fputs("<header>\n<p class=\"kicker\">teamtrim report</p>\n", page);
    write_element(page, "<h1>", title_of(content), "</h1>\n");
    fputs("<p>What teamtrim did with its regions, loops and level-1 BLAS calls, and what could "
          "still be gained.</p>\n",
          page);
    write_words(page, content);
    write_links(page, content);
    fputs("</header>\n", page);
}

// What the text says beside the figure that stands above it.
static const char *beside_figure(const struct fact *fact)
{
    size_t length = strlen(fact->figure);
    if (strncmp(fact->text, fact->figure, length) != 0)
        return fact->text;
    return fact->text + length + strspn(fact->text + length, ": ");
}

static void write_facts(FILE *page, const struct content *content)
{
    const struct fact *facts = content->facts.items;
    fputs("<dl class=\"facts\">\n", page);
    for (size_t i = 0; i < content->facts.count; i++) {
        if (!*facts[i].figure)
            continue;
        write_element(page, "<div><dt>", facts[i].label, "</dt>");
        write_element(page, "<dd class=\"figure\">", facts[i].figure, "</dd>");
        if (*beside_figure(&facts[i]))
            write_element(page, "<dd>", beside_figure(&facts[i]), "</dd>");
        fputs("</div>\n", page);
    }
    fputs("</dl>\n", page);
}

// ---- gains

static void write_gain(FILE *page, const struct gain *gain)
{
    char time[UNITS_TEXT];
    fprintf(page, "<li><div class=\"worth\"><b>%s</b> <span>%s</span></div><div><code>",
            units_time(time, gain->ns), gain->bound ? "at most" : "an estimate");
    html_escape(page, gain->where);
    write_element(page, "</code><p class=\"measured\">", gain->measured, "</p>");
    write_element(page, "<p class=\"do\">", gain->action, "</p></div></li>\n");
}

static void write_gains(FILE *page, const struct content *content)
{
    enum { SHOWN = 8 };
    size_t count = content->gain_count;
    if (count == 0)
        return;
    fputs("<section aria-labelledby=\"gains\">\n<h2 id=\"gains\">Best remaining gains</h2>\n"
          "<ol class=\"gains\">\n",
          page);
    for (size_t i = 0; i < count; i++) {
        if (i == SHOWN)
            fprintf(page,
                    "</ol>\n<details><summary>%zu smaller ones</summary>\n<ol class=\"gains\">\n",
                    count - SHOWN);
        write_gain(page, &content->gains[i]);
    }
    fputs(count > SHOWN ? "</ol></details>\n</section>\n" : "</ol>\n</section>\n", page);
}

// ---- tables

static bool is_number(const struct table *table, size_t column)
{
    return table->columns[column].kind != COLUMN_TEXT;
}

static void write_cell(FILE *page, const struct table *table, size_t row, size_t column)
{
    char room[UNITS_TEXT];
    const struct cell *cell = table_cell(table, row, column);
    const char *text = table_show(table, row, column, room);
    if (column == 0)
        write_element(page, "<th scope=\"row\">", text, "</th>");
    else if (!is_number(table, column))
        write_element(page, "<td>", text, "</td>");
    else if (cell->none)
        fputs("<td class=\"n none\">-</td>", page);
    else {
        fprintf(page, "<td class=\"n\" data-v=\"%.17g\">", cell->number);
        write_element(page, "", text, "</td>");
    }
}

static void write_titles(FILE *page, const struct table *table)
{
    fputs("<thead><tr>", page);
    for (size_t column = 0; column < table->width; column++) {
        fputs(is_number(table, column) ? "<th scope=\"col\" class=\"n\"" : "<th scope=\"col\"",
              page);
        if (table->columns[column].hint)
            write_element(page, " title=\"", table->columns[column].hint, "\"");
        write_element(page, ">", table->columns[column].title, "</th>");
    }
    fputs("</tr></thead>\n", page);
}

static void write_hints(FILE *page, const struct table *table)
{
    bool any = false;
    for (size_t column = 0; column < table->width; column++) {
        if (!table->columns[column].hint)
            continue;
        if (!any)
            fputs("<details><summary>What the columns mean</summary><dl>\n", page);
        any = true;
        write_element(page, "<dt>", table->columns[column].title, "</dt>");
        write_element(page, "<dd>", table->columns[column].hint, "</dd>\n");
    }
    if (any)
        fputs("</dl></details>\n", page);
}

static void write_table(FILE *page, const struct table *table)
{
    if (table_rows(table) == 0)
        return;
    fprintf(page, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">", table->id, table->id);
    write_element(page, "", table->title, "</h2>\n");
    fprintf(page,
            "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-labelledby=\"%s\">\n"
            "<table aria-labelledby=\"%s\">\n",
            table->id, table->id);
    write_titles(page, table);
    fputs("<tbody>\n", page);
    for (size_t row = 0; row < table_rows(table); row++) {
        fputs("<tr>", page);
        for (size_t column = 0; column < table->width; column++)
            write_cell(page, table, row, column);
        fputs("</tr>\n", page);
    }
    fputs("</tbody>\n</table>\n</div>\n", page);
    if (table->note)
        write_element(page, "<p class=\"under\">", table->note, "</p>\n");
    write_hints(page, table);
    fputs("</section>\n", page);
}

// ---- the end

static void write_notes(FILE *page, const struct content *content)
{
    const char *const *notes = content->notes.items;
    if (content->notes.count == 0)
        return;
    fputs("<section aria-labelledby=\"notes\">\n<h2 id=\"notes\">Not in these figures</h2>\n"
          "<ul class=\"notes\">\n",
          page);
    for (size_t i = 0; i < content->notes.count; i++)
        write_element(page, "<li>", notes[i], "</li>\n");
    fputs("</ul>\n</section>\n", page);
}

static void write_footer(FILE *page, const struct content *content)
{
    const char *const *files = content->model->files.items;
    fputs("<footer>\n<p>Made by <code>teamtrim report</code> from ", page);
    for (size_t i = 0; i < content->model->files.count; i++) {
        const char *name = strcmp(files[i], "-") == 0 ? "stdin" : files[i];
        write_element(page, i ? ", <code>" : "<code>", model_keep(content->model, name), "</code>");
    }
    fputs(". Times are measured; what is a bound or an estimate says so.</p>\n</footer>\n", page);
}

void html_page_write(FILE *page, const struct content *content)
{
    write_head(page, title_of(content));
    write_header(page, content);
    fputs("<main>\n", page);
    write_facts(page, content);
    write_gains(page, content);
    fputs("<section aria-labelledby=\"plots\">\n<h2 id=\"plots\">Plots</h2>\n"
          "<div class=\"plots\">\n",
          page);
    plots_write(page, content);
    fputs("</div>\n</section>\n", page);
    for (int i = 0; i < TABLES; i++)
        write_table(page, &content->tables[i]);
    write_notes(page, content);
    fputs("</main>\n", page);
    write_footer(page, content);
    fprintf(page, "<script>\n%s</script>\n</body>\n</html>\n", html_script);
}
