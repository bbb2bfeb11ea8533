/* Letters of a room; see mail.h. */
#include "server/tables/mail.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static void drop(struct letter *letter)
{
    packet_release(letter->packet);
    event_log_release(letter->log);
}

static void add(struct mail *mail, struct letter letter)
{
    if (!ARRAY_GROW(mail->letter, mail->capacity, mail->count + 1)) {
        mail->lost = true;
        drop(&letter);
        return;
    }
    mail->letter[mail->count++] = letter;
    mail->lost |= !letter.packet && !letter.log;
}

void mail_to_all(struct mail *mail, struct packet *packet)
{
    add(mail, (struct letter){.packet = packet});
}

void mail_to_person(struct mail *mail, const char *person, struct packet *packet)
{
    struct letter letter = {.packet = packet};
    text_copy(letter.person, sizeof letter.person, person);
    add(mail, letter);
}

void mail_to_link(struct mail *mail, uint64_t link, struct packet *packet)
{
    add(mail, (struct letter){.to = link, .packet = packet});
}

void mail_log(struct mail *mail, uint64_t link, struct event_log *log, uint32_t after)
{
    if (after < log->count)
        add(mail, (struct letter){.to = link, .log = event_log_share(log), .after = after});
}

void mail_clear(struct mail *mail)
{
    for (unsigned i = 0; i < mail->count; i++)
        drop(&mail->letter[i]);
    mail->count = 0;
    mail->lost = false;
}

void mail_release(struct mail *mail)
{
    mail_clear(mail);
    free(mail->letter);
    mail->letter = NULL;
    mail->capacity = 0;
}
