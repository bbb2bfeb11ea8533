#!/usr/bin/env node
// Who is who: secrets and cookies, names, accounts that carry a person to another device, uploads,
// and being forgotten.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { Person, refusal, request } from './client.mjs';
import { Engine, gather } from './game.mjs';
import { PROGRAM, Server } from './server.mjs';
import { finish, test, within } from '../tap.mjs';

const server = await Server.start();
const engine = new Engine();
const me = (person) => person.ask(server, 'GET', 'me');
let logins = 0;
const newLogin = () => {
    logins += 1;
    return `ada_${logins}-x`;
};

// A browser: a jar with the one cookie.
class Browser extends Person {
    constructor(cookie) {
        super('');
        this.cookie = cookie;
    }

    get headers() {
        return this.cookie ? { Cookie: `railhead=${this.cookie}`, Origin: server.origin } : {};
    }

    async request(...args) {
        const answer = await super.request(...args);
        for (const line of answer.headers['set-cookie'] ?? []) {
            const found = /^railhead=([^;]*)/.exec(line);
            if (found) [, this.cookie] = found;
            this.line = line;
        }
        return answer;
    }
}

async function newBrowser() {
    const browser = new Browser();
    const page = await browser.request(server, 'GET', '/');
    assert.equal(page.status, 200);
    assert.match(page.headers['content-type'], /^text\/html/);
    return browser;
}

// ---- Secrets ----------------------------------------------------------------------------------

await test('a secret is a person, the same one every time', async () => {
    const person = new Person();
    const { id, name, login } = await me(person);
    assert.match(id, /^[A-Za-z0-9_-]{16}$/);
    assert.deepEqual([name, login], ['', '']);
    assert.equal((await me(person)).id, id);
    assert.equal((await person.connect(server)).person.id, id);
    assert.notEqual((await me(new Person())).id, id);
});

await test('a browser gets its secret with the first page, in a cookie it cannot read', async () => {
    const browser = await newBrowser();
    assert.match(browser.cookie, /^[A-Za-z0-9_-]{43}$/);
    assert.match(browser.line, /; *HttpOnly/i);
    assert.match(browser.line, /; *SameSite=Lax/i);
    assert.doesNotMatch(browser.line, /; *Secure/i);
    const { id } = await me(browser);
    assert.equal((await me(browser)).id, id);
    const { cookie } = browser;
    await browser.request(server, 'GET', '/');
    assert.equal(browser.cookie, cookie);
    assert.equal((await browser.connect(server)).person.id, id);
});

await test('a secret of the wrong form is nobody', async () => {
    for (const secret of ['short', 'x'.repeat(44), `${'x'.repeat(42)}!`, '']) {
        const asked = new Person(secret).ask(server, 'POST', 'me', { name: 'Ada' });
        const { error, status } = await refusal(asked);
        assert.deepEqual([error, status], ['identity', 401], secret);
    }
});

// ---- Names ------------------------------------------------------------------------------------

await test('a new name is seen by those who sit at the same table', async () => {
    const [one, two] = await gather(server, engine, { board: 'transamerica', seats: ['me', 'open'] });
    await one.person.ask(server, 'POST', 'me', { name: 'Ада 🚂' });
    assert.equal((await me(one.person)).name, 'Ада 🚂');
    await two.connection.wait(({ is, people }) => is === 'people'
        && people.some(({ id, name }) => id === one.person.id && name === 'Ада 🚂'), 'the name');
    const table = await two.person.ask(server, 'GET', `tables/${two.table}`);
    assert.equal(table.seats[0].name, 'Ада 🚂');
});

await test('a name has 1 to 32 characters and no control characters', async () => {
    const person = new Person();
    await person.ask(server, 'POST', 'me', { name: '東'.repeat(32) });
    for (const name of ['', 'x'.repeat(33), 'a\nb', 'a\u007fb', 7, null, ['x']]) {
        const { error, text } = await refusal(person.ask(server, 'POST', 'me', { name }));
        assert.equal(error, 'field', JSON.stringify(name));
        assert.match(text, /name/);
    }
    assert.equal((await me(person)).name, '東'.repeat(32));
});

