#!/usr/bin/env node
// Sessions: where somebody is signed in, and that it is over there, WebSockets included, once they
// sign out, change the password, end a session or are forgotten.
// run: early, not quick
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Person, refusal } from './client.mjs';
import { Server } from './server.mjs';
import { finish, test, within } from '../tap.mjs';

const PASSWORD = 'correct horse';
const ENDED = /session has ended/;
const server = await Server.start();
const me = (person) => person.ask(server, 'GET', 'me');
const sessionsOf = async (person) => (await person.ask(server, 'GET', 'sessions')).sessions;

// Somebody with an account, at the device where they made it.
let people = 0;
async function newMember(at = server) {
    people += 1;
    const member = new Person();
    member.login = `member-${people}`;
    await member.ask(at, 'POST', 'account', { login: member.login, password: PASSWORD });
    member.id = (await member.ask(at, 'GET', 'me')).id;
    return member;
}

// The same person at another device.
async function signIn(member, headers = {}, password = PASSWORD) {
    const body = { login: member.login, password };
    const { secret } = await new Person().ask(server, 'POST', 'login', body, headers);
    return new Person(secret);
}

// The server has said why, and the connection is closed.
async function isEnded(connection) {
    const { text } = await connection.wait(({ is }) => is === 'bye', 'bye');
    assert.match(text, ENDED);
    await within(connection.closed, 'the end of a connection');
}

// Whatever was to be closed would have been before this answer.
async function stays(connection) {
    assert.equal((await connection.ask({ do: 'ping' })).is, 'pong');
    assert.ok(!connection.isClosed);
}

// The secret of a session that has ended is worth nothing, over HTTP and in a WebSocket.
async function isOver(secret, id) {
    const before = new Person(secret);
    const { id: now, login, name } = await me(before);
    assert.notEqual(now, id);
    assert.deepEqual([login, name], ['', '']);
    await (await before.connect(server)).close();
    assert.notEqual(before.id, id);
}

const change = (person, login, password, old) => person.ask(server, 'POST', 'account',
    { login, password, ...(old === undefined ? {} : { old }) });

// With the database in hand, while the server does not run.
function inDatabase(program, ...args) {
    const file = fs.readdirSync(server.data).find((name) => /\.(db|sqlite3?)$/.test(name));
    return execFileSync('python3', ['-c', `import hashlib, sqlite3, sys\n`
        + `store = sqlite3.connect(sys.argv[1])\n${program}\nstore.commit()`,
    path.join(server.data, file), ...args], { encoding: 'utf8' });
}

// ---- Signing out ------------------------------------------------------------------------------

await test('signing out closes the WebSockets of all tabs, and of no other device', async () => {
    const member = await newMember();
    const other = await signIn(member);
    const [tab, second, elsewhere] = [await member.connect(server), await member.connect(server),
        await other.connect(server)];
    assert.equal(other.id, member.id);
    await member.ask(server, 'POST', 'logout');
    await isEnded(tab);
    await isEnded(second);
    await stays(elsewhere);
    assert.equal((await me(other)).id, member.id);
});

await test('the secret with which an account was made is nobody after signing out', async () => {
    const member = await newMember();
    const { id } = member;
    await member.ask(server, 'POST', 'logout');
    await isOver(member.secret, id);
    const nobody = new Person(member.secret);
    await nobody.connect(server);
    assert.equal(nobody.id, '');
    const { error, status } = await refusal(nobody.ask(server, 'POST', 'me', { name: 'Ada' }));
    assert.deepEqual([error, status], ['identity', 401]);
    const answer = await nobody.request(server, 'GET', '/api/v1/me');
    assert.match(String(answer.headers['set-cookie']), /^railhead=[\w-]{43};/);
});

await test('the secret of a device that signed in stands for somebody new after signing out', async () => {
    const member = await newMember();
    const other = await signIn(member);
    const connection = await other.connect(server);
    await other.ask(server, 'POST', 'logout');
    await isEnded(connection);
    await isOver(other.secret, member.id);
    assert.match((await me(other)).id, /^\w{16}$/);
    assert.equal((await me(member)).id, member.id);
});

