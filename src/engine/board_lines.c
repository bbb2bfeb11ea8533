/* Writes a board as lines of text. */
#include "engine/board_lines.h"

#include "rules/notation.h"

enum { LINE_SIZE = 512 }; /* fits a city with two names in which every byte is escaped */

struct writer {
    void (*write)(void *context, const char *line, size_t length);
    void *context;
    struct text text;
    char buffer[LINE_SIZE];
};

static struct text *begin_line(struct writer *writer, const char *start)
{
    text_init(&writer->text, writer->buffer, sizeof writer->buffer);
    text_add(&writer->text, start);
    return &writer->text;
}

static void end_line(struct writer *writer, const char *end)
{
    text_add(&writer->text, end);
    writer->write(writer->context, writer->text.start, writer->text.used);
}

/* Writes a JSON string; names on boards contain no control characters. */
static void add_string(struct text *text, const char *words)
{
    text_add_char(text, '"');
    for (; *words != '\0'; words++) {
        if (*words == '"' || *words == '\\')
            text_add_char(text, '\\');
        text_add_char(text, *words);
    }
    text_add_char(text, '"');
}

static void write_string(struct writer *writer, const char *key, const char *value)
{
    struct text *text = begin_line(writer, key);
    add_string(text, value);
    end_line(writer, ",");
}

static void write_number(struct writer *writer, const char *key, long value)
{
    text_add_number(begin_line(writer, key), value);
    end_line(writer, ",");
}

static void write_plain(struct writer *writer, const char *line)
{
    begin_line(writer, line);
    end_line(writer, "");
}

static void write_city(struct writer *writer, const struct board *board, unsigned number)
{
    const struct city *city = &board->city[number];
    struct text *text = begin_line(writer, "  {\"id\": ");
    add_string(text, city->id);
    text_add(text, ", \"name\": ");
    add_string(text, city->name);
    text_add(text, ", \"group\": ");
    add_string(text, group_names[city->group]);
    text_add(text, ", \"junction\": ");
    add_string(text, board->junction[city->junction].name);
    text_add(text, city->dashed ? ", \"dashed\": true}" : ", \"dashed\": false}");
    end_line(writer, number + 1U < board->cities ? "," : "");
}

static void write_junction(struct writer *writer, const struct board *board, unsigned number)
{
    const struct junction *junction = &board->junction[number];
    struct text *text = begin_line(writer, "  {\"name\": ");
    add_string(text, junction->name);
    text_add(text, ", \"col\": ");
    text_add_number(text, junction->column);
    text_add(text, ", \"row\": ");
    text_add_number(text, junction->row);
    text_add(text, junction->at_sea ? ", \"sea\": true}" : "}");
    end_line(writer, number + 1U < board->junctions ? "," : "");
}

static void write_line(struct writer *writer, const struct board *board, unsigned number)
{
    const struct line *line = &board->line[number];
    struct text *text = begin_line(writer, "  {\"a\": ");
    add_string(text, board->junction[line->a].name);
    text_add(text, ", \"b\": ");
    add_string(text, board->junction[line->b].name);
    text_add(text, ", \"kind\": ");
    add_string(text, line_kind_names[line->kind]);
    end_line(writer, number + 1U < board->lines ? "}," : "}");
}

static void write_list(struct writer *writer, const struct board *board, const char *key,
                       unsigned count,
                       void (*write)(struct writer *, const struct board *, unsigned))
{
    write_plain(writer, key);
    for (unsigned i = 0; i < count; i++)
        write(writer, board, i);
}

void board_lines(const struct board *board,
                 void (*write)(void *context, const char *line, size_t length), void *context)
{
    struct writer writer = {.write = write, .context = context};
    write_plain(&writer, "{");
    write_plain(&writer, " \"format\": \"railhead-board 1\",");
    write_string(&writer, " \"id\": ", board->id);
    write_string(&writer, " \"name\": ", board->name);
    write_string(&writer, " \"rules\": ", ruleset_names[board->ruleset]);
    write_number(&writer, " \"tracks\": ", board->tracks);
    write_number(&writer, " \"coloured_tracks\": ", board->coloured_tracks);
    write_number(&writer, " \"start_points\": ", board->start_points);
    write_number(&writer, " \"end_points\": ", board->end_points);
    write_plain(&writer,
                board->barrier_rule ? " \"barrier_rule\": true," : " \"barrier_rule\": false,");
    write_list(&writer, board, " \"cities\": [", board->cities, write_city);
    write_plain(&writer, " ],");
    write_list(&writer, board, " \"junctions\": [", board->junctions, write_junction);
    write_plain(&writer, " ],");
    write_list(&writer, board, " \"lines\": [", board->lines, write_line);
    write_plain(&writer, " ]");
    write_plain(&writer, "}");
}
