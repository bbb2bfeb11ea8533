#!/usr/bin/env node
// Several servers on one PostgreSQL: whoever sits where, they play one game; what only one may do is
// done once; and when one of them dies, stands still or goes, the others take its place.
// run: not quick
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Person, Refused, refusal } from './client.mjs';
import { Engine, Player, gather } from './game.mjs';
import { NEXT_PROGRAM, PROGRAM, Server, Servers, metricsOf } from './server.mjs';
import { Wire } from '../fault/wire.mjs';
import { finish, scratch, sleep, test, until, within } from '../tap.mjs';

const servers = new Servers(3, { args: ['--log', 'json', '--behind-proxy'] });
await servers.start();
const engine = new Engine();
const [one, two, three] = servers.members;

// A person at each server: their connections follow the table.
async function atEach(table) {
    return Promise.all(servers.members.map(async (server) => {
        const connection = await new Person().connect(server);
        await connection.follow(table);
        return connection;
    }));
}

function metrics() {
    return Promise.all(servers.members.map(metricsOf));
}

// Whoever talks to a server that has just gone, or has no database, asks another.
async function patiently(ask) {
    for (;;) {
        try {
            return await ask();
        } catch (error) {
            if (!['ECONNREFUSED', 'ECONNRESET'].includes(error.code) && !(error.status >= 500)) throw error;
            await sleep(20);
        }
    }
}

// Everybody was sent the same bytes for each event, once and in order.
function assertSame(players) {
    const last = Math.min(...players.map(({ journal }) => journal.last));
    for (let n = 1; n <= last; n += 1) {
        assert.equal(new Set(players.map(({ seen }) => seen.get(n))).size, 1, `event ${n}`);
    }
    return last;
}

// What everybody has played is in the record, which is one.
async function assertRecord(players) {
    const [{ person, table }] = players;
    const { text } = await patiently(async () => {
        const answer = await person.request(servers, 'GET', `/api/v1/tables/${table}/record`);
        if (answer.status >= 500) throw Object.assign(new Error(answer.text), { status: answer.status });
        return answer;
    });
    const file = path.join(scratch(), 'game.rail');
    fs.writeFileSync(file, text);
    execFileSync(PROGRAM, ['check', file]);
    for (const { kept, seat, seen } of players) {
        const turns = [...seen.values()].map((one) => JSON.parse(one)).filter(({ kind }) => kind === 'turn');
        for (const { n, turn } of kept) {
            const last = turns.findLast((event) => event.n <= n); // its end of the round may follow
            assert.deepEqual([last.seat, last.turn], [seat, turn]);
        }
    }
}

// ---- Together -----------------------------------------------------------------------------------

await test('people at different servers play one game, and all are sent the same', async () => {
    const settings = { board: 'transeuropa', seats: ['me', 'open', 'open', 'easy'] };
    const players = await gather(servers, engine, settings);
    assert.equal(new Set(players.map(({ connection }) => new URL(connection.socket.url).port)).size, 3);
    const watchers = await atEach(players[0].table);
    await within(Promise.all(players.map((player) => player.play())), 'the end of the game', 240);
    const last = players[0].journal.last;
    await Promise.all(watchers.map((watcher) => watcher.event(({ n }) => n === last)));
    assert.equal(assertSame(players), last);
    const seen = watchers.map((watcher) => watcher.raw.filter((text) => text.includes('"is":"event"')).join('\n'));
    assert.equal(new Set(seen).size, 1);
    await assertRecord(players);
});

await test('what many write at the same moment at all servers is there once, in one order', async () => {
    const people = await atEach((await new Person().open(one, { board: 'transamerica', seats: ['me', 'open'] })).id);
    const said = [];
    await Promise.all(people.map(async (connection, i) => {
        for (let k = 0; k < 4; k += 1) {
            const text = `line ${k} of ${i}`;
            await connection.ask({ do: 'chat', text });
            said.push(text);
        }
    }));
    await Promise.all(people.map((connection) => connection.event(({ n }) => n === said.length + 1)));
    const heard = people.map((connection) => connection.events().filter(({ kind }) => kind === 'chat')
        .map(({ text }) => text));
    assert.deepEqual([...heard[0]].sort(), [...said].sort());
    for (const other of heard.slice(1)) assert.deepEqual(other, heard[0]);
});

await test('of those who want one seat at the same moment one gets it, and the others are told so', async () => {
    for (let round = 0; round < 5; round += 1) {
        const { id } = await new Person().open(servers, { board: 'transamerica', seats: ['me', 'open'] });
        const answers = await Promise.allSettled((await atEach(id)).map((guest) => guest.ask({ do: 'sit', seat: 2 })));
        assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
        for (const { reason } of answers.filter(({ status }) => status === 'rejected')) {
            assert.ok(reason instanceof Refused);
            assert.equal(reason.error, 'taken');
        }
    }
});