await test('a guest who signs out keeps what their secret stands for', async () => {
    const guest = new Person();
    await guest.ask(server, 'POST', 'me', { name: 'Emmy' });
    const connection = await guest.connect(server);
    const { id } = guest;
    await guest.ask(server, 'POST', 'logout');
    await isEnded(connection);
    assert.deepEqual(await me(guest), { id, name: 'Emmy', login: '' });
    await guest.connect(server);
    assert.equal(guest.id, id);
});

await test('an account made in the middle of a visit leaves the visit alone', async () => {
    const guest = new Person();
    const connection = await guest.connect(server);
    const { id } = guest;
    await guest.ask(server, 'POST', 'account', { login: 'midway', password: PASSWORD });
    await stays(connection);
    assert.equal((await me(guest)).id, id);
    assert.equal((await sessionsOf(guest)).length, 1);
});

// ---- Passwords --------------------------------------------------------------------------------

await test('a password is changed only by whoever knows the old one', async () => {
    const member = await newMember();
    const { login } = member;
    const other = await signIn(member);
    const connection = await other.connect(server);
    for (const old of [undefined, 'wrong horse', 'battery staple']) {
        const { error, status, text } = await refusal(change(member, login, 'battery staple', old));
        assert.deepEqual([error, status], ['identity', 401], old);
        assert.match(text, /^old: /);
    }
    const renamed = await refusal(change(other, 'somebody-else', PASSWORD, 'wrong horse'));
    assert.equal(renamed.error, 'identity');
    for (const old of ['', 7, null, 'x'.repeat(129)]) {
        const { error, text } = await refusal(change(member, login, 'battery staple', old));
        assert.equal(error, 'field');
        assert.match(text, /old/);
    }
    await stays(connection);
    assert.equal((await me(other)).login, login);
    await signIn(member);
    const { error } = await refusal(signIn(member, {}, 'battery staple'));
    assert.equal(error, 'identity');
});

await test('a new password ends all sessions but the one that set it', async () => {
    const member = await newMember();
    const [other, third] = [await signIn(member), await signIn(member)];
    const first = await member.connect(server);
    const [mine, ...others] = [await other.connect(server), await third.connect(server), first];
    await change(other, member.login, 'battery staple', PASSWORD);
    for (const connection of others) await isEnded(connection);
    await stays(mine);
    assert.equal((await me(other)).id, other.id);
    for (const { secret } of [member, third]) await isOver(secret, other.id);
    assert.deepEqual((await sessionsOf(other)).map(({ current }) => current), [true]);
    assert.equal((await refusal(signIn(member))).error, 'identity');
    const again = await signIn(member, {}, 'battery staple');
    assert.equal((await me(again)).id, other.id);
});

await test('a new account name needs the password and ends the others as well', async () => {
    const member = await newMember();
    const other = await signIn(member);
    const connection = await other.connect(server);
    const { id } = member;
    await change(member, `${member.login}-new`, PASSWORD, PASSWORD);
    await isEnded(connection);
    assert.equal((await refusal(signIn(member))).error, 'identity');
    member.login = `${member.login}-new`;
    assert.equal((await me(await signIn(member))).id, id);
});

await test('a login that is taken changes nothing and ends nothing', async () => {
    const [member, owner] = [await newMember(), await newMember()];
    const connection = await (await signIn(member)).connect(server);
    const { error } = await refusal(change(member, owner.login, 'battery staple', PASSWORD));
    assert.equal(error, 'taken');
    await stays(connection);
    await signIn(member);
});