await test('whatever the names are, the record of the game can be read', async () => {
    const names = ['A # B', '  spaces  inside  ', '"quoted" \\ <b>', '#', '1 2 3', 'end -'];
    const players = await gather(server, engine, { board: 'transamerica', variants: ['open-cards'],
        seats: ['me', 'open', 'open', 'open', 'open', 'open'] });
    await Promise.all(players.map(({ person }, i) => person.ask(server, 'POST', 'me', { name: names[i] })
        .catch((error) => { if (error.error !== 'field') throw error; })));
    await Promise.all(players.map((player) => player.play()));
    const { text: record } = await players[0].person.request(server, 'GET', `/api/v1/tables/${players[0].table}/record`);
    const checked = spawnSync(PROGRAM, ['check', '-'], { input: record, encoding: 'utf8' });
    assert.equal(checked.status, 0, `${checked.stdout}${record.slice(0, 400)}`);
});

// ---- Accounts ---------------------------------------------------------------------------------

await test('an account brings a person to a second device', async () => {
    const first = new Person();
    const login = newLogin();
    await first.ask(server, 'POST', 'me', { name: 'Ada' });
    await first.ask(server, 'POST', 'account', { login, password: 'correct horse' });
    const { id } = await me(first);
    assert.equal((await me(first)).login, login);
    const second = await newBrowser();
    const before = (await me(second)).id;
    await second.ask(server, 'POST', 'login', { login: login.toUpperCase(), password: 'correct horse' });
    assert.deepEqual(await me(second), { id, name: 'Ada', login });
    assert.notEqual(before, id);
    const { secret } = await new Person().ask(server, 'POST', 'login', { login, password: 'correct horse' });
    assert.equal((await me(new Person(secret))).id, id);
    assert.equal((await me(first)).id, id);
});

await test('a seat is played on from the second device', async () => {
    const [one, two] = await gather(server, engine, { board: 'transamerica', seats: ['me', 'open'] });
    const login = newLogin();
    await one.person.ask(server, 'POST', 'account', { login, password: 'correct horse' });
    const { secret } = await new Person().ask(server, 'POST', 'login', { login, password: 'correct horse' });
    const again = await new Person(secret).connect(server);
    assert.equal((await again.follow(one.table)).seat, 1);
    await again.wait(({ is }) => is === 'hand', 'the hand');
    assert.ok(two.connection.events().length > 0);
});

// Passwords may be tried a few times only; a server that has just started has seen no attempt yet.
await server.restart();

await test('a wrong password, an unknown login and another\'s login are refused', async () => {
    const login = newLogin();
    await new Person().ask(server, 'POST', 'account', { login, password: 'correct horse' });
    for (const wrong of [{ login, password: 'wrong horse' }, { login: 'nobody-here', password: 'correct horse' }]) {
        const { error, status } = await refusal(new Person().ask(server, 'POST', 'login', wrong));
        assert.deepEqual([error, status], ['identity', 401]);
    }
    const taken = { login: login.toLowerCase(), password: 'battery staple' };
    const { error, status } = await refusal(new Person().ask(server, 'POST', 'account', taken));
    assert.deepEqual([error, status], ['taken', 409]);
});

await test('logins and passwords out of bounds are refused by name', async () => {
    for (const [field, value] of [['login', 'ab'], ['login', 'x'.repeat(33)], ['login', 'a b c'],
        ['login', 'дом'], ['login', 5], ['password', 'short'], ['password', 'x'.repeat(129)], ['password', null]]) {
        const body = { login: newLogin(), password: 'correct horse', [field]: value };
        const { error, text } = await refusal(new Person().ask(server, 'POST', 'account', body));
        assert.equal(error, 'field');
        assert.match(text, new RegExp(field));
    }
});

await test('a changed password counts from then on', async () => {
    const person = new Person();
    const login = newLogin();
    await person.ask(server, 'POST', 'account', { login, password: 'correct horse' });
    await person.ask(server, 'POST', 'account', { login, password: 'battery staple', old: 'correct horse' });
    const old = new Person().ask(server, 'POST', 'login', { login, password: 'correct horse' });
    assert.equal((await refusal(old)).error, 'identity');
    await new Person().ask(server, 'POST', 'login', { login, password: 'battery staple' });
});

await server.restart();

