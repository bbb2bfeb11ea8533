#!/usr/bin/env node
// docs/openapi.json and docs/asyncapi.json are valid, and true of a server that runs: all that is said and
// answered in an evening fits them, and everything that they describe happens.  It is among the tests of the
// page because it asks for pages, and for what npm installs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Connection, Person, refusal } from '../server/client.mjs';
import { Engine, gather } from '../server/game.mjs';
import { Server } from '../server/server.mjs';
import { finish, passes, test } from '../tap.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { default: Ajv } = require('ajv/dist/2020.js');
const { default: Ajv7 } = require('ajv');
const read = (path) => JSON.parse(fs.readFileSync(path, 'utf8'));
const openapi = read('docs/openapi.json');
const asyncapi = read('docs/asyncapi.json');

// ---- The files --------------------------------------------------------------------------------

await test('docs/openapi.json is OpenAPI', async () => {
    const validator = pathToFileURL(require.resolve('@seriousme/openapi-schema-validator'));
    const { Validator } = await import(validator);
    const { valid, errors } = await new Validator().validate(openapi);
    assert.ok(valid, JSON.stringify(errors));
});

await test('docs/asyncapi.json is AsyncAPI', () => {
    const ajv = new Ajv7({ strict: false, validateFormats: false });
    const valid = ajv.validate(require('@asyncapi/specs/schemas/3.0.0-without-$id.json'), asyncapi);
    assert.ok(valid, ajv.errorsText().slice(0, 2000));
});

// ---- Whatever is said -------------------------------------------------------------------------

// A later server may say more than what is described; this one does not.
function withoutMore(value) {
    if (Array.isArray(value)) return value.map(withoutMore);
    if (typeof value !== 'object' || value === null) return value;
    const all = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutMore(part)]));
    return all.properties && all.type === 'object' ? { additionalProperties: false, ...all } : all;
}

const ajv = new Ajv({ strict: false });
ajv.addSchema(withoutMore(openapi), 'openapi');
ajv.addSchema(withoutMore(asyncapi), 'asyncapi');

const faults = [];
const seen = new Set(); // 'GET /api/v1/me 200', 'DoSit', 'EventTurn', 'EventTurn left'

function check(document, name, value) {
    const fits = ajv.getSchema(`${document}#/components/schemas/${name}`);
    if (!fits) faults.push(`${name} is not described: ${JSON.stringify(value)}`);
    else if (!fits(value)) faults.push(`${name}: ${ajv.errorsText(fits.errors)}: ${JSON.stringify(value)}`);
    for (const key of Object.keys(value)) seen.add(`${name} ${key}`);
    seen.add(name);
}

const titled = (start, word) => start + word[0].toUpperCase() + word.slice(1);

// Messages with mistakes are sent on purpose too: what was done had none.
const { send, take } = Connection.prototype;
Connection.prototype.send = function sendAndKeep(message) {
    (this.said ??= new Map()).set(message.id, message);
    send.call(this, message);
};
Connection.prototype.take = function takeAndCheck(data, binary) {
    take.call(this, data, binary);
    const message = this.messages.at(-1);
    check('asyncapi', message.is === 'event' ? titled('Event', message.kind) : titled('Is', message.is), message);
    if (message.re !== undefined && message.is !== 'error') {
        const said = this.said.get(message.re);
        check('asyncapi', titled('Do', said.do), said);
    }
};

const operations = Object.entries(openapi.paths).flatMap(([path, methods]) => Object.entries(methods)
    .map(([method, operation]) => ({ ...operation, name: `${method.toUpperCase()} ${path}`, method,
        pattern: new RegExp(`^${path.replace('{id}', '[\\w-]+')}$`) })));

const { request } = Person.prototype;
Person.prototype.request = async function requestAndCheck(server, method, path, body, headers) {
    const answer = await request.call(this, server, method, path, body, headers);
    const operation = operations.find((one) => one.method === method.toLowerCase() && one.pattern.test(path.split('?')[0]));
    assert.ok(operation, `${method} ${path} is described`);
    checkAnswer(operation, answer, body);
    return answer;
};