await test('a wrong old password counts as a guess', async () => {
    const strict = await Server.start({ strict: true });
    const member = await newMember(strict);
    // All at once: a slow machine takes longer to judge one than it takes to be allowed another.
    const guesses = Array.from({ length: 20 }, async (_, i) => {
        const asked = member.ask(strict, 'POST', 'account',
            { login: member.login, password: 'battery staple', old: `guess number ${i}` });
        return (await refusal(asked)).error;
    });
    const slow = async (guess) => assert.equal(await guess, 'slow');
    await Promise.any(guesses.map(slow));
    const logins = Array.from({ length: 20 }, () => member.ask(strict, 'POST', 'login',
        { login: member.login, password: PASSWORD }).then(() => 'in', ({ error }) => error));
    assert.ok((await Promise.all(logins)).includes('slow'));
    assert.deepEqual([...new Set(await Promise.all(guesses))].sort(), ['identity', 'slow']);
    await strict.stopInOrder();
});

// ---- The list ---------------------------------------------------------------------------------

await test('the list has every session with its device, its times and which one asks', async () => {
    const before = Date.now() - 1000;
    const member = new Person();
    const body = { login: 'lister', password: PASSWORD };
    await member.ask(server, 'POST', 'account', body, { 'User-Agent': 'Kitchen/1.0 (table)' });
    member.login = body.login;
    const other = await signIn(member, { 'User-Agent': 'Pocket/2.0' });
    const third = await signIn(member);
    const list = await sessionsOf(other);
    assert.deepEqual(list.map(({ label }) => label).sort(), ['', 'Kitchen/1.0 (table)', 'Pocket/2.0']);
    for (const session of list) {
        assert.deepEqual(Object.keys(session), ['id', 'label', 'since', 'seen', 'current']);
        assert.match(session.id, /^[0-9a-f]{16}$/);
        for (const time of [session.since, session.seen]) assert.ok(time > before && time <= Date.now() + 1000);
        assert.equal(session.current, session.label === 'Pocket/2.0');
    }
    const times = list.map(({ since }) => since);
    assert.deepEqual(times, [...times].sort((a, b) => b - a));
    assert.equal(new Set(list.map(({ id }) => id)).size, 3);
    assert.deepEqual((await sessionsOf(third)).map(({ id }) => id), list.map(({ id }) => id));
});

await test('who has no account has no sessions, and who is nobody may not ask', async () => {
    const guest = new Person();
    assert.deepEqual(await sessionsOf(guest), []);
    assert.deepEqual(await guest.ask(server, 'DELETE', 'sessions'), {});
    for (const [method, place] of [['GET', 'sessions'], ['DELETE', 'sessions'],
        ['DELETE', 'sessions/0123456789abcdef']]) {
        const answer = await guest.request(server, method, `/api/v1/${place}`, undefined, { Authorization: '' });
        assert.equal(answer.status, 401, `${method} ${place}`);
    }
    const wrong = await guest.request(server, 'POST', '/api/v1/sessions', {});
    assert.equal(wrong.status, 405);
});

// One request, byte for byte, since no library sends such headers.
function raw(lines, body) {
    return within(new Promise((resolve, reject) => {
        const socket = net.connect(server.port, '127.0.0.1');
        const parts = [];
        socket.on('error', reject).on('data', (part) => parts.push(part));
        socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
        const head = Buffer.from([...lines, 'Host: x', 'Connection: close', 'Content-Type: application/json',
            `Content-Length: ${body.length}`, '', ''].join('\r\n'), 'latin1');
        socket.write(Buffer.concat([head, Buffer.from(body)]));
    }), 'an answer');
}

