/* Reading a command line. */
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

void options_init(struct options *options, int argc, char **argv, const struct option *known)
{
    memset(options, 0, sizeof *options);
    options->argc = argc;
    options->argv = argv;
    options->at = 1;
    options->known = known;
}

int options_refuse(struct options *options, const char *option, const char *value,
                   const char *sentence)
{
    snprintf(options->error, sizeof options->error, "--%s: '%.60s' %s", option, value, sentence);
    return OPTION_BAD;
}

static int find_known(const struct options *options, const char *name, size_t length)
{
    for (int i = 0; options->known[i].name != NULL; i++) {
        const char *known = options->known[i].name;
        if (strlen(known) == length && memcmp(known, name, length) == 0)
            return i;
    }
    return OPTION_BAD;
}

static int take_option(struct options *options, const char *argument)
{
    const char *name = argument + 2;
    const char *equals = strchr(name, '=');
    const size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    const int found = find_known(options, name, length);
    if (found == OPTION_BAD) {
        snprintf(options->error, sizeof options->error, "unknown option '%.60s'", argument);
        return OPTION_BAD;
    }
    const char *wanted = options->known[found].value;
    options->value = equals != NULL ? equals + 1 : NULL;
    if (wanted == NULL && equals != NULL) {
        snprintf(options->error, sizeof options->error, "--%.*s takes no value", (int)length, name);
        return OPTION_BAD;
    }
    if (wanted != NULL && equals == NULL) {
        if (options->at == options->argc) {
            snprintf(options->error, sizeof options->error, "--%s needs a value: %s", name, wanted);
            return OPTION_BAD;
        }
        options->value = options->argv[options->at++];
    }
    return found;
}

int options_next(struct options *options)
{
    if (options->at >= options->argc)
        return OPTION_END;
    const char *argument = options->argv[options->at++];
    if (!options->only_operands && strcmp(argument, "--") == 0) {
        options->only_operands = true;
        return options_next(options);
    }
    if (!options->only_operands && argument[0] == '-' && argument[1] != '\0') {
        if (argument[1] == '-')
            return take_option(options, argument);
        snprintf(options->error, sizeof options->error, "unknown option '%.60s'", argument);
        return OPTION_BAD;
    }
    options->value = argument;
    return OPTION_OPERAND;
}

bool options_number(const char *value, uint64_t lowest, uint64_t highest, uint64_t *number)
{
    uint64_t result = 0;
    if (value[0] == '\0' || (value[0] == '0' && value[1] != '\0'))
        return false;
    for (const char *digit = value; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9')
            return false;
        const uint64_t next = result * 10 + (uint64_t)(*digit - '0');
        if (result > UINT64_MAX / 10 || next < result * 10)
            return false;
        result = next;
    }
    *number = result;
    return result >= lowest && result <= highest;
}
