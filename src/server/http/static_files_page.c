/*
 * Plain HTML without scripts: the page of a server without a web client, and of unknown addresses.
 */
#include "server/http/static_files_internal.h"

#define PAGE_BEGIN                                                                                 \
    "<!DOCTYPE html>\n"                                                                            \
    "<html lang=\"en\">\n"                                                                         \
    "<head>\n"                                                                                     \
    "<meta charset=\"utf-8\">\n"                                                                   \
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"                   \
    "<meta name=\"color-scheme\" content=\"light dark\">\n"                                        \
    "<link rel=\"stylesheet\" href=\"/status.css\">\n"                                             \
    "<title>Railhead</title>\n"                                                                    \
    "</head>\n"                                                                                    \
    "<body>\n"                                                                                     \
    "<main>\n"
#define PAGE_END                                                                                   \
    "</main>\n"                                                                                    \
    "</body>\n"                                                                                    \
    "</html>\n"

const char static_files_plain_page[] = PAGE_BEGIN
    "<h1>Railhead</h1>\n"
    "<p>This is a server for TransAmerica and Trans Europa, the railway games for two to six\n"
    "players. It is running, but it has found no web client, so there is nothing to play with on\n"
    "this page. Whoever runs it can start it with <code>--web DIR</code>.</p>\n"
    "<h2>Play in the terminal</h2>\n"
    "<p>On a machine with Railhead, <code>railhead play</code> starts a game against bots or\n"
    "between people at one screen; <code>railhead play --help</code> says what else there is.</p>\n"
    "<h2>For programs</h2>\n"
    "<p>Tables are opened and played with JSON over HTTP and a WebSocket. The file\n"
    "<code>docs/protocol.md</code> of Railhead describes all of it. To begin with:</p>\n"
    "<ul>\n"
    "<li><a href=\"/api/v1/tables\">/api/v1/tables</a>: the public tables</li>\n"
    "<li><a href=\"/healthz\">/healthz</a>: whether the server is well</li>\n"
    "<li><a href=\"/metrics\">/metrics</a>: what it has done, for Prometheus</li>\n"
    "</ul>\n" PAGE_END;

const char static_files_missing_page[] = PAGE_BEGIN
    "<h1>There is no such page</h1>\n"
    "<p>Perhaps the address was not copied as a whole. <a href=\"/\">To the start page of\n"
    "Railhead</a></p>\n" PAGE_END;
