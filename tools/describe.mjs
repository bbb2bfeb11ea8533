#!/usr/bin/env node
// The server's protocol for programs of others: writes openapi.json and asyncapi.json into a folder.
// What messages and bodies hold comes from the rows of src/protocol (tools/shapes.c), what they mean
// from the tables of docs/protocol.md; here stands only which request takes and answers what.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

const shapes = JSON.parse(execFileSync(`${process.env.BUILD ?? 'build'}/gen/shapes`, { encoding: 'utf8' }));
const page = fs.readFileSync('docs/protocol.md', 'utf8');
const VERSION = /^# The server's protocol, version (\d+)$/m.exec(page)[1];
const ABOUT = 'Made by `make protocol` from the rows that the server itself reads and writes with. '
    + 'What a client should know beside it is in [protocol.md](protocol.md). A later server may have more '
    + 'fields, messages and kinds of events: ignore what you do not know.';

// ---- What requests take and answer ------------------------------------------------------------

// `anybody`: no identity is needed.  `text`: a type that is not JSON.  `mayLack`: the body may be left out.
const REQUESTS = {
    'GET /api/v1/me': { name: 'getMe', answer: 'Me', anybody: true },
    'POST /api/v1/me': { name: 'rename', body: 'Name', answer: 'Me' },
    'DELETE /api/v1/me': { name: 'deleteMe', body: 'Password', mayLack: true, answer: 'Me' },
    'POST /api/v1/account': { name: 'setAccount', body: 'Account', answer: 'Me' },
    'POST /api/v1/login': { name: 'login', body: 'Account', answer: 'Me', anybody: true },
    'POST /api/v1/logout': { name: 'logout', answer: 'Me' },
    'GET /api/v1/sessions': { name: 'getSessions', answer: 'SessionList' },
    'DELETE /api/v1/sessions/{id}': { name: 'endSession', answer: 'Nothing' },
    'DELETE /api/v1/sessions': { name: 'endOtherSessions', answer: 'Nothing' },
    'GET /api/v1/tables': { name: 'getTables', answer: 'TableList', anybody: true },
    'POST /api/v1/tables': { name: 'openTable', body: 'Opening', answer: 'TableOrTables' },
    'GET /api/v1/tables/{id}': { name: 'getTable', answer: 'Table', anybody: true },
    'GET /api/v1/tables/{id}/events': {
        name: 'getEvents', answer: 'EventList', anybody: true,
        query: { after: { type: 'integer', minimum: 0 }, undo: { type: 'integer', const: 1 } },
    },
    'POST /api/v1/tables/{id}': { name: 'say', body: 'Message', answer: 'Done' },
    'GET /api/v1/tables/{id}/hand': { name: 'getHand', answer: 'IsHand' },
    'GET /api/v1/tables/{id}/record': { name: 'getGameRecord', text: 'text/plain', anybody: true },
    'GET /api/v1/games': { name: 'getGames', answer: 'GameList', query: { before: { type: 'integer', minimum: 0 } } },
    'POST /api/v1/records': { name: 'keepRecord', bodyText: 'text/plain', answer: 'Record' },
    'GET /api/v1/records/{id}': { name: 'getRecord', text: 'text/plain', anybody: true },
    'GET /t/{id}': { name: 'tablePage', text: 'text/html', anybody: true },
    'GET /g/{id}': { name: 'gamePage', text: 'text/html', anybody: true },
    'GET /r/{id}': { name: 'recordPage', text: 'text/html', anybody: true },
    'GET /api/v1/address': { name: 'getAddress', answer: 'Address', anybody: true },
    'GET /healthz': { name: 'health', answer: 'Health', anybody: true },
    'GET /metrics': { name: 'metrics', text: 'text/plain', anybody: true },
    'GET /status': { name: 'status', text: 'text/html', anybody: true },
};

// Shapes that no row has: choices among others, and a word for people about those that need one.
const SOCKET_ONLY = ['DoFollow', 'DoLobby', 'DoPing'];
const named = (start) => Object.keys(shapes).filter((name) => name.startsWith(start));
const refer = (name) => ({ $ref: `#/components/schemas/${name}` });
Object.assign(shapes, {
    Message: { oneOf: named('Do').filter((name) => /^Do[A-Z]/.test(name) && !SOCKET_ONLY.includes(name)).map(refer) },
    Event: { oneOf: named('Event').filter((name) => /^Event[A-Z]/.test(name) && name !== 'EventList').map(refer) },
    TableOrTables: { anyOf: [refer('Table'), refer('TableList')] },
});
const MEANINGS = {
    Turn: 'A whole turn as in a record, without the seat: `@K7`, `K7-L7 L7-M7`, `pass`',
    Line: 'A line of the board, as in a record: `K7-L7`, `F4~G5`',
    City: "A city's id on its board",
    Hand: 'Five cities, one of each group',
    Args: "By the names of the sentence's placeholders: a number, a text, or `{\"code\": CODE}`",
    SeatMissing: 'The lines that a seat is missing, and what they cost',
    Message: 'What a client says over HTTP',
};
for (const [name, description] of Object.entries(MEANINGS)) shapes[name] = { description, ...shapes[name] };

// ---- What docs/protocol.md says ---------------------------------------------------------------

