/* A position in a history. */
#include "terminal/full_screen/bookmark.h"

void bookmark_to_now(struct bookmark *bookmark, unsigned moments)
{
    *bookmark = (struct bookmark){.moment = moments - 1};
}

void bookmark_follow(struct bookmark *bookmark, unsigned moments)
{
    if (!bookmark->is_back || bookmark->moment >= moments)
        bookmark_to_now(bookmark, moments);
}

void bookmark_turn(struct bookmark *bookmark, unsigned moments, int step)
{
    const unsigned last = moments - 1;
    if (step < 0 && bookmark->moment > 0)
        bookmark->moment--;
    else if (step > 0 && bookmark->moment < last)
        bookmark->moment++;
    bookmark->is_back = bookmark->moment < last;
}
