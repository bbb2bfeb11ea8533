/* Results of calls that failed, and the ends of results. */
#include "page/answer.h"

#include "page/game_json.h"
#include "json/json_text.h"

uint32_t answer_end(const struct text *text)
{
    return text->cut ? answer_call_fault(FAULT_CALL_ANSWER_TOO_LONG) : exchange_end(text);
}

uint32_t answer_fault(const struct fault *fault)
{
    struct text text;
    exchange_begin(&text);
    json_open(&text, '{');
    json_add_key(&text, "fault");
    game_json_fault(&text, fault);
    json_close(&text, '}');
    return exchange_end(&text);
}

uint32_t answer_call_fault(enum fault_id id)
{
    struct fault fault = {.line = 0};
    fault_say_plain(&fault, id, "");
    return answer_fault(&fault);
}

uint32_t answer_refusal(enum refusal refusal)
{
    struct fault fault = {.line = 0};
    refusal_say(refusal, &fault);
    return answer_fault(&fault);
}

uint32_t answer_too_long(void)
{
    struct fault fault = {.line = 0};
    fault_say(CALL_TOO_LONG, &fault, "", INPUT_SIZE);
    return answer_fault(&fault);
}

uint32_t answer_no_bot(uint32_t number)
{
    struct fault fault = {.line = 0};
    fault_say(CALL_NO_BOT, &fault, "", (int32_t)number);
    return answer_fault(&fault);
}

uint32_t answer_done(void)
{
    struct text text;
    exchange_begin(&text);
    text_add(&text, "{}");
    return exchange_end(&text);
}