function checkAnswer({ name, requestBody, responses }, { status, headers, text }, body) {
    seen.add(`${name} ${status === 200 ? 'done' : 'refused'}`);
    const { content } = status === 200 ? responses[200] : openapi.components.responses.Refused;
    const [[type, { schema }]] = Object.entries(content);
    if (headers['content-type'].split(';')[0] !== type) faults.push(`${name}: ${headers['content-type']}, not ${type}`);
    if (schema.$ref && type === 'application/json') check('openapi', schema.$ref.split('/').at(-1), JSON.parse(text));
    const taken = requestBody?.content['application/json'];
    if (taken && status === 200 && (body || requestBody.required)) check('openapi', taken.schema.$ref.split('/').at(-1), body);
}

// ---- An evening -------------------------------------------------------------------------------

const server = await Server.start();
const engine = new Engine();
const ada = new Person();

await test('people, accounts and sessions', async () => {
    const ask = (person, method, what, body) => person.ask(server, method, what, body);
    await ask(ada, 'GET', 'me');
    await ask(ada, 'POST', 'me', { name: 'Ada' });
    await refusal(ask(ada, 'POST', 'me', { name: '' }));
    const account = { login: 'ada-l', password: 'correct horse' };
    await refusal(ask(ada, 'POST', 'account', { login: 'x' }));
    await ask(ada, 'POST', 'account', account);
    await refusal(ask(ada, 'POST', 'login', { ...account, password: 'wrong horse' }));
    const [phone, tablet, other] = await Promise.all([1, 2, 3].map(async () => {
        const { secret } = await ask(new Person(), 'POST', 'login', account);
        return new Person(secret);
    }));
    const { sessions } = await ask(phone, 'GET', 'sessions');
    await refusal(ask(ada, 'DELETE', 'sessions/0123456789abcdef'));
    await ask(ada, 'DELETE', `sessions/${sessions.find(({ current }) => current).id}`);
    const connection = await tablet.connect(server);
    await ask(tablet, 'POST', 'logout');
    await connection.wait(({ is }) => is === 'bye', 'bye');
    await ask(ada, 'DELETE', 'sessions');
    await refusal(ask(other, 'GET', 'sessions').then(() => ask(new Person(''), 'GET', 'sessions')));
    const nobody = new Person();
    await ask(nobody, 'POST', 'me', { name: 'Nobody' });
    await ask(nobody, 'DELETE', 'me');
    const member = new Person();
    await ask(member, 'POST', 'account', { ...account, login: 'gone' });
    await refusal(ask(member, 'DELETE', 'me', { password: 'wrong horse' }));
    await ask(member, 'DELETE', 'me', { password: account.password });
    for (const [method, what] of [['DELETE', 'sessions'], ['POST', 'logout'], ['DELETE', 'me'], ['GET', 'games']]) {
        await refusal(ask(new Person(''), method, what));
    }
});

await test('a table before its game', async () => {
    const host = await ada.connect(server);
    const guest = await new Person().connect(server);
    await guest.ask({ do: 'lobby' });
    await guest.ask({ do: 'ping' });
    const settings = { board: 'transamerica', seats: ['me', 'open', 'invited'], public: true, chat: true, variants: ['blocking'], clock: { kind: 'slow', days: 2 }, seed: 'one evening' };
    const { id, key } = await ada.open(server, settings);
    await refusal(ada.open(server, { ...settings, seats: [] }));
    await host.follow(id);
    await guest.follow(id);
    await refusal(guest.ask({ do: 'sit', seat: 3 }));
    await guest.ask({ do: 'sit', seat: 3, key, program: true });
    await guest.ask({ do: 'stand' });
    await guest.ask({ do: 'chat', text: 'Hello!' });
    await host.ask({ do: 'mute', who: guest.person.id, on: true });
    await host.ask({ do: 'seat', seat: 2, as: 'invited' });
    await host.ask({ do: 'fill', as: 'easy' });
    await host.ask({ do: 'close' });
    await host.event('close');
    for (const one of [host, guest]) await one.close();
});

const CLOCKED = { board: 'transeuropa', seats: ['me', 'open', 'easy'], clock: { kind: 'live', bank: 7200, increment: 300 } };

