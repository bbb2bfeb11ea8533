/*
 * What simulated clients do: honest ones play, talk, come and go; hostile ones send what nobody
 * should.  Whose turn it is and what is legal they read off the server's own memory: what they know
 * is not what is tested here.
 */
#ifndef RAILHEAD_TESTS_SIMULATE_PLAYER_H
#define RAILHEAD_TESTS_SIMULATE_PLAYER_H

#include "simulate/world.h"

/* One thing that the client does now. */
void player_act(struct client *client);
void hostile_act(struct client *client);

/* A legal turn of the seat to move as text; false when nobody is to move. */
bool player_turn_text(struct client *client, const struct match *match, char text[TURN_TEXT_SIZE]);

/* Opens a table of any kind. */
void player_open_table(struct client *client);

/* A request of any kind. */
void player_ask_anything(struct client *client);

/* A table that there is, or perhaps never was. */
const char *player_any_table(struct world *world);

#endif