// The rows of the tables under a heading: [cells].
function rowsUnder(heading) {
    const [part] = page.slice(page.indexOf(`\n${heading}\n`) + heading.length + 2).split(/^## /m);
    return part.split('\n').filter((line) => line.startsWith('| `'))
        .map((line) => line.slice(2, -2).split(' | ').map((cell) => cell.trim()));
}

const withLinks = (words) => words.replaceAll('](#', '](protocol.md#');

// { do: { follow: '...' }, is: {...}, kind: {...} }
function meanings() {
    const all = { do: {}, is: {}, kind: {} };
    for (const row of rowsUnder('## The WebSocket')) {
        const [, key, word] = /^`\{"(do|is)": "(\w+)"/.exec(row[0]) ?? [];
        if (key) all[key][word] = withLinks(row[1] ?? '');
        else all.kind[row[0].replaceAll('`', '')] = withLinks(row[2] ?? '');
    }
    return all;
}

// { 'GET /api/v1/me': '...' }
function requests() {
    const all = {};
    for (const [request, meaning] of rowsUnder('## Over HTTP')) {
        if (!/^`(GET|POST|DELETE) /.test(request)) continue;
        const [, method] = /^`(\w+)/.exec(request);
        for (const [, path] of request.matchAll(/[ `](\/[\w/]*)/g)) {
            all[`${method} ${path.replace(/\bID\b/, '{id}')}`] = withLinks(meaning);
        }
    }
    return all;
}

// ---- The files --------------------------------------------------------------------------------

// The shapes that a document refers to, directly or not.
function shapesOf(document) {
    const wanted = new Set();
    const look = (value) => {
        for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
            if (wanted.has(name)) continue;
            wanted.add(name);
            look(shapes[name]);
        }
    };
    look(document);
    return Object.fromEntries(Object.entries(shapes).filter(([name]) => wanted.has(name)));
}

function operation(request, description) {
    const { name, body, bodyText, answer, text, query = {}, anybody, mayLack } = REQUESTS[request];
    const content = (type, shape) => ({ [type ?? 'application/json']: { schema: shape ? refer(shape) : { type: 'string' } } });
    const parameters = Object.entries(query).map(([key, schema]) => ({ name: key, in: 'query', schema }));
    if (request.includes('{id}')) {
        parameters.unshift({ name: 'id', in: 'path', required: true, schema: { type: 'string' } });
    }
    return {
        operationId: name,
        description,
        ...(anybody ? { security: [{}, { secret: [] }, { cookie: [] }] } : {}),
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(body || bodyText ? { requestBody: { required: !mayLack, content: content(bodyText, body) } } : {}),
        responses: {
            200: { description: 'as above', content: content(text, answer) },
            default: { $ref: '#/components/responses/Refused' },
        },
    };
}

function openapi() {
    const paths = {};
    for (const [request, description] of Object.entries(requests())) {
        const [method, path] = request.split(' ');
        paths[path] = { ...paths[path], [method.toLowerCase()]: operation(request, description) };
    }
    const errors = rowsUnder('## Errors').filter(([, status]) => /^\d+$/.test(status))
        .map(([error, status, means]) => `- ${error} (${status}): ${means}`);
    const document = {
        openapi: '3.1.0',
        info: { title: 'Railhead over HTTP', version: VERSION, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
        servers: [{ url: 'http://localhost:1869' }],
        security: [{ secret: [] }, { cookie: [] }],
        paths,
        components: {
            securitySchemes: {
                secret: { type: 'http', scheme: 'bearer', description: '32 random bytes in base64url, which a program makes up' },
                cookie: { type: 'apiKey', in: 'cookie', name: 'railhead' },
            },
            responses: {
                Refused: {
                    description: ['A refusal. `error` is one of', '', ...errors].join('\n'),
                    content: { 'application/json': { schema: refer('Refusal') } },
                },
            },
        },
    };
    document.components.schemas = shapesOf(document);
    return document;
}

function asyncapi() {
    const say = meanings();
    const messages = {};
    const add = (start, words) => Object.entries(words).map(([word, summary]) => {
        const name = start + word[0].toUpperCase() + word.slice(1);
        messages[name] = { name: word, ...(summary ? { summary } : {}), payload: refer(name) };
        return name;
    });
    const { event, ...others } = say.is;
    const said = add('Do', say.do);
    const heard = [...add('Is', others), ...add('Event', say.kind)];
    const inSocket = (name) => ({ $ref: `#/channels/socket/messages/${name}` });
    const document = {
        asyncapi: '3.0.0',
        info: { title: 'Railhead over a WebSocket', version: VERSION, description: `${ABOUT} Events: ${event}.`, license: { name: 'MIT' } },
        defaultContentType: 'application/json',
        servers: { server: { host: 'localhost:1869', protocol: 'ws', security: [{ type: 'http', scheme: 'bearer' }] } },
        channels: {
            socket: {
                address: '/api/v1/socket',
                description: `The subprotocol is \`railhead-${VERSION}\`. Every message is one JSON object in one text frame.`,
                messages: Object.fromEntries([...said, ...heard].map((name) => [name, { $ref: `#/components/messages/${name}` }])),
                bindings: { ws: { method: 'GET' } },
            },
        },
        operations: {
            say: {
                action: 'receive', channel: { $ref: '#/channels/socket' },
                summary: 'What a client says', messages: said.map(inSocket),
            },
            hear: {
                action: 'send', channel: { $ref: '#/channels/socket' },
                summary: 'What the server says', messages: heard.map(inSocket),
            },
        },
        components: { messages },
    };
    document.components.schemas = shapesOf(document);
    return document;
}

const folder = process.argv[2] ?? 'docs';
for (const [name, document] of Object.entries({ openapi: openapi(), asyncapi: asyncapi() })) {
    fs.writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
}