await test('nobody is refused for what their server has not heard of yet', async () => {
    const host = new Person();
    const guest = new Person();
    const { id } = await host.open(one, { board: 'transamerica', seats: ['me', 'open'] });
    const at = [await host.connect(one), await guest.connect(two)];
    for (const connection of at) await connection.follow(id);
    await at[1].ask({ do: 'sit', seat: 2 });
    await at[0].ask({ do: 'start' });
    const { events } = await new Person().ask(three, 'GET', `tables/${id}/events?after=0`);
    assert.ok(events.some(({ kind }) => kind === 'start'));
});

await test('who is at a table is known at every server, also what they are called', async () => {
    const host = new Person();
    const { id } = await host.open(one, { board: 'transamerica', seats: ['me', 'open'] });
    const at = await host.connect(one);
    await at.follow(id);
    const watcher = await new Person().connect(two);
    await watcher.follow(id);
    const told = (wanted) => watcher.wait(({ is, people, watching }) => is === 'people'
        && wanted(people.find((person) => person.id === host.id), watching), 'who is here', watcher.messages.length - 1);
    await told((person) => person?.here);
    await host.ask(three, 'POST', 'me', { name: 'Ada' });
    await told((person) => person?.name === 'Ada');
    const third = await new Person().connect(three);
    await third.follow(id);
    await told((person, watching) => watching === 2);
    await at.close();
    await told((person) => !person.here);
    await third.close();
    await told((person, watching) => watching === 1);
});

await test('the list of tables is the same at every server', async () => {
    const lobby = await new Person().connect(three);
    lobby.send({ do: 'lobby' });
    const { id } = await new Person().open(one, { board: 'transamerica', seats: ['me', 'open'], public: true });
    await lobby.wait(({ is, tables }) => is === 'lobby' && tables.some((table) => table.id === id), 'the table');
    const { tables } = await new Person().ask(two, 'GET', 'tables');
    assert.ok(tables.some((table) => table.id === id));
});

// The sum over all servers, of those with a label.
async function sumOf(name) {
    const texts = await Promise.all(servers.members.map(async ({ origin }) => (await fetch(`${origin}/metrics`)).text()));
    return texts.map((text) => Number(text.split('\n').find((line) => line.startsWith(`${name} `)).split(' ')[1]))
        .reduce((sum, more) => sum + more, 0);
}

await test('tables are measured at the servers that mind them, and by each server for the whole database', async () => {
    const open = async () => sumOf('railhead_tables{state="open"}');
    const before = await open();
    const hosts = servers.members.flatMap((server) => [server, server, server, server]).map(async (server) => {
        const host = new Person();
        const at = await host.connect(server);
        await at.follow((await host.open(server, { board: 'transamerica', seats: ['me', 'open'] })).id);
        return at;
    });
    const here = await Promise.all(hosts);
    await until(async () => await open() === before + here.length, 'all tables');
    const host = new Person();
    const { id } = await host.open(one, { board: 'transamerica', seats: ['me', 'easy'] });
    await host.ask(two, 'POST', `tables/${id}`, { do: 'start' });
    const [[running]] = servers.sql('SELECT count(*) FROM game WHERE state = 1');
    await until(async () => await sumOf('railhead_cluster_tables{state="running"}') === 3 * running
        && await sumOf('railhead_cluster_shards') === 3 * 256, 'the figures of the whole');
    for (const at of here) await at.close();
});

await test('a session that is ended at one server is over at all', async () => {
    const person = new Person();
    await person.ask(one, 'POST', 'account', { login: 'ada', password: 'correct horse' });
    const elsewhere = await person.connect(two);
    await person.ask(three, 'POST', 'logout');
    await elsewhere.wait(({ is }) => is === 'bye', 'a goodbye');
});

// What a server has logged for a request.
function linesFor(server, id) {
    return server.log.split('\n').filter(Boolean).map((line) => JSON.parse(line))
        .filter(({ request }) => request === id).map(({ message }) => message);
}