await test('a game with all that can happen, its rematch and its record', async () => {
    const players = await gather(server, engine, CLOCKED);
    const [one, two] = players;
    const get = (what) => ada.request(server, 'GET', what);
    const table = `/api/v1/tables/${one.table}`;
    const begun = ({ rounds }) => rounds.at(-1)?.turns.length >= 7;
    await Promise.all(players.map((player) => player.play((journal) => begun(journal))));
    const last = (player) => player.connection.events().findLast(({ kind, seat }) => kind === 'turn' && seat === player.seat).n;
    const { n } = await one.connection.ask({ do: 'takeback', event: last(one) });
    await two.connection.ask({ do: 'answer', event: n, yes: true });
    await one.connection.event('undo');
    await one.connection.ask({ do: 'leave' });
    await refusal(two.connection.ask({ do: 'away', seat: 1 }));
    await one.connection.ask({ do: 'back' });
    await one.connection.event('back');
    await one.person.ask(server, 'GET', `tables/${one.table}/hand`);
    await refusal(ada.ask(server, 'GET', `tables/${one.table}/hand`));
    await refusal(ada.ask(server, 'GET', `tables/${one.table}/record`));
    await refusal(one.person.ask(server, 'GET', `tables/${one.table}/events?after=0`));
    await refusal(one.person.ask(server, 'POST', `tables/${one.table}`, { do: 'turn', after: 1, turn: '@K7' }));
    await one.person.ask(server, 'POST', `tables/${one.table}`, { do: 'chat', text: 'Good luck!' });
    await Promise.all(players.map((player) => player.play()));

    await two.connection.ask({ do: 'rematch' });
    const { table: again } = await one.connection.event('rematch');
    const next = await one.person.connect(server);
    await next.follow(again);
    await next.event('keep');
    await get(`${table}/events?after=3&undo=1`);
    await one.person.ask(server, 'GET', `tables/${again}`);
    await refusal(ada.ask(server, 'GET', 'tables/0123456789abcdef'));
    await one.person.ask(server, 'GET', `games?before=${Date.now() + 1000}`);
    const { text } = await get(`${table}/record`);
    const plain = { 'Content-Type': 'text/plain' };
    const kept = await ada.ask(server, 'POST', 'records', text, plain);
    await refusal(ada.ask(server, 'POST', 'records', 'railhead 9\n', plain));
    await get(`/api/v1/records/${kept.id}`);
    await refusal(ada.ask(server, 'GET', 'records/0123456789abcdef'));
    for (const path of [`/t/${one.table}`, `/g/${one.table}`, `/r/${kept.id}`]) await get(path);
});

await test('a party, and open cards, with bots for those who left', async () => {
    const settings = { board: 'transamerica', seats: ['open', 'easy'], public: true };
    const { tables } = await ada.open(server, { ...settings, tables: 2 });
    const open = await ada.open(server, { ...settings, variants: ['open-cards'] });
    for (const { id } of [...tables, open]) {
        const guest = new Person();
        await guest.ask(server, 'POST', `tables/${id}`, { do: 'sit', seat: 1 });
        await ada.ask(server, 'POST', `tables/${id}`, { do: 'start' });
        await guest.ask(server, 'POST', `tables/${id}`, { do: 'leave' });
    }
    await ada.ask(server, 'GET', 'tables');
    const watcher = await new Person().connect(server);
    await watcher.follow(open.id);
    await watcher.event('result');
    await watcher.follow(tables[0].id);
    await watcher.event(({ kind, seed }) => kind === 'reveal' && seed);
    await watcher.close();
});

await test('the server itself', async () => {
    for (const path of ['/api/v1/address', '/healthz', '/metrics', '/status']) await ada.request(server, 'GET', path);
});

// ---- What was seen ----------------------------------------------------------------------------

passes('all that was said and answered is as it is described', [...new Set(faults)]);

// Nobody's turn lasts for two minutes here, and whether the barrier moves is luck.
const NOT_TODAY = ['DoAway', 'EventEnd barrier'];
const unseen = (all) => all.filter((what) => !seen.has(what) && !NOT_TODAY.includes(what));
passes('every request was made', unseen(operations.map(({ name }) => `${name} done`)));
passes('every message and every kind of event came', unseen(Object.keys(asyncapi.components.messages)));
passes('every field of an event came', unseen(Object.entries(asyncapi.components.schemas)
    .filter(([name]) => name.startsWith('Event'))
    .flatMap(([name, { properties }]) => Object.keys(properties).map((key) => `${name} ${key}`))));
const ROUTE = /\{METHOD_(\w+), "([^"]+)"/g;
const routes = [...fs.readFileSync('src/server/http/api.c', 'utf8').matchAll(ROUTE)]
    .map(([, method, path]) => `${method} ${path.replace(/\/$/, '/{id}')}`);
passes('every route of the server is described', routes.filter((route) => route !== 'GET /status.css'
    && !operations.some(({ name }) => name === route)));
finish();