await test('a device may call itself anything: what is kept is short and plain', async () => {
    const member = await newMember();
    const body = JSON.stringify({ login: member.login, password: PASSWORD });
    const labels = [
        ['x'.repeat(300), 'x'.repeat(96)],
        ['y'.repeat(5000), 'y'.repeat(96)],
        ['caf\u00c3\u00a9 \u00ff\u00fe\u00c0\u0080 bar', 'caf  bar'],
        [`${'z'.repeat(95)}\u00e2\u0082\u00ac`, 'z'.repeat(95)],
        ['a[31mb\tc', 'a[31mbc'],
        ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) '
            + 'Version/17.4 Mobile/15E148 Safari/604.1',
        '(iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148 Safari/604.1'],
        ['AppleWebKit/ without an end', 'AppleWebKit/ without an end'],
        ['Mozilla/5.0 AppleWebKit/) x', 'x'],
        ['<b>"quoted" \\ \'and\'</b>', '<b>"quoted" \\ \'and\'</b>'],
    ];
    for (const [agent, label] of labels) {
        const before = (await sessionsOf(member)).map(({ id }) => id);
        const answer = await raw(['POST /api/v1/login HTTP/1.1', `User-Agent: ${agent}`], body);
        assert.match(answer, /^HTTP\/1.1 200 /, agent.slice(0, 40));
        const added = (await sessionsOf(member)).filter(({ id }) => !before.includes(id));
        assert.deepEqual(added.map((session) => session.label), [label]);
    }
    const control = await raw(['POST /api/v1/login HTTP/1.1', 'User-Agent: a\u001b[31mb'], body);
    assert.match(control, /^HTTP\/1.1 400 /);
});

await test('a WebSocket notes that its session was seen, once an hour', async () => {
    const member = await newMember();
    const other = await signIn(member);
    const seen = async () => (await sessionsOf(member)).map((session) => [session.current, session.seen]).sort();
    const forget = async () => {
        await server.stop();
        inDatabase('store.execute("UPDATE session SET seen = 1")');
        await server.start();
    };
    // The writer works in order: what came before this has been written.
    const written = () => member.ask(server, 'POST', 'me', { name: 'Ada' });
    await forget();
    assert.deepEqual(await seen(), [[false, 1], [true, 1]]);
    await (await new Person().connect(server)).close();
    await other.connect(server);
    await written();
    const [[, noted], mine] = await seen();
    assert.ok(noted > 1 && noted <= Date.now() + 1000);
    assert.deepEqual(mine, [true, 1]);
    await (await other.connect(server)).close();
    await member.connect(server);
    await written();
    const [again, own] = await seen();
    assert.deepEqual(again, [false, noted]);
    assert.ok(own[1] > 1);
});

// ---- Ending sessions --------------------------------------------------------------------------

await test('a session is ended by its id, with its WebSockets', async () => {
    const member = await newMember();
    const [other, third] = [await signIn(member), await signIn(member)];
    const { id: wanted } = (await sessionsOf(other)).find(({ current }) => current);
    const [mine, theirs, too, rest] = [await member.connect(server), await other.connect(server),
        await other.connect(server), await third.connect(server)];
    assert.deepEqual(await member.ask(server, 'DELETE', `sessions/${wanted}`), {});
    await isEnded(theirs);
    await isEnded(too);
    await stays(mine);
    await stays(rest);
    await isOver(other.secret, member.id);
    assert.equal((await sessionsOf(member)).length, 2);
    const { error, status } = await refusal(member.ask(server, 'DELETE', `sessions/${wanted}`));
    assert.deepEqual([error, status], ['missing', 404]);
});

await test('ending one\'s own session by its id is signing out', async () => {
    const member = await newMember();
    const connection = await member.connect(server);
    const [{ id: own }] = await sessionsOf(member);
    const { id } = member;
    await member.ask(server, 'DELETE', `sessions/${own}`);
    await isEnded(connection);
    await isOver(member.secret, id);
});

await test('sessions of others and ids that are none are missing', async () => {
    const [member, victim] = [await newMember(), await newMember()];
    const connection = await victim.connect(server);
    const [{ id }] = await sessionsOf(victim);
    const [{ id: own }] = await sessionsOf(member);
    for (const wrong of [id, id.toUpperCase(), `${own}0`, own.slice(0, 15), '0'.repeat(16), '',
        `${own}/x`, '________________', '%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25']) {
        const asked = member.ask(server, 'DELETE', `sessions/${wrong}`);
        const { error, status } = await refusal(asked);
        assert.deepEqual([error, status], ['missing', 404], wrong);
    }
    await stays(connection);
    assert.equal((await sessionsOf(victim)).length, 1);
    assert.equal((await sessionsOf(member)).length, 1);
});

