/* The head of a request: its end, its first line, its fields; see http_head.h. */
#include "net/http_head.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "text/text.h"

enum { METHOD_LENGTH_MAX = 16, LENGTH_DIGITS_MAX = 18 };

/* ---- Its end --------------------------------------------------------------------------------- */

static bool is_control(char character)
{
    unsigned char c = (unsigned char)character;
    return c < 0x20 || c == 0x7f;
}

enum http_found http_head_find(const char *bytes, size_t length, size_t *looked, size_t *end)
{
    for (size_t i = *looked; i < length; i++) {
        if (bytes[i] == '\n') {
            if (i == 0 || bytes[i - 1] != '\r')
                return HTTP_BAD;
            if (i >= 3 && bytes[i - 2] == '\n') {
                *end = i + 1;
                return HTTP_WHOLE;
            }
        } else if (i > 0 && bytes[i - 1] == '\r') {
            return HTTP_BAD;
        } else if (is_control(bytes[i]) && bytes[i] != '\r' && bytes[i] != '\t') {
            return HTTP_BAD;
        }
    }
    *looked = length;
    return HTTP_MORE;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool http_is_token(char c)
{
    return is_letter_or_digit(c) || (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static bool is_token(struct word word)
{
    for (size_t i = 0; i < word.length; i++)
        if (!http_is_token(word.start[i]))
            return false;
    return word.length > 0;
}

static bool same(struct word word, const char *text)
{
    return word.length == strlen(text) && strncasecmp(word.start, text, word.length) == 0;
}

static struct word trimmed(struct word word)
{
    while (word.length > 0 && (word.start[0] == ' ' || word.start[0] == '\t')) {
        word.start++;
        word.length--;
    }
    while (word.length > 0 &&
           (word.start[word.length - 1] == ' ' || word.start[word.length - 1] == '\t'))
        word.length--;
    return word;
}

/* The next part of a list, trimmed; false at its end. */
static bool next_part(struct word *list, char separator, struct word *part)
{
    if (list->start == NULL)
        return false;
    const char *found = memchr(list->start, separator, list->length);
    part->start = list->start;
    part->length = found != NULL ? (size_t)(found - list->start) : list->length;
    list->length -= found != NULL ? part->length + 1 : part->length;
    list->start = found != NULL ? found + 1 : NULL;
    *part = trimmed(*part);
    return true;
}

static bool has_part(struct word list, const char *wanted)
{
    struct word part;
    while (next_part(&list, ',', &part))
        if (same(part, wanted))
            return true;
    return false;
}

static bool copy(struct word word, char *into, size_t size)
{
    if (word.length >= size)
        return false;
    if (word.length > 0)
        memcpy(into, word.start, word.length);
    into[word.length] = '\0';
    return true;
}

/* ---- While it is read ------------------------------------------------------------------------ */

struct reading {
    struct http_head *head;
    struct http_refusal *refusal;
    bool is_1_1;
    bool is_absolute; /* the target names the host */
    bool has_length;
    bool has_host, closes, upgrades, wants_upgrade, has_key, has_version_13;
    bool has_authorization, has_origin;
    uint32_t seen; /* of the known fields, one bit each */
    char origin[HTTP_HOST_SIZE];
};

static bool refuse(struct reading *reading, int status, enum fault_id why)
{
    *reading->refusal = (struct http_refusal){status, why};
    return false;
}

/* ---- The first line -------------------------------------------------------------------------- */

static enum http_method method_of(struct word word)
{
    static const char *const names[] = {[HTTP_GET] = "GET",
                                        [HTTP_HEAD] = "HEAD",
                                        [HTTP_POST] = "POST",
                                        [HTTP_DELETE] = "DELETE",
                                        [HTTP_OPTIONS] = "OPTIONS"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (word_is(word, names[i]))
            return (enum http_method)i;
    }
    return HTTP_OTHER;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Dots and slashes stay as they are: a path is looked up as it stands, and never resolved. */
static bool read_path(struct reading *reading, struct word word)
{
    struct text text;
    text_init(&text, reading->head->path, HTTP_PATH_SIZE);
    for (size_t i = 0; i < word.length; i++) {
        char c = word.start[i];
        if (c == '%') {
            int high = i + 2 < word.length ? digit_of(word.start[i + 1]) : -1;
            int low = i + 2 < word.length ? digit_of(word.start[i + 2]) : -1;
            if (high < 0 || low < 0)
                return refuse(reading, 400, FAULT_HTTP_PERCENT);
            c = (char)(16 * high + low);
            i += 2;
        }
        if (is_control(c))
            return refuse(reading, 400, FAULT_HTTP_PATH_CONTROL);
        text_add_char(&text, c);
    }
    return !text.cut || refuse(reading, 414, FAULT_HTTP_PATH_TOO_LONG);
}

static bool read_host(struct reading *reading, struct word value)
{
    for (size_t i = 0; i < value.length; i++) {
        if (!is_letter_or_digit(value.start[i]) &&
            (value.start[i] == '\0' || strchr("-._~:[]%", value.start[i]) == NULL))
            return refuse(reading, 400, FAULT_HTTP_HOST);
    }
    if (value.length >= HTTP_HOST_SIZE)
        return refuse(reading, 400, FAULT_HTTP_HOST_TOO_LONG);
    return true;
}

/* Takes "http://host" off the start of a target, as it is sent to a proxy: that host counts. */
static bool read_authority(struct reading *reading, struct word *target)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        const size_t length = strlen(schemes[i]);
        if (target->length <= length || strncasecmp(target->start, schemes[i], length) != 0)
            continue;
        struct word host = {target->start + length, 0};
        while (length + host.length < target->length &&
               strchr("/?", host.start[host.length]) == NULL)
            host.length++;
        reading->is_absolute = true;
        target->start += length + host.length;
        target->length -= length + host.length;
        if (host.length == 0)
            return refuse(reading, 400, FAULT_HTTP_HOST);
        return read_host(reading, host) && copy(host, reading->head->host, HTTP_HOST_SIZE);
    }
    return true;
}

/* Without a path it is "/"; for OPTIONS, which then asks about the server as a whole, "*". */
static bool read_target(struct reading *reading, struct word word)
{
    struct http_head *head = reading->head;
    for (size_t i = 0; i < word.length; i++) {
        if (word.start[i] < 0x21 || word.start[i] > 0x7e || word.start[i] == '#')
            return refuse(reading, 400, FAULT_HTTP_PATH_CHARACTER);
    }
    if (!read_authority(reading, &word))
        return false;
    const bool is_empty = reading->is_absolute && word.length == 0;
    if (head->method == HTTP_OPTIONS && (is_empty || word_is(word, "*")))
        return copy((struct word){"*", 1}, head->path, HTTP_PATH_SIZE);
    const bool has_path = word.length > 0 && word.start[0] == '/';
    if (!has_path && !reading->is_absolute)
        return refuse(reading, 400, FAULT_HTTP_PATH_SLASH);
    const char *mark = memchr(word.start, '?', word.length);
    struct word path = {word.start, mark != NULL ? (size_t)(mark - word.start) : word.length};
    struct word query = {mark != NULL ? mark + 1 : "",
                         mark != NULL ? word.length - path.length - 1 : 0};
    if (!copy(query, head->query, HTTP_QUERY_SIZE))
        return refuse(reading, 414, FAULT_HTTP_QUERY_TOO_LONG);
    return read_path(reading, has_path ? path : (struct word){"/", 1});
}

static bool read_version(struct reading *reading, struct word word)
{
    static const char digits[] = "0123456789";
    if (word.length != 8 || memcmp(word.start, "HTTP/", 5) != 0 || word.start[6] != '.' ||
        memchr(digits, word.start[5], 10) == NULL || memchr(digits, word.start[7], 10) == NULL)
        return refuse(reading, 400, FAULT_HTTP_FIRST_LINE);
    if (word.start[5] != '1' || word.start[7] > '1')
        return refuse(reading, 505, FAULT_HTTP_VERSION);
    reading->is_1_1 = word.start[7] == '1';
    return true;
}

static bool read_first_line(struct reading *reading, const char *line, size_t length)
{
    struct words words;
    struct word method = {0}, target = {0}, version = {0}, more;
    words_init(&words, line, length);
    words_next(&words, &method);
    words_next(&words, &target);
    if (!words_next(&words, &version) || words_next(&words, &more) || !is_token(method) ||
        method.length > METHOD_LENGTH_MAX)
        return refuse(reading, 400, FAULT_HTTP_FIRST_LINE);
    reading->head->method = method_of(method);
    return read_version(reading, version) && read_target(reading, target);
}

/* ---- The fields ------------------------------------------------------------------------------ */

static bool take_host(struct reading *reading, struct word value)
{
    reading->has_host = value.length > 0;
    if (!read_host(reading, value))
        return false;
    return reading->is_absolute || copy(value, reading->head->host, HTTP_HOST_SIZE);
}

static bool take_length(struct reading *reading, struct word value)
{
    uint64_t length = 0;
    for (size_t i = 0; i < value.length; i++) {
        if (value.start[i] < '0' || value.start[i] > '9')
            return refuse(reading, 400, FAULT_HTTP_LENGTH);
        length = 10 * length + (uint64_t)(value.start[i] - '0');
        if (i >= LENGTH_DIGITS_MAX)
            return refuse(reading, 413, FAULT_HTTP_LENGTH_TOO_LONG);
    }
    reading->head->length = length;
    reading->has_length = true;
    return value.length > 0 || refuse(reading, 400, FAULT_HTTP_LENGTH);
}

static bool take_transfer_encoding(struct reading *reading, struct word value)
{
    reading->head->chunked = same(value, "chunked");
    return reading->head->chunked || refuse(reading, 400, FAULT_HTTP_CHUNKS);
}

/* A type that is too long is none of ours. */
static bool take_type(struct reading *reading, struct word value)
{
    if (!copy(value, reading->head->type, HTTP_TYPE_SIZE))
        copy((struct word){"?", 1}, reading->head->type, HTTP_TYPE_SIZE);
    return true;
}

static bool take_connection(struct reading *reading, struct word value)
{
    reading->closes |= has_part(value, "close");
    reading->upgrades |= has_part(value, "upgrade");
    return true;
}

/* To anything but a WebSocket would be a way around whoever guards us. */
static bool take_upgrade(struct reading *reading, struct word value)
{
    reading->wants_upgrade = true;
    return same(value, "websocket") || refuse(reading, 400, FAULT_HTTP_UPGRADE);
}

/* 16 bytes in base64. */
static bool take_key(struct reading *reading, struct word value)
{
    size_t letters = 0;
    while (letters < value.length && (is_letter_or_digit(value.start[letters]) ||
                                      value.start[letters] == '+' || value.start[letters] == '/'))
        letters++;
    reading->has_key = value.length == HANDSHAKE_KEY_SIZE - 1 && letters == 22 &&
                       memcmp(value.start + 22, "==", 2) == 0 &&
                       copy(value, reading->head->key, HANDSHAKE_KEY_SIZE);
    return true;
}

static bool take_version(struct reading *reading, struct word value)
{
    reading->has_version_13 = word_is(value, "13");
    return true;
}

static bool take_protocol(struct reading *reading, struct word value)
{
    reading->head->speaks_protocol |= has_part(value, SOCKET_PROTOCOL);
    return true;
}

static bool take_cookie(struct reading *reading, struct word value)
{
    char secret[HTTP_SECRET_SIZE];
    if (reading->head->secret[0] == '\0' && !reading->has_authorization &&
        http_cookie(value.start, value.length, "railhead", secret, sizeof secret) &&
        http_is_secret(secret))
        memcpy(reading->head->secret, secret, sizeof secret);
    return true;
}

/* It comes before every cookie. */
static bool take_authorization(struct reading *reading, struct word value)
{
    static const char bearer[] = "Bearer ";
    const size_t length = sizeof bearer - 1;
    struct http_head *head = reading->head;
    reading->has_authorization = true;
    head->secret[0] = '\0';
    if (value.length > length && strncasecmp(value.start, bearer, length) == 0)
        copy((struct word){value.start + length, value.length - length}, head->secret,
             HTTP_SECRET_SIZE);
    if (!http_is_secret(head->secret)) {
        head->secret[0] = '\0';
        head->has_bad_secret = true;
    }
    return true;
}

/* One that is too long is that of no page of ours. */
static bool take_origin(struct reading *reading, struct word value)
{
    reading->has_origin = true;
    if (!copy(value, reading->origin, HTTP_HOST_SIZE))
        reading->origin[0] = '\0';
    return true;
}

static bool is_address(const char *text)
{
    struct in6_addr address;
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1;
}

/* What the nearest proxy says is the last of the list, and of the last field. */
static bool take_forwarded_for(struct reading *reading, struct word value)
{
    char *forwarded = reading->head->forwarded;
    struct word part = {0};
    while (next_part(&value, ',', &part))
        continue;
    if (!copy(part, forwarded, HTTP_ADDRESS_SIZE) || !is_address(forwarded))
        forwarded[0] = '\0';
    return true;
}

static bool take_forwarded_proto(struct reading *reading, struct word value)
{
    struct word part = {0};
    while (next_part(&value, ',', &part))
        continue;
    reading->head->forwarded_https = same(part, "https");
    return true;
}

/* It goes into logs and back to the other end: plain letters alone. */
static bool take_request_id(struct reading *reading, struct word value)
{
    bool plain = true;
    for (size_t i = 0; i < value.length; i++)
        plain &= is_letter_or_digit(value.start[i]) || value.start[i] == '-' ||
                 value.start[i] == '_' || value.start[i] == '.';
    if (!plain || !copy(value, reading->head->request_id, HTTP_REQUEST_ID_SIZE))
        reading->head->request_id[0] = '\0';
    return true;
}

static bool take_accept(struct reading *reading, struct word value)
{
    struct word part, name;
    while (next_part(&value, ',', &part))
        reading->head->takes_html |= next_part(&part, ';', &name) && same(name, "text/html");
    return true;
}

/* "gzip", but not "gzip;q=0". */
static bool take_accept_encoding(struct reading *reading, struct word value)
{
    struct word part, name, quality;
    while (next_part(&value, ',', &part)) {
        if (!next_part(&part, ';', &name) || !same(name, "gzip"))
            continue;
        bool refused = next_part(&part, ';', &quality) && quality.length >= 3 &&
                       strncasecmp(quality.start, "q=0", 3) == 0;
        for (size_t i = 3; refused && i < quality.length; i++)
            refused = quality.start[i] == '.' || quality.start[i] == '0';
        reading->head->takes_gzip = !refused;
    }
    return true;
}

/* What nearly every browser says, and what would leave no room for its name. */
static const char *skip_same(const char *at, const char *end)
{
    static const char mozilla[] = "Mozilla/5.0 ", kit[] = "AppleWebKit/";
    if ((size_t)(end - at) >= sizeof mozilla - 1 && memcmp(at, mozilla, sizeof mozilla - 1) == 0)
        at += sizeof mozilla - 1;
    if ((size_t)(end - at) < sizeof kit - 1 || memcmp(at, kit, sizeof kit - 1) != 0)
        return at;
    for (const char *close = at; end - close >= 2; close++) {
        if (close[0] == ')' && close[1] == ' ')
            return close + 2;
    }
    return at;
}

/* Browsers write ASCII there; whatever else somebody sends is left out. */
static bool take_agent(struct reading *reading, struct word value)
{
    const char *end = value.start + value.length;
    char *agent = reading->head->agent;
    size_t used = 0;
    for (const char *at = skip_same(value.start, end); at < end && used < HTTP_AGENT_SIZE - 1;
         at = skip_same(at + 1, end)) {
        if (*at >= ' ' && *at <= '~')
            agent[used++] = *at;
    }
    agent[used] = '\0';
    return true;
}

/* The field may come again, which goes on with the list. */
static bool take_if_none_match(struct reading *reading, struct word value)
{
    struct text text;
    const size_t used = strlen(reading->head->known);
    text_init(&text, reading->head->known + used, HTTP_KNOWN_SIZE - used);
    text_add(&text, used > 0 ? "," : "");
    text_add_part(&text, value.start, value.length);
    if (text.cut)
        reading->head->known[0] = '\0';
    return true;
}

static bool take_expect(struct reading *reading, struct word value)
{
    reading->head->expects_continue = true;
    return same(value, "100-continue") || refuse(reading, 417, FAULT_HTTP_EXPECT);
}

static const struct head_field {
    const char *name;
    bool (*take)(struct reading *reading, struct word value);
    bool once;
} fields[] = {
    {"host", take_host, true},
    {"content-length", take_length, true},
    {"transfer-encoding", take_transfer_encoding, true},
    {"content-type", take_type, true},
    {"connection", take_connection, false},
    {"upgrade", take_upgrade, true},
    {"sec-websocket-key", take_key, true},
    {"sec-websocket-version", take_version, true},
    {"sec-websocket-protocol", take_protocol, false},
    {"cookie", take_cookie, false},
    {"authorization", take_authorization, true},
    {"origin", take_origin, true},
    {"x-forwarded-for", take_forwarded_for, false},
    {"x-forwarded-proto", take_forwarded_proto, false},
    {"x-request-id", take_request_id, false},
    {"accept", take_accept, false},
    {"accept-encoding", take_accept_encoding, false},
    {"if-none-match", take_if_none_match, false},
    {"expect", take_expect, true},
    {"user-agent", take_agent, true},
};

static bool read_field(struct reading *reading, const char *line, size_t length)
{
    const char *colon = memchr(line, ':', length);
    struct word name = {line, colon != NULL ? (size_t)(colon - line) : 0};
    if (!is_token(name))
        return refuse(reading, 400, FAULT_HTTP_HEADER);
    struct word value = trimmed((struct word){colon + 1, length - name.length - 1});
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (!same(name, fields[i].name))
            continue;
        if (fields[i].once && (reading->seen & (UINT32_C(1) << i)))
            return refuse(reading, 400, FAULT_HTTP_HEADER_TWICE);
        reading->seen |= UINT32_C(1) << i;
        return fields[i].take(reading, value);
    }
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static bool is_foreign(const struct reading *reading)
{
    const char *authority = strstr(reading->origin, "://");
    if (!reading->has_origin)
        return false;
    return authority == NULL || !reading->has_host ||
           strcasecmp(authority + 3, reading->head->host) != 0;
}

static bool read_websocket(struct reading *reading)
{
    struct http_head *head = reading->head;
    if (head->method != HTTP_GET || !reading->is_1_1 || !reading->upgrades)
        return refuse(reading, 400, FAULT_HTTP_UPGRADE_HOW);
    if (!reading->has_version_13)
        return refuse(reading, 426, FAULT_HTTP_SOCKET_VERSION);
    if (!reading->has_key)
        return refuse(reading, 400, FAULT_HTTP_SOCKET_KEY);
    head->websocket = true;
    return true;
}

static bool read_whole(struct reading *reading)
{
    struct http_head *head = reading->head;
    if (reading->is_1_1 && !reading->has_host)
        return refuse(reading, 400, FAULT_HTTP_HOST_MISSING);
    if (head->chunked && (reading->has_length || !reading->is_1_1))
        return refuse(reading, 400, FAULT_HTTP_CHUNKS);
    const bool has_body = head->length > 0 || head->chunked;
    if (has_body && head->method != HTTP_POST && head->method != HTTP_DELETE &&
        head->method != HTTP_OTHER)
        return refuse(reading, 400, FAULT_HTTP_BODY);
    head->keep_alive = reading->is_1_1 && !reading->closes;
    head->expects_continue &= reading->is_1_1 && has_body;
    head->foreign = is_foreign(reading);
    return !reading->wants_upgrade || read_websocket(reading);
}

static bool read_lines(struct reading *reading, const char *bytes, size_t length)
{
    unsigned count = 0;
    for (size_t start = 0; start + 2 < length;) {
        const char *end = memchr(bytes + start, '\r', length - start);
        if (end == NULL)
            return refuse(reading, 400, FAULT_HTTP_LINE_END);
        size_t line = (size_t)(end - bytes) - start;
        if (count > HTTP_FIELDS_MAX)
            return refuse(reading, 431, FAULT_HTTP_HEADERS);
        if (!(count == 0 ? read_first_line(reading, bytes, line)
                         : read_field(reading, bytes + start, line)))
            return false;
        count++;
        start += line + 2;
    }
    return count > 0 || refuse(reading, 400, FAULT_HTTP_FIRST_LINE);
}

bool http_head_read(struct http_head *head, const char *bytes, size_t length,
                    struct http_refusal *refusal)
{
    struct reading reading = {.head = head, .refusal = refusal};
    memset(head, 0, sizeof *head);
    return read_lines(&reading, bytes, length) && read_whole(&reading);
}

bool http_knows(const char *list, const char *etag)
{
    const size_t length = strlen(etag);
    if (strcmp(list, "*") == 0)
        return true;
    for (const char *at = list; *at != '\0';) {
        at += strspn(at, ", \t");
        at += strncmp(at, "W/", 2) == 0 ? 2 : 0;
        const char *end = *at == '"' ? strchr(at + 1, '"') : NULL;
        if (end == NULL)
            return false;
        if ((size_t)(end - at) + 1 == length && memcmp(at, etag, length) == 0)
            return true;
        at = end + 1;
    }
    return false;
}

bool http_is_type(const char *type, const char *wanted)
{
    const size_t length = strlen(wanted);
    return strncasecmp(type, wanted, length) == 0 && (strchr("; \t", type[length]) != NULL);
}

bool http_is_secret(const char *text)
{
    uint8_t bytes[32];
    size_t length = 0;
    const char *end = NULL;
    return strlen(text) == HTTP_SECRET_SIZE - 1 &&
           sodium_base642bin(bytes, sizeof bytes, text, HTTP_SECRET_SIZE - 1, NULL, &length, &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == sizeof bytes && end == text + HTTP_SECRET_SIZE - 1;
}

bool http_cookie(const char *value, size_t length, const char *name, char *into, size_t size)
{
    struct word list = {value, length}, part;
    const size_t name_length = strlen(name);
    while (next_part(&list, ';', &part)) {
        if (part.length <= name_length || part.start[name_length] != '=' ||
            memcmp(part.start, name, name_length) != 0)
            continue;
        struct word found = {part.start + name_length + 1, part.length - name_length - 1};
        if (found.length >= 2 && found.start[0] == '"' && found.start[found.length - 1] == '"')
            found = (struct word){found.start + 1, found.length - 2};
        return copy(found, into, size);
    }
    return false;
}