await test('whoever logs out is somebody new, and the cookie of before is worth nothing', async () => {
    const login = newLogin();
    const owner = new Person();
    await owner.ask(server, 'POST', 'account', { login, password: 'correct horse' });
    const browser = await newBrowser();
    await browser.ask(server, 'POST', 'login', { login, password: 'correct horse' });
    const { id } = await me(owner);
    assert.equal((await me(browser)).id, id);
    const before = new Browser(browser.cookie);
    await browser.ask(server, 'POST', 'logout');
    assert.notEqual((await me(browser)).id, id);
    assert.notEqual((await me(before)).id, id);
    assert.equal((await me(owner)).id, id);
});

// ---- Uploads ----------------------------------------------------------------------------------

const text = fs.readFileSync('tests/records/transamerica.rail', 'utf8');
const upload = (person, body, type = 'text/plain') => person.ask(server, 'POST', 'records', body,
    { 'Content-Type': type });

await test('a record is checked, kept and given back as it was', async () => {
    const { id, board, rounds, turns } = await upload(new Person(), text);
    assert.equal(board, 'transamerica');
    assert.ok(rounds > 0 && turns > rounds);
    const back = await new Person().request(server, 'GET', `/api/v1/records/${id}`);
    assert.equal(back.status, 200);
    assert.match(back.headers['content-type'], /^text\/plain/);
    assert.equal(back.text, text);
});

await test('a record that breaks a rule is refused with its line', async () => {
    const lines = text.split('\n');
    const at = lines.findIndex((line) => /^\d @/.test(line));
    const broken = [...lines.slice(0, at), lines[at].replace(/@.*/, '@A1 A1-B1'), ...lines.slice(at + 1)];
    const { text: sentence, status } = await refusal(upload(new Person(), broken.join('\n')));
    assert.ok(status >= 400 && status < 500);
    assert.match(sentence, new RegExp(`\\b${at + 1}\\b`));
});

await test('a record with names that cannot be seen, or turn the text around, is refused', async () => {
    const named = (name) => text.replace(/^name 1 .*$/m, `name 1 ${name}`);
    assert.notEqual(named('Zo\u00eb'), text);
    for (const name of ['Ad\u202ea', '\u200b', '\u2800\u3000']) {
        const { error, text: sentence } = await refusal(upload(new Person(), named(name)));
        assert.equal(error, 'illegal', escape(name));
        assert.match(sentence, /visible characters/);
    }
    await upload(new Person(), named('Zo\u00eb'));
});

await test('what is no record, or too long, or of another type is refused', async () => {
    for (const body of ['hello', '\u0000', '', 'railhead 2\n']) {
        const { status } = await refusal(upload(new Person(), body));
        assert.ok(status >= 400 && status < 500);
    }
    assert.equal((await refusal(upload(new Person(), `${text}${'#\n'.repeat(1 << 21)}`))).error, 'size');
    assert.equal((await refusal(upload(new Person(), text, 'image/png'))).error, 'type');
    assert.equal((await refusal(new Person().ask(server, 'GET', 'records/nothing'))).error, 'missing');
});

// ---- Who has written --------------------------------------------------------------------------

const namesOf = ({ people }, id) => people.filter((one) => one.id === id)
    .map(({ name, here, seated }) => ({ name, here, seated }));

await test('whoever has written has a name, seated or not, also after a restart', async () => {
    const [one, two] = await gather(server, engine, { board: 'transamerica', seats: ['me', 'open'] });
    const guest = new Person();
    await guest.ask(server, 'POST', 'me', { name: 'Rosa' });
    const looking = await guest.connect(server);
    await looking.follow(one.table);
    const names = (connection, wanted, from) => connection.wait((message) => message.is === 'people'
        && JSON.stringify(namesOf(message, guest.id)) === JSON.stringify(wanted), 'the names', from);
    await names(one.connection, []);
    await looking.ask({ do: 'chat', text: 'hello' });
    await names(one.connection, [{ name: 'Rosa', here: true, seated: false }]);
    const { messages } = one.connection;
    assert.ok(messages.findIndex((message) => message.is === 'people' && namesOf(message, guest.id).length)
        < messages.findIndex(({ kind }) => kind === 'chat'), 'the words came before the name');
    const seated = messages.filter(({ is }) => is === 'people').at(-1).people.filter((person) => person.seated);
    assert.deepEqual(seated.map(({ id }) => id).sort(), [one.person.id, two.person.id].sort());
    await guest.ask(server, 'POST', 'me', { name: 'Rosalind' });
    await names(one.connection, [{ name: 'Rosalind', here: true, seated: false }]);
    await looking.close();
    await names(one.connection, [{ name: 'Rosalind', here: false, seated: false }]);

    await server.restart();
    const again = await one.person.connect(server);
    await again.follow(one.table);
    await names(again, [{ name: 'Rosalind', here: false, seated: false }]);
    const from = again.messages.length;
    await guest.ask(server, 'DELETE', 'me');
    await names(again, [], from);
    await server.restart();
    const last = await one.person.connect(server);
    await last.follow(one.table);
    await names(last, []);
    assert.doesNotMatch(last.raw.join(), /Rosa/);
});

