#!/usr/bin/env node
// Coming back: lost connections, several tabs, a server that stopped or died, turns that are sent
// again or too late.
import assert from 'node:assert/strict';
import { Person, refusal } from './client.mjs';
import { Engine, Journal, Player, gather } from './game.mjs';
import { Server } from './server.mjs';
import { finish, test } from '../tap.mjs';

const server = await Server.start();
const engine = new Engine();

const TWO = { board: 'transamerica', seats: ['me', 'open'] };

// A game of two in which so many turns have been played.
async function playSome(turns, settings = TWO) {
    const players = await gather(server, engine, settings);
    const played = (journal) => journal.rounds.reduce((sum, round) => sum + round.turns.length, 0) >= turns;
    await Promise.all(players.map((player) => player.play(played)));
    return players;
}

// The one whose turn it is, and the other.
function byTurn(players) {
    const mover = players.find((player) => player.journal.toMove === player.seat);
    return { mover, other: players.find((player) => player !== mover) };
}

async function nextTurn(player) {
    return {
        do: 'turn',
        after: player.journal.last,
        turn: await engine.turn(player.journal.record(), player.seat),
    };
}

await test('whoever comes back gets the missed events alone, and the same bytes', async () => {
    const players = await playSome(5);
    const [one, two] = players;
    const { last } = one.journal;
    await one.connection.drop();
    const { mover } = byTurn(players);
    if (mover === two) await two.connection.ask(await nextTurn(two));
    await two.connection.ask({ do: 'chat', text: 'are you there?' });
    const again = await one.person.connect(server);
    const table = await again.follow(one.table, last);
    assert.equal(table.seat, one.seat);
    const missed = again.events();
    assert.deepEqual(missed.map(({ n }) => n),
        Array.from({ length: table.last - last }, (_, i) => last + 1 + i));
    await two.reach(table.last);
    for (const event of missed) {
        assert.equal(JSON.stringify(event), JSON.stringify(JSON.parse(two.seen.get(event.n))));
        assert.ok(again.raw.includes(two.seen.get(event.n)));
    }
    const hand = again.messages.find(({ is }) => is === 'hand');
    assert.deepEqual(hand.cities, one.journal.hands.get(`1 ${one.seat}`));
});

await test('my games say whose turn it is, after turns and after much talk', async () => {
    const [one, two] = await playSome(3);
    const told = async () => {
        const { games } = await one.person.ask(server, 'GET', 'games');
        const { mover, changed } = games.find(({ id }) => id === one.table);
        return { mover, changed };
    };
    const last = () => JSON.parse(one.seen.get(one.journal.last)).at;
    assert.deepEqual(await told(), { mover: one.journal.toMove, changed: last() });
    const { mover } = byTurn([one, two]);
    const { n } = await mover.connection.ask(await nextTurn(mover));
    await one.reach(n);
    assert.deepEqual(await told(), { mover: one.journal.toMove, changed: last() });
    for (const player of [one, two, one, two, one, two, one, two, one])
        await player.connection.ask({ do: 'chat', text: 'your turn' });
    await one.reach(n + 9);
    assert.deepEqual(await told(), { mover: one.journal.toMove, changed: last() });
});

await test('all events again, after 0, are the bytes of the first time', async () => {
    const [one, two] = await playSome(6);
    const again = await one.person.connect(server);
    const { last } = await again.follow(one.table, 0);
    await two.reach(last);
    await one.reach(last);
    assert.deepEqual(again.raw.filter((text) => text.startsWith('{"is":"event"')),
        Array.from({ length: last }, (_, i) => one.seen.get(i + 1)));
    assert.deepEqual([...two.seen.values()].slice(-5), [...one.seen.values()].slice(-5));
});

await test('whoever has seen more events than there are gets all of them again', async () => {
    const [one] = await playSome(2);
    const again = await one.person.connect(server);
    const { last } = await again.follow(one.table, 100000);
    await again.event(({ n }) => n === last);
    assert.deepEqual(again.events().map(({ n }) => n), Array.from({ length: last }, (_, i) => i + 1));
});

await test('the tabs of one person stay in step', async () => {
    const players = await playSome(4);
    const { mover, other } = byTurn(players);
    const tab = new Player(server, engine, mover.person);
    await tab.follow(mover.table);
    assert.equal(tab.seat, mover.seat);
    assert.deepEqual([...tab.journal.hands], [...mover.journal.hands]);
    const { n } = await mover.connection.ask(await nextTurn(mover));
    await Promise.all([tab.reach(n), mover.reach(n), other.reach(n)]);
    assert.equal(tab.seen.get(n), mover.seen.get(n));
    // The other tab plays the next turn of that seat.
    const reply = await other.connection.ask(await nextTurn(other));
    await Promise.all([tab.reach(reply.n), mover.reach(reply.n)]);
    if (tab.journal.toMove === tab.seat) {
        const answer = await tab.connection.ask(await nextTurn(tab));
        await mover.reach(answer.n);
        assert.equal(mover.seen.get(answer.n), tab.seen.get(answer.n));
    }
});