await test('what a request does is logged with its id at every server that acts on it', async () => {
    const host = new Person();
    const named = (id) => ({ ...host.headers, 'X-Request-ID': id });
    const { id } = await host.open(one, { board: 'transamerica', seats: ['me', 'open'] });
    const [, watcher] = await atEach(id);
    const [[number]] = servers.sql('SELECT min(number) FROM server');
    const first = servers.members.find(({ log }) => log.includes(`this is server ${number} of`));
    const other = first === two ? one : two;
    const news = `news from server ${number}: `;
    await host.ask(first, 'POST', `tables/${id}`, { do: 'chat', text: 'over HTTP' }, named('over-http'));
    const socket = await host.connect(first, { headers: named('over-a-socket') });
    await socket.follow(id);
    await socket.ask({ do: 'chat', text: 'over a socket' });
    await watcher.event(({ text }) => text === 'over a socket');
    await host.ask(first, 'POST', 'me', { name: 'Ada' }, named('a-name'));
    for (const [request, line] of [['over-http', 'events'], ['over-a-socket', 'events'], ['a-name', 'name']]) {
        await until(() => linesFor(other, request).includes(news + line), `${request} in the log`);
    }
    servers.sql("CREATE FUNCTION spoil() RETURNS trigger AS $$ BEGIN NEW.body := '{}'; RETURN NEW; END $$ LANGUAGE plpgsql;"
        + "CREATE TRIGGER spoil BEFORE INSERT ON event FOR EACH ROW WHEN (NEW.body LIKE '%spoil me%') EXECUTE FUNCTION spoil()");
    await host.ask(first, 'POST', `tables/${id}`, { do: 'chat', text: 'spoil me' }, named('spoilt'));
    await until(() => linesFor(other, 'spoilt').some((line) => /cannot be read/.test(line)), 'the damage in the log');
    servers.sql('DROP TRIGGER spoil ON event; DROP FUNCTION spoil()');
    const spoilt = await new Person().request(other, 'GET', `/api/v1/tables/${id}`);
    assert.deepEqual([spoilt.status, JSON.parse(spoilt.text).code], [404, 'table-damaged']);
});

// ---- Coming and going -----------------------------------------------------------------------------

const GAMES = [
    { board: 'transamerica', seats: ['me', 'easy', 'medium'] },
    { board: 'transeuropa', seats: ['me', 'open', 'easy'] },
];

async function playOne(settings) {
    let players;
    while (!players) {
        players = await gather(servers, engine, settings).catch(() => sleep(20)); // a server has just gone
    }
    await Promise.all(players.map((player) => player.playThrough()));
    assertSame(players);
    await assertRecord(players);
    for (const { connection } of players) await connection.close();
}

// Plays one game after the other at whatever server is there, until `doing` is done.
async function playOn(doing) {
    let done = false;
    const playing = GAMES.map(async (settings) => {
        do await playOne(settings);
        while (!done);
    });
    await Promise.all([doing().finally(() => { done = true; }), ...playing]);
}

// How many turns each version has written: the next one says so in a column, and in the event.
function turnsByVersion() {
    const [row] = servers.sql("SELECT count(*) FILTER (WHERE pretended = 0), count(*) FILTER (WHERE pretended = 1),"
        + ` count(*) FILTER (WHERE (body::json ->> 'pretended') IS NOT NULL) FROM event WHERE body LIKE '{"kind":"turn"%'`);
    const [old, next, saying] = row.map(Number);
    assert.equal(saying, next);
    return { old, next };
}

await test('servers of the next version take the place of this one\'s, one after the other, and games go on', async () => {
    await playOn(async () => {
        for (const server of servers.members) {
            const others = servers.members.filter((other) => other !== server);
            await server.stopInOrder();
            await servers.settled(others);
            server.program = NEXT_PROGRAM;
            await server.start();
        }
        await servers.settled();
    });
    assert.ok(turnsByVersion().next > 0);
});

await test('and go back to this version, which goes on with what the next one has written', async () => {
    const { old } = turnsByVersion();
    await playOn(async () => {
        for (const server of servers.members) {
            await server.stopInOrder();
            server.program = PROGRAM;
            await server.start();
        }
        await servers.settled();
    });
    assert.ok(turnsByVersion().old > old);
    assert.deepEqual(servers.sql('SELECT max(version), max(least) FROM schema'), [['6', '4']]);
});

await test('servers are killed one after the other: the others bury them, and games go on', async () => {
    await playOn(async () => {
        for (const server of servers.members) {
            const others = servers.members.filter((other) => other !== server);
            await server.stop('SIGKILL');
            await servers.settled(others);
            assert.ok(others.some(({ log }) => /has not answered in time and is taken for dead/.test(log)));
            await server.start();
        }
        await servers.settled();
    });
});

await test('a server that stands still is buried, and comes back as another', async () => {
    const at = await new Person().connect(two);
    await playOn(async () => {
        two.child.kill('SIGSTOP');
        await servers.settled([one, three]);
        two.child.kill('SIGCONT');
        await at.wait(({ is }) => is === 'bye', 'a goodbye');
        await servers.settled();
        assert.match(two.log, /the other servers have taken this one for dead: it joins them again/);
    });
});