await test('whoever gets up after writing keeps the name, once', async () => {
    const host = new Person();
    const { id } = await host.open(server, { board: 'transamerica', seats: ['me', 'open'] });
    const connection = await host.connect(server);
    await connection.follow(id);
    await host.ask(server, 'POST', 'me', { name: 'Emmy' });
    await connection.ask({ do: 'chat', text: 'who plays?' });
    const of = (seated) => connection.wait((message) => message.is === 'people'
        && JSON.stringify(namesOf(message, host.id)) === JSON.stringify([{ name: 'Emmy', here: true, seated }]),
    'the name');
    await of(true);
    await connection.ask({ do: 'stand' });
    await of(false);
});

// ---- Being forgotten --------------------------------------------------------------------------

await test('delete me: name, account, chats and uploads are gone, games stay', async () => {
    const [one, two] = await gather(server, engine, { board: 'transamerica', seats: ['me', 'open'],
        variants: ['open-cards'] });
    const login = newLogin();
    await one.person.ask(server, 'POST', 'me', { name: 'Charlotte' });
    await one.person.ask(server, 'POST', 'account', { login, password: 'correct horse' });
    await one.connection.ask({ do: 'chat', text: 'my secret thoughts' });
    const { id: record } = await upload(one.person, text);
    await Promise.all([one.play(), two.play()]);
    await one.person.ask(server, 'DELETE', 'me', { password: 'correct horse' });

    const asked = new Person().ask(server, 'POST', 'login', { login, password: 'correct horse' });
    assert.equal((await refusal(asked)).error, 'identity');
    const { name, login: account } = await me(one.person);
    assert.deepEqual([name, account], ['', '']);
    assert.equal((await refusal(one.person.ask(server, 'GET', 'games'))).error, 'identity');
    assert.equal((await refusal(new Person().ask(server, 'GET', `records/${record}`))).error, 'missing');
    const answers = await Promise.all(['', '/events?after=0', '/record'].map((path) => two.person.request(
        server, 'GET', `/api/v1/tables/${two.table}${path}`)));
    for (const answer of answers) {
        assert.equal(answer.status, 200);
        assert.doesNotMatch(answer.text, /Charlotte|secret thoughts/);
    }
    const chat = JSON.parse(answers[1].text).events.find(({ kind }) => kind === 'chat');
    assert.equal(chat.text, undefined);
    const { games } = await two.person.ask(server, 'GET', 'games');
    assert.deepEqual(games.map(({ state }) => state), ['finished']);
    await server.restart();
    const again = await two.person.request(server, 'GET', `/api/v1/tables/${two.table}/events?after=0`);
    assert.doesNotMatch(again.text, /Charlotte|secret thoughts/);
});

await test('delete me in the middle of a game: a bot plays on for nobody', async () => {
    const [one, two] = await gather(server, engine, { board: 'transamerica', seats: ['me', 'open'] });
    await Promise.all([one, two].map((player) => player.play(({ last }) => last > 8)));
    await one.person.ask(server, 'DELETE', 'me');
    await within(two.play(), 'the end of the game');
    const away = await two.connection.event('away');
    assert.equal(away.seat, one.seat);
});

await test('the login is free again', async () => {
    const person = new Person();
    const login = newLogin();
    await person.ask(server, 'POST', 'account', { login, password: 'correct horse' });
    await person.ask(server, 'DELETE', 'me', { password: 'correct horse' });
    await new Person().ask(server, 'POST', 'account', { login, password: 'battery staple' });
});

await test('no secret, password or key is in the log', async () => {
    assert.doesNotMatch(server.log, /correct horse|battery staple/);
    const page = await request(server, { path: '/' });
    assert.ok(!server.log.includes(/railhead=([^;]*)/.exec(page.headers['set-cookie'][0])[1]));
});

await test('the server stops in order', () => server.stopInOrder());
finish();
