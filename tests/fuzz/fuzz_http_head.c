/*
 * Fuzzing heads of requests: the end is the same however the bytes come in, and what is taken has
 * nothing in it that a second reader could stumble over.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "net/http_head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_head(const struct http_head *head)
{
    CHECK(head->path[0] == '/' || (head->method == HTTP_OPTIONS && strcmp(head->path, "*") == 0));
    for (const char *c = head->path; *c; c++)
        CHECK((unsigned char)*c >= 0x20 && *c != 0x7f);
    for (const char *c = head->query; *c; c++)
        CHECK((unsigned char)*c > 0x20 && (unsigned char)*c < 0x7f);
    CHECK((head->length == 0 && !head->chunked) || head->method == HTTP_POST ||
          head->method == HTTP_OTHER);
    CHECK(head->length == 0 || !head->chunked);
    for (const char *c = head->host; *c; c++)
        CHECK((unsigned char)*c > 0x20 && (unsigned char)*c < 0x7f && !strchr("/?@,", *c));
    CHECK(!head->websocket || (head->method == HTTP_GET && strlen(head->key) == 24));
    CHECK(head->secret[0] == '\0' || (strlen(head->secret) == 43 && !head->has_bad_secret));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    struct http_head head;
    struct http_refusal refusal = {0};
    size_t looked = 0, end = 0, slowly = 0, slow_end = 0;
    enum http_found found = http_head_find(bytes, size, &looked, &end);
    enum http_found slow = HTTP_MORE;
    for (size_t i = 1; i <= size && slow == HTTP_MORE; i++)
        slow = http_head_find(bytes, i, &slowly, &slow_end);
    CHECK(found == slow);
    if (found != HTTP_WHOLE)
        return 0;
    CHECK(end == slow_end && end <= size);
    if (http_head_read(&head, bytes, end, &refusal))
        check_head(&head);
    else
        CHECK(refusal.status >= 400 && refusal.status < 600 && refusal.why != FAULT_NONE);
    return 0;
}