// All beats go through one row.  Somebody else has it until this server waits for it, and stands
// still: then it is the server's, for as long as the database lets it.
await test('who stands still in the middle of a beat does not hold up the others', async () => {
    const session = servers.session();
    session.stdin.write('BEGIN; UPDATE cluster SET beaten = beaten;\n');
    const waits = () => servers.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        + ` AND application_name = (SELECT 'railhead ' || hashtext(current_schema()) || ' ' || max(number) FROM server)`);
    await until(() => waits()[0][0] === '1', 'the last server to wait');
    const [[number]] = servers.sql('SELECT max(number) FROM server');
    const last = servers.members.find(({ log }) => log.includes(`this is server ${number} of`));
    last.child.kill('SIGSTOP');
    session.stdin.end('ROLLBACK;\n');
    await servers.settled(servers.members.filter((server) => server !== last));
    last.child.kill('SIGCONT');
    await servers.settled();
});

await test('a host of the database that says nothing does not keep a server from the others', async () => {
    const silent = net.createServer((socket) => socket.on('error', () => {}));
    await new Promise((resolve) => { silent.listen(0, '127.0.0.1', resolve); });
    const { folder } = servers.postgres;
    const database = `${servers.database.split('?')[0]}?host=127.0.0.1,${encodeURIComponent(folder)}`
        + `&port=${silent.address().port},5432&target_session_attrs=read-write`;
    const server = await Server.start({ database });
    await servers.settled([...servers.members, server]);
    await server.stopInOrder();
    silent.close();
    await servers.settled();
});

await test('who cannot hear listens again, and has missed nothing', async () => {
    const { id } = await new Person().open(one, { board: 'transamerica', seats: ['me', 'open'] });
    const [, , watcher] = await atEach(id);
    servers.sql("SELECT pg_terminate_backend(pid, 100000) FROM pg_stat_activity"
        + " WHERE application_name = 'railhead ear'");
    const writer = await new Person().connect(one);
    await writer.follow(id);
    await writer.ask({ do: 'chat', text: 'can you hear me?' });
    await watcher.event('chat');
});

// Requests in flight, those that wait behind them, and those that come when it is known.
await test('a server whose database goes dark keeps nobody waiting for it, and comes back by itself', async () => {
    const { folder } = servers.postgres;
    const wire = await new Wire(() => ({ path: path.join(folder, '.s.PGSQL.5432') })).start();
    const [, name] = /@\/(\w+)/.exec(servers.database);
    const server = await Server.start({ database: `postgresql://railhead@127.0.0.1:${wire.port}/${name}` });
    await servers.settled([...servers.members, server]);
    const host = new Person();
    const { id } = await host.open(server, { board: 'transamerica', seats: ['me', 'open'] });
    const at = await host.connect(server);
    await at.follow(id);
    wire.goDark();
    at.send({ do: 'chat', text: 'is anybody there?' });
    const ask = () => [
        new Person().ask(server, 'GET', `tables/${id}/events?after=0`),
        host.ask(server, 'POST', `tables/${id}`, { do: 'chat', text: 'hello?' }),
        host.ask(server, 'POST', 'me', { name: 'Ada' }),
        host.ask(server, 'GET', 'games'),
    ].map(async (asked) => {
        const { error, status } = await refusal(asked);
        assert.deepEqual([error, status], ['store', 503]);
    });
    await Promise.all([...ask(), ...ask()]);
    await at.wait(({ is }) => is === 'bye', 'a goodbye');
    await Promise.all(ask());
    assert.doesNotMatch(server.log, /within (6|10) seconds/); // as long as a call of the writer takes
    await servers.settled();
    wire.flow();
    await servers.settled([...servers.members, server]);
    await until(async () => (await host.request(server, 'GET', `/api/v1/tables/${id}`)).status === 200, 'the table');
    await server.stopInOrder();
    wire.listener.close();
    await servers.settled();
});

await test('a table whose people have gone is minded all the same', async () => {
    const host = new Person();
    const { id } = await host.open(one, { board: 'transamerica', seats: ['me', 'open'],
        clock: { kind: 'live', bank: 10, increment: 0 } });
    const guest = await new Person().connect(two);
    await guest.follow(id);
    await guest.ask({ do: 'sit', seat: 2 });
    await host.ask(three, 'POST', `tables/${id}`, { do: 'start' });
    await guest.close();
    const events = async () => (await host.ask(servers, 'GET', `tables/${id}/events?after=0`)).events;
    await until(async () => (await events()).some(({ kind, why }) => kind === 'away' && why === 'time'), 'a clock to run out');
});

await test('the database is restarted, and everybody goes on', async () => {
    await playOn(async () => {
        await servers.postgres.stop('SIGQUIT');
        await until(async () => (await metrics()).every(({ shards }) => shards === 0), 'that nobody minds a table');
        await servers.postgres.start();
        await servers.settled();
    });
});

await test('all servers stop in order, and nobody is left in the database', async () => {
    await servers.stopInOrder();
    assert.deepEqual(servers.sql('SELECT count(*) FROM server'), [['0']]);
    assert.deepEqual(servers.sql('SELECT count(*) FROM shard WHERE server <> 0'), [['0']]);
});

await servers.postgres.stop('SIGINT');
finish();
