#!/usr/bin/env node
// Programs that play at a server: everybody sees that they are programs; railhead bot plays through whatever
// happens at a table; and HTTP alone is enough to play.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { Person, refusal } from './client.mjs';
import { Engine, Journal, Player } from './game.mjs';
import { PROGRAM, Server } from './server.mjs';
import { after, finish, scratch, test, until, within } from '../tap.mjs';

const server = await Server.start();
const engine = new Engine();
const home = scratch();
const EXAMPLE = 'python3 examples/engine.py';

// railhead bot with these arguments: what it says, and how it ends.
class Bot {
    constructor(...words) {
        this.child = spawn(PROGRAM, ['bot', '--server', server.origin, ...words], {
            env: { ...process.env, XDG_CONFIG_HOME: home, LC_ALL: 'C.UTF-8' },
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        this.said = '';
        this.errors = '';
        this.child.stdout.setEncoding('utf8').on('data', (text) => { this.said += text; });
        this.child.stderr.setEncoding('utf8').on('data', (text) => { this.errors += text; });
        this.ended = new Promise((resolve) => {
            this.child.on('close', (code) => resolve(code));
        });
        after(() => this.child.kill('SIGKILL'));
    }

    end() {
        return within(this.ended, () => `the bot to end: ${this.said}${this.errors}`);
    }
}

// A table of a host who plays, with the seats of bots taken.
async function tableFor(seats, bots, settings = {}) {
    const host = new Player(server, engine);
    const { id, key } = await host.person.open(server, { board: 'transamerica', seats, ...settings });
    await host.follow(id);
    const all = bots(id, key);
    await until(async () => !(await seatsOf(id)).some(({ kind }) => ['open', 'invited'].includes(kind)),
        () => `bots to sit down: ${all.map(({ errors }) => errors)}`);
    return { host, id, all };
}

async function seatsOf(id) {
    return (await new Person().ask(server, 'GET', `tables/${id}`)).seats;
}

await test('a program and one of our bots play a game, and everybody sees what they are', async () => {
    const { host, id, all } = await tableFor(['me', 'open', 'invited'], (table, key) => [
        new Bot('--table', table, '--engine', EXAMPLE, '--name', 'Snake'),
        new Bot('--table', `${server.origin}/t/${table}#${key}`, '--bot', 'easy', '--quiet'),
    ]);
    const seats = await seatsOf(id);
    assert.deepEqual(seats.map(({ program }) => program), [undefined, true, true]);
    assert.deepEqual(seats.slice(1).map(({ name }) => name), ['Snake', 'easy']);
    await host.connection.ask({ do: 'start' });
    await host.play();
    for (const bot of all) assert.equal(await bot.end(), 0, bot.errors);
    assert.match(all[0].said, /^sits on seat 2 of table .*\nround 1\nplays @/);
    assert.match(all[0].said, /the game is over; points:( -?\d+\*?){3}\n$/);
    assert.deepEqual([all[0].errors, all[1].errors, all[1].said], ['', '', '']);
    const events = [...host.seen.values()].map((bytes) => JSON.parse(bytes));
    assert.ok(!events.some(({ by }) => by === 'bot'), 'nobody played in their place');
});

await test('turns that are taken back are told to a program again', async () => {
    const { host, all: [bot] } = await tableFor(['me', 'open'], (table) => [
        new Bot('--table', table, '--engine', EXAMPLE)]);
    await host.connection.ask({ do: 'start' });
    let turns = 0;
    await host.play(({ rounds }) => {
        turns = rounds.at(-1)?.turns.length ?? 0;
        return turns >= 6;
    });
    const mine = [...host.seen.values()].map((bytes) => JSON.parse(bytes))
        .findLast(({ kind, seat }) => kind === 'turn' && seat === host.seat);
    await host.connection.ask({ do: 'takeback', event: mine.n });
    await until(() => host.journal.rounds.at(-1).turns.length < turns, 'the bot to agree');
    await host.play();
    assert.equal(await bot.end(), 0);
    assert.equal(bot.errors, '');
});

await test('it stays for a rematch, on the seat that is kept for it', async () => {
    const { host, all: [bot] } = await tableFor(['me', 'open'], (table) => [
        new Bot('--table', table, '--bot', 'easy', '--stay')]);
    await host.connection.ask({ do: 'start' });
    await host.play();
    const { n } = await host.connection.ask({ do: 'rematch' });
    await host.reach(n);
    const { table } = JSON.parse(host.seen.get(n));
    const again = new Player(server, engine, host.person);
    await again.follow(table);
    await again.play();
    assert.equal(again.journal.phase, 'finished');
    assert.equal((await seatsOf(table)).filter(({ program }) => program).length, 1);
    bot.child.kill('SIGINT');
    assert.equal(await bot.end(), 0);
});

await test('whoever stops it leaves nobody waiting', async () => {
    const { host, id, all: [waiting] } = await tableFor(['me', 'open'], (table) => [
        new Bot('--table', table, '--bot', 'easy', '--name', 'first')]);
    waiting.child.kill('SIGTERM');
    assert.equal(await waiting.end(), 0);
    assert.equal((await seatsOf(id))[1].kind, 'open');
    const playing = new Bot('--table', id, '--bot', 'easy', '--name', 'second');
    await until(async () => (await seatsOf(id))[1].program, 'another one to sit down');
    await host.connection.ask({ do: 'start' });
    await host.play(({ rounds }) => rounds.at(-1)?.turns.length >= 2);
    playing.child.kill('SIGINT');
    assert.equal(await playing.end(), 0);
    await host.play();
    assert.ok([...host.seen.values()].some((bytes) => JSON.parse(bytes).why === 'left'));
});

await test('a program that fails loses its turns, not its game', async () => {
    const { host, all: [bot] } = await tableFor(['me', 'open'], (table) => [
        new Bot('--table', table, '--engine', "sed -u -n 's/^railhead-engine .*/name Fool\\nready 1/p; s/^ping/pong/p; s/^go \\([0-9]*\\).*/turn \\1 Z9-Z8/p'")]);
    await host.connection.ask({ do: 'start' });
    await host.play();
    assert.equal(await bot.end(), 0);
    assert.match(bot.errors, /a turn by chance is played/);
});

await test('what cannot be is said in a sentence', async () => {
    const host = new Person();
    const { id } = await host.open(server, { board: 'transamerica', seats: ['me', 'easy'] });
    const refused = async (...words) => {
        const bot = new Bot(...words);
        const status = await bot.end();
        return `${status} ${bot.errors}`;
    };
    assert.equal(await refused('--table', id, '--bot', 'easy'), '2 railhead bot: no seat is free at this table\n');
    assert.match(await refused('--table', 'a'.repeat(16), '--bot', 'easy'), /^2 railhead bot: .*no such table/);
    assert.match(await refused('--table', id), /^2 railhead bot: either --engine or --bot says who plays\n/);
    assert.match(await refused('--table', id, '--bot', 'oracle'), /^2 railhead bot: the oracle sees all hands/);
    assert.match(await refused('--table', id, '--engine', 'false'), /^2 railhead bot: cmd:false: /);
    const { tables } = await host.ask(server, 'POST', 'tables', { board: 'transamerica', seats: ['open', 'easy'], tables: 2 });
    assert.match(await refused('--table', tables[0].id, '--engine', EXAMPLE), /^2 railhead bot: programs cannot play at tables that deal the same cards/);
});

// ---- Without a WebSocket ----------------------------------------------------------------------

await test('HTTP alone is enough to play: events, my hand, turns', async () => {
    const person = new Person();
    const settings = { board: 'transamerica', seats: ['open', 'easy'] };
    const { id } = await person.open(server, settings);
    const ask = (what, body) => person.ask(server, body ? 'POST' : 'GET', `tables/${id}${what}`, body);
    assert.equal((await refusal(ask('/hand'))).code, 'no-player');
    await ask('', { do: 'sit', seat: 1, program: true });
    assert.equal((await refusal(ask('/hand'))).code, 'game-not-started');
    await ask('', { do: 'start' });
    const journal = new Journal(settings);
    while (journal.phase !== 'finished') {
        for (const event of (await ask(`/events?after=${journal.last}&undo=1`)).events) journal.event(event);
        if (journal.phase === 'pause') await ask('', { do: 'ready', after: journal.last }).catch(() => {});
        if (journal.toMove !== 1) continue;
        const hand = await ask('/hand');
        assert.deepEqual([hand.is, hand.seat, hand.round], ['hand', 1, journal.rounds.length]);
        journal.hand(hand);
        const turn = await engine.turn(journal.record(), 1);
        await ask('', { do: 'turn', after: journal.last, turn });
    }
    assert.equal((await refusal(ask('/hand'))).code, 'game-over');
    const stranger = new Person();
    assert.equal((await refusal(stranger.ask(server, 'GET', `tables/${id}/hand`))).error, 'forbidden');
    const nobody = await new Person('').request(server, 'GET', `/api/v1/tables/${id}/hand`);
    assert.equal(nobody.status, 401);
});

await test('the example clients play a game with each other, by what docs/protocol.md says', async () => {
    const LINK = /^    (\S+) (examples\/client\.\w+) http:\/\/localhost:1869 LINK$/gm;
    const commands = [...fs.readFileSync('docs/protocol.md', 'utf8').matchAll(LINK)];
    assert.deepEqual(commands.map(([, , file]) => file), ['examples/client.py', 'examples/client.mjs']);
    // The second one with a WebSocket and without, as far as this Node.js has both.
    const [version] = process.versions.node.split('.').map(Number);
    const [[, python, first], [, node, second]] = commands;
    const runs = [[python, first], [node, ...version < 22 ? [] : ['--no-experimental-websocket'], second]];
    if (version >= 20) runs.push([node, ...version < 22 ? ['--experimental-websocket'] : [], second]);
    const host = new Person();
    const seats = ['invited', 'open', version >= 20 ? 'open' : 'easy'];
    const { id, key } = await host.open(server, { board: 'transeuropa', seats });
    const links = [`${server.origin}/t/${id}#${key}`, id, id];
    const clients = [];
    for (const [i, [program, ...words]] of runs.entries()) {
        const child = spawn(program, [...words, server.origin, links[i], '0.02'], {
            stdio: ['ignore', 'pipe', 'inherit'],
        });
        after(() => child.kill('SIGKILL'));
        let said = '';
        child.stdout.setEncoding('utf8').on('data', (text) => { said += text; });
        clients.push(new Promise((resolve) => { child.on('close', (code) => resolve({ code, said })); }));
        await until(async () => (await seatsOf(id))[i].program, `${words.at(-1)} to sit down`);
    }
    await host.ask(server, 'POST', `tables/${id}`, { do: 'start' });
    for (const { code, said } of await within(Promise.all(clients), 'the clients to end')) {
        assert.equal(code, 0);
        assert.match(said, /^result \[ ?-?\d+, -?\d+, -?\d+ ?\]$/m);
    }
    const { events } = await host.ask(server, 'GET', `tables/${id}/events?after=0`);
    assert.ok(!events.some(({ by }) => by === 'bot'), 'nobody played in their place');
});

await test('the example clients wait and ask again where they are refused for too many requests', async () => {
    const slow = '{"error":"slow","code":"too-many-requests","args":{},"text":"too many requests: wait a little"}';
    const refused = new Set();
    // What each client asks for first, of each kind, is refused; all else goes to the server.
    const front = http.createServer((request, answer) => {
        const kind = `${request.headers.authorization} ${/me$|events|hand|$/.exec(request.url)[0]}`;
        if (!refused.has(kind)) {
            refused.add(kind);
            request.resume();
            answer.writeHead(429, { 'Content-Type': 'application/json' }).end(slow);
            return;
        }
        const { method, headers, url } = request;
        request.pipe(http.request(server.origin + url, { method, headers }, (got) => {
            answer.writeHead(got.statusCode, got.headers);
            got.pipe(answer);
        }));
    });
    await new Promise((resolve) => { front.listen(0, '127.0.0.1', resolve); });
    after(() => front.close());
    const host = new Person();
    const { id } = await host.open(server, { board: 'transamerica', seats: ['open', 'open'] });
    const [version] = process.versions.node.split('.').map(Number);
    const node = ['node', ...version < 22 ? [] : ['--no-experimental-websocket'], 'examples/client.mjs'];
    for (const [seat, [program, ...words]] of [['python3', 'examples/client.py'], node].entries()) {
        const child = spawn(program, [...words, `http://127.0.0.1:${front.address().port}`, id, '0.02'],
            { stdio: ['ignore', 'ignore', 'inherit'] });
        after(() => child.kill('SIGKILL'));
        await until(async () => (await seatsOf(id))[seat].program, `${words.at(-1)} to sit down`);
    }
    await host.ask(server, 'POST', `tables/${id}`, { do: 'start' });
    const turns = async () => (await host.ask(server, 'GET', `tables/${id}/events?after=0`)).events
        .filter(({ kind }) => kind === 'turn');
    await until(async () => (await turns()).length >= 2, 'a turn of each');
    assert.equal(refused.size, 8);
});

await test('the example clients are short', () => {
    for (const file of ['client.py', 'client.mjs', 'engine.py']) {
        const lines = fs.readFileSync(`examples/${file}`, 'utf8').split('\n').length - 1;
        assert.ok(lines < 110, `${file}: ${lines} lines`);
    }
});

finish();