await test('people are told who is here, and how many look on', async () => {
    const [one, two] = await playSome(1);
    const watcher = await new Person().connect(server);
    await watcher.follow(one.table);
    await one.connection.wait(({ is, watching }) => is === 'people' && watching === 1, 'a watcher');
    const from = one.connection.messages.length;
    await two.connection.drop();
    const gone = await one.connection.wait(({ is, people }) => is === 'people'
        && people.some(({ id, here }) => id === two.person.id && !here), 'the other is gone', from);
    assert.ok(gone.people.some(({ id, here }) => id === one.person.id && here));
});

await test('a turn that is sent again is answered again and not played twice', async () => {
    const players = await playSome(4);
    const { mover, other } = byTurn(players);
    const turn = await nextTurn(mover);
    const first = await mover.connection.ask(turn);
    const second = await mover.connection.ask(turn);
    assert.equal(second.n, first.n);
    await other.reach(first.n);
    const next = await other.connection.ask(await nextTurn(other));
    assert.equal((await mover.connection.ask(turn)).n, first.n);
    const again = await mover.person.ask(server, 'POST', `tables/${mover.table}`, turn);
    assert.equal(again.n, first.n);
    await mover.reach(next.n);
    assert.equal(mover.journal.last, next.n);
});

await test('another turn for the same state of the game is stale', async () => {
    const players = await playSome(4);
    const { mover, other } = byTurn(players);
    const turn = await nextTurn(mover);
    const legal = await engine.turn(mover.journal.record(), mover.seat, 99);
    const { n } = await mover.connection.ask(turn);
    await other.reach(n);
    const next = await other.connection.ask(await nextTurn(other));
    await mover.reach(next.n);
    const late = { ...turn, turn: legal === turn.turn ? `${legal.split(' ').reverse().join(' ')}` : legal };
    if (late.turn !== turn.turn) {
        assert.equal((await refusal(mover.connection.ask(late))).error, 'stale');
    }
    assert.equal((await refusal(mover.connection.ask({ ...turn, after: turn.after - 1 }))).error, 'stale');
    assert.equal(mover.journal.last, next.n);
});

await test('of two turns from two tabs at once one is played', async () => {
    const players = await playSome(2); // both markers are placed
    const { mover, other } = byTurn(players);
    const tab = new Player(server, engine, mover.person);
    await tab.follow(mover.table);
    const turn = await nextTurn(mover);
    const [, line] = /([^ ]+)/.exec(turn.turn);
    const asked = [mover, tab].map((player, i) => player.connection.ask(i ? { ...turn, turn: line } : turn)
        .then(({ n }) => n, ({ error }) => error));
    const answers = await Promise.all(asked);
    const n = answers.find((answer) => answer > 0);
    await other.reach(n);
    const turns = other.connection.events().filter(({ kind, seat }) => kind === 'turn' && seat === mover.seat);
    assert.equal(turns.length, 2, answers.join(' '));
    if (line !== turn.turn) assert.ok(answers.includes('stale') || answers.includes('state'), answers.join(' '));
});

await test('chat does not make a turn stale', async () => {
    const players = await playSome(3);
    const { mover, other } = byTurn(players);
    const turn = await nextTurn(mover);
    const chat = await other.connection.ask({ do: 'chat', text: 'hurry' });
    assert.ok((await mover.connection.ask(turn)).n > chat.n);
});

await test('nobody moves for another seat, out of turn, or without a seat', async () => {
    const players = await playSome(4);
    const { mover, other } = byTurn(players);
    const turn = await nextTurn(mover);
    assert.equal((await refusal(other.connection.ask(turn))).error, 'state');
    const stranger = await new Person().connect(server);
    await stranger.follow(mover.table);
    assert.equal((await refusal(stranger.ask(turn))).error, 'forbidden');
    const asked = new Person().ask(server, 'POST', `tables/${mover.table}`, turn);
    const { error, status } = await refusal(asked);
    assert.deepEqual([error, status], ['forbidden', 403]);
    // A seat in the message changes nothing: it is the mover's own.
    const { n } = await mover.connection.ask({ ...turn, seat: other.seat });
    await mover.reach(n);
    assert.equal(JSON.parse(mover.seen.get(n)).seat, mover.seat);
});

for (const [how, signal] of [['stopped', 'SIGTERM'], ['killed', 'SIGKILL']]) {
    await test(`a game goes on when the server was ${how} and started again`, async () => {
        const players = await playSome(8);
        const before = players.map(({ seen }) => new Map(seen));
        await server.restart(signal);
        await Promise.all(players.map((player) => player.playThrough()));
        const watcher = new Player(server, engine);
        await watcher.follow(players[0].table);
        assert.equal(watcher.journal.phase, 'finished');
        assert.equal(watcher.journal.record(), players[0].journal.record());
        for (const seen of before) {
            for (const [n, bytes] of seen) assert.equal(watcher.seen.get(n), bytes);
        }
    });
}

await test('a table that has not started outlives the server too', async () => {
    const host = new Player(server, engine);
    const { id, key } = await host.person.open(server, { board: 'transamerica', seats: ['me', 'invited'] });
    await server.restart('SIGKILL');
    const guest = new Player(server, engine);
    await guest.sit(id, 2, key);
    await host.follow(id);
    await host.connection.ask({ do: 'start' });
    await guest.connection.event('round');
    assert.equal(new Journal(TWO).seats, guest.journal.seats);
});

await test('the server stops in order', () => server.stopInOrder());
finish();