await test('another site\'s page ends nothing', async () => {
    const member = await newMember();
    const other = await signIn(member);
    const [{ id }] = await sessionsOf(member);
    for (const place of ['sessions', `sessions/${id}`]) {
        const asked = member.ask(server, 'DELETE', place, undefined, { Origin: 'https://elsewhere.example' });
        assert.equal((await refusal(asked)).error, 'origin');
    }
    assert.equal((await me(other)).id, member.id);
});

await test('all sessions but this one are ended at once, with their WebSockets', async () => {
    const member = await newMember();
    const bystander = await (await newMember()).connect(server);
    const others = [await signIn(member), await signIn(member)];
    const connections = [];
    for (const other of others) connections.push(await other.connect(server));
    const mine = await member.connect(server);
    assert.deepEqual(await member.ask(server, 'DELETE', 'sessions'), {});
    for (const connection of connections) await isEnded(connection);
    await stays(mine);
    await stays(bystander);
    for (const { secret } of others) await isOver(secret, member.id);
    assert.deepEqual((await sessionsOf(member)).map(({ current }) => current), [true]);
});

await test('whoever comes in while sessions end is not left inside', async () => {
    const member = await newMember();
    const [mine, keeper] = [await signIn(member), await signIn(member)];
    const { id } = member;
    const opening = Array.from({ length: 24 }, async (_, i) => {
        const visitor = new Person((i % 2 ? member : mine).secret);
        try {
            return { visitor, connection: await visitor.connect(server) };
        } catch (error) {
            assert.match(error.message, ENDED); // it was told before it was greeted
            return null;
        }
    });
    await keeper.ask(server, 'DELETE', 'sessions');
    const opened = (await Promise.all(opening)).filter((one) => one !== null);
    await Promise.all(opened.filter(({ visitor }) => visitor.id === id)
        .map(({ connection }) => isEnded(connection)));
    for (const { secret } of [member, mine]) await isOver(secret, id);
});

await test('everything about me deleted: no WebSocket and no session of mine is left', async () => {
    const member = await newMember();
    const other = await signIn(member);
    const connections = [await member.connect(server), await other.connect(server)];
    await member.ask(server, 'DELETE', 'me', { password: PASSWORD });
    for (const connection of connections) await isEnded(connection);
    await isOver(other.secret, member.id);
    assert.deepEqual(await sessionsOf(other), []);
    assert.equal((await me(member)).login, '');
});

await test('an account is deleted only by whoever knows its password', async () => {
    const member = await newMember();
    const connection = await member.connect(server);
    const wrong = await refusal(member.ask(server, 'DELETE', 'me', { password: 'wrong horse' }));
    assert.deepEqual([wrong.error, wrong.status, wrong.code], ['identity', 401, 'deleting-password-wrong']);
    for (const body of [undefined, {}, { password: '' }, { password: 7 }]) {
        const { error, text } = await refusal(member.ask(server, 'DELETE', 'me', body));
        assert.equal(error, 'field', JSON.stringify(body));
        assert.match(text, /password/);
    }
    await stays(connection);
    assert.equal((await me(member)).login, member.login);
    await member.ask(server, 'DELETE', 'me', { password: PASSWORD });
    await isEnded(connection);
});

await test('a wrong password when deleting counts as a guess', async () => {
    const strict = await Server.start({ strict: true });
    const member = await newMember(strict);
    const guesses = await Promise.all(Array.from({ length: 20 }, async (_, i) => {
        const asked = member.ask(strict, 'DELETE', 'me', { password: `guess number ${i}` });
        return (await refusal(asked)).error;
    }));
    assert.deepEqual([...new Set(guesses)].sort(), ['identity', 'slow']);
    await strict.stopInOrder();
});

