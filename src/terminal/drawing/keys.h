/*
 * The keys of all full-screen pages, each described once.  The help pages, the line of keys at the
 * bottom and the manual pages use this list.
 *
 * What a key does is defined by the file of its page.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_KEYS_H
#define RAILHEAD_TERMINAL_DRAWING_KEYS_H

/* All texts are English and are translated when they are shown. */
struct key {
    const char *group; /* heading of the keys from here on; NULL to stay in the same group */
    const char *keys;  /* key names; NULL if only `brief` is used */
    const char *about; /* what they do */
    const char *brief; /* for the line of keys: "u undo"; NULL if it is never shown there */
};

/* In the order of the help pages. */
enum key_id {
    GAME_KEY_MOVE,
    GAME_KEY_CITY,
    GAME_KEY_GO,
    GAME_KEY_HOME,
    GAME_KEY_ZOOM,
    GAME_KEY_FIT,
    GAME_KEY_PANEL,
    GAME_KEY_LETTERS,
    GAME_KEY_MISSING,
    GAME_KEY_HAND,
    GAME_KEY_LOG,
    GAME_KEY_NOW,
    GAME_KEY_LAY,
    GAME_KEY_MARKER,
    GAME_KEY_COLOUR,
    GAME_KEY_UNDO,
    GAME_KEY_RESET,
    GAME_KEY_REDO,
    GAME_KEY_PLAY,
    GAME_KEY_PASS,
    GAME_KEY_TAKE_BACK,
    GAME_KEY_ADVICE,
    GAME_KEY_CLICK,
    GAME_KEY_WHEEL,
    GAME_KEY_SAVE,
    GAME_KEY_REVIEW,
    GAME_KEY_REMATCH,
    GAME_KEY_NEW,
    GAME_KEY_REDRAW,
    GAME_KEY_HELP,
    GAME_KEY_LEAVE,
    GAME_KEY_END,
    GAME_KEY_SAY,
    GAME_KEY_TABLE,
    GAME_KEY_BACK,
    GAME_KEY_AWAY,
    GAME_KEY_AGREE,
    GAME_KEY_REFUSE,
    GAME_KEY_WITHDRAW,
    GAME_KEY_CONTINUE,
    GAME_KEY_HURRY,
    GAME_SIGN_CITY,
    GAME_SIGN_OWN,
    GAME_SIGN_MARKER,
    GAME_SIGN_SINGLE,
    GAME_SIGN_DOUBLE,
    GAME_SIGN_FERRY,
    GAME_SIGN_TRACK,
    GAME_SIGN_MISSING,
    GAME_SIGN_BARRED,
    GAME_SIGN_BLOCKER,
    GAME_SIGN_BEHIND,

    ROOM_KEY_CHOOSE,
    ROOM_KEY_START,
    ROOM_KEY_SIT,
    ROOM_KEY_STAND,
    ROOM_KEY_OPEN,
    ROOM_KEY_INVITED,
    ROOM_KEY_BOT,
    ROOM_KEY_FILL,
    ROOM_KEY_CLOSE,
    ROOM_KEY_BACK,
    ROOM_KEY_LEAVE_SEAT,
    ROOM_KEY_AWAY,
    ROOM_KEY_MUTE,
    ROOM_KEY_HEAR,
    ROOM_KEY_SAY,
    ROOM_KEY_MAP,
    ROOM_KEY_HELP,
    ROOM_KEY_LEAVE,
    ROOM_KEY_GAME,

    REPLAY_KEY_TURN,
    REPLAY_KEY_ROUND,
    REPLAY_KEY_LEAP,
    REPLAY_KEY_ENDS,
    REPLAY_KEY_PLAY,
    REPLAY_KEY_SLIDER,
    REPLAY_KEY_REVIEW,
    REPLAY_KEY_BAD,
    REPLAY_KEY_SEAT,
    REPLAY_KEY_MISSING,
    REPLAY_KEY_PAN,
    REPLAY_KEY_ZOOM,
    REPLAY_KEY_PANEL,
    REPLAY_KEY_LETTERS,
    REPLAY_KEY_HELP,
    REPLAY_KEY_LEAVE,

    FORM_KEY_LINE,
    FORM_KEY_VALUE,
    FORM_KEY_PLAY,
    FORM_KEY_OPEN,
    FORM_KEY_RESUME,
    FORM_KEY_HELP,
    FORM_KEY_LEAVE,
    FORM_KEY_BACK,

    TABLES_KEY_CHOOSE,
    TABLES_KEY_SIT,
    TABLES_KEY_WATCH,
    TABLES_KEY_NEW,
    TABLES_KEY_NAME,
    TABLES_KEY_HELP,
    TABLES_KEY_LEAVE,
    KEY_IDS,
};

/* The keys of one page. */
struct key_page {
    const char *title; /* of the help page */
    const char *place; /* where the keys work, for manuals */
    enum key_id first, last;
};

extern const struct key key_list[KEY_IDS];
extern const struct key_page keys_of_game, keys_of_room, keys_of_replay, keys_of_form,
    keys_of_tables;

#endif