// Deleted from another device: what was the first device's secret has no way back to the hand.
await test('a session that ended stays so when the account is deleted elsewhere', async () => {
    const member = await newMember();
    const settings = { board: 'transamerica', seats: ['me', 'easy'], chat: true };
    const { id: table } = await member.ask(server, 'POST', 'tables', settings);
    await member.ask(server, 'POST', `tables/${table}`, { do: 'start' });
    assert.ok(await member.ask(server, 'GET', `tables/${table}/hand`));
    const other = await signIn(member);
    const { id } = member;
    await member.ask(server, 'POST', 'logout');
    await other.ask(server, 'DELETE', 'me', { password: PASSWORD });
    await isOver(member.secret, id);
    for (const [method, place, body] of [['GET', `tables/${table}/hand`], ['POST', 'me', { name: 'Ada' }],
        ['POST', `tables/${table}`, { do: 'back' }], ['POST', 'account', { login: 'again', password: PASSWORD }]]) {
        const { error } = await refusal(member.ask(server, method, place, body));
        assert.equal(error, 'identity', `${method} ${place}`);
    }
});

await test('a guest who is deleted does not come back by the same secret', async () => {
    const guest = new Person();
    const { id: table } = await guest.ask(server, 'POST', 'tables', { board: 'transamerica', seats: ['me', 'easy'] });
    await guest.ask(server, 'POST', `tables/${table}`, { do: 'start' });
    const { id } = await me(guest);
    await guest.ask(server, 'DELETE', 'me');
    await isOver(guest.secret, id);
    assert.equal((await refusal(guest.ask(server, 'GET', `tables/${table}/hand`))).error, 'identity');
});

await test('sessions that stand and sessions that ended stay so after a restart', async () => {
    const member = await newMember();
    const [other, third] = [await signIn(member), await signIn(member)];
    const list = await sessionsOf(third);
    await other.ask(server, 'POST', 'logout');
    await server.restart();
    await isOver(other.secret, member.id);
    assert.equal((await me(third)).id, member.id);
    assert.equal((await me(member)).id, member.id);
    const left = await sessionsOf(third);
    assert.equal(left.length, 2);
    for (const session of left) assert.ok(list.some(({ id }) => id === session.id));
});

await test('of very many sessions the newest hundred are listed, and all can be ended', async () => {
    const member = await newMember();
    const secrets = Array.from({ length: 150 }, () => randomBytes(32).toString('base64url'));
    await server.stop();
    inDatabase([
        'for at, secret in enumerate(sys.argv[3:]):',
        '    text = b"session\\0" + secret.encode() + b"\\0"',
        '    row = (hashlib.blake2b(text, digest_size=32).hexdigest(), sys.argv[2], "Old", at + 1, 0)',
        '    store.execute("INSERT INTO session (hash, person, label, since, seen) VALUES (?, ?, ?, ?, ?)", row)',
    ].join('\n'), member.id, ...secrets);
    await server.start();
    const list = await sessionsOf(member);
    assert.equal(list.length, 100);
    assert.deepEqual(list.map(({ since }) => since).slice(1), Array.from({ length: 99 }, (_, i) => 150 - i));
    assert.ok(list[0].current);
    const [oldest, newest] = [new Person(secrets[0]), new Person(secrets.at(-1))];
    const connections = [await oldest.connect(server), await newest.connect(server)];
    assert.deepEqual([oldest.id, newest.id], [member.id, member.id]);
    await member.ask(server, 'DELETE', 'sessions');
    for (const connection of connections) await isEnded(connection);
    assert.equal((await sessionsOf(member)).length, 1);
    for (const secret of [secrets[0], secrets[75], secrets.at(-1)]) await isOver(secret, member.id);
});

await test('no secret and no password is in the log', () => {
    assert.doesNotMatch(server.log, /correct horse|battery staple/);
});

await test('the server stops in order', () => server.stopInOrder());
finish();
