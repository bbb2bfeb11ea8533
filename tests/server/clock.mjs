#!/usr/bin/env node
// Clocks with real time: a bot plays for whoever has used up the bank, coming back works, and a
// table that everybody has left is played to its end.  The shortest bank is ten seconds, so all of
// this goes on at once.
// run: early, release too
import assert from 'node:assert/strict';
import { Person } from './client.mjs';
import { Engine, gather } from './game.mjs';
import { Server } from './server.mjs';
import { finish, sleep, test, times, within } from '../tap.mjs';

const server = await Server.start();
const engine = new Engine();
const live = { board: 'transamerica', seats: ['me', 'open'], clock: { kind: 'live', bank: 10, increment: 0 } };

async function slowPlayer() {
    const players = await gather(server, engine, live);
    await Promise.all(players.map(({ connection }) => connection.event('round')));
    const late = players.find(({ seat, journal }) => seat === journal.toMove);
    const other = players.find((player) => player !== late);
    const away = await other.connection.event('away');
    assert.deepEqual([away.seat, away.why], [late.seat, 'time']);
    const round = other.connection.messages.find(({ kind }) => kind === 'round');
    assert.ok(away.at - round.at >= 10000, `${away.at - round.at} ms`);
    const turn = await other.connection.event('turn');
    assert.deepEqual([turn.seat, turn.by], [late.seat, 'bot']);
    const { n } = await late.connection.ask({ do: 'back' });
    await late.reach(n);
    await Promise.all([late.play(), other.play()]);
    assert.ok(late.kept.length > 0 || late.journal.rounds.length > 0);
    const own = other.connection.events().filter(({ kind, seat, by }) => kind === 'turn'
        && seat === other.seat && !by);
    assert.ok(own.every(({ left }, i) => left <= (i ? own[i - 1].left : 10000)));
}

async function nobodyIsThere() {
    const players = await gather(server, engine, live);
    await Promise.all(players.map(({ connection }) => connection.drop()));
    const person = new Person();
    let table;
    for (let i = 0; i < 900; i += 1) {
        table = await person.ask(server, 'GET', `tables/${players[0].table}`);
        if (table.state === 'finished') return;
        await sleep(200);
    }
    throw new Error(`not finished: ${JSON.stringify(table)}`);
}

async function increment() {
    const players = await gather(server, engine, { ...live, clock: { kind: 'live', bank: 30, increment: 5 } });
    await Promise.all(players.map((player) => player.play(({ last }) => last > 12)));
    const events = players[0].connection.events();
    const [round, turn] = ['round', 'turn'].map((one) => events.find(({ kind }) => kind === one));
    assert.equal(turn.left, 30000 - (turn.at - round.at) + 5000);
}

// The bank of a killed server: nobody loses time while it is away.
async function restarted() {
    const own = await Server.start();
    const players = await gather(own, engine, { ...live, clock: { kind: 'live', bank: 30, increment: 0 } });
    await Promise.all(players.map(({ connection }) => connection.event('round')));
    await own.stop('SIGKILL');
    await sleep(31000);
    await own.start();
    await Promise.all(players.map((player) => player.playThrough(({ last }) => last > 8)));
    assert.ok(!players[0].connection.events().some(({ kind }) => kind === 'away'));
}

// A minute and a little: whoever says nothing but answers the server's pings stays, and whoever does
// not even that is gone.
async function quiet() {
    const [player] = await gather(server, engine, { ...live, clock: { kind: 'none' } });
    const watcher = await new Person().connect(server);
    await watcher.follow(player.table);
    const mute = await new Person().connect(server);
    await mute.follow(player.table);
    mute.socket.pong = () => {}; // what answers pings in this library
    await within(mute.closed, 'the end of a connection that answers no ping');
    await sleep(5000);
    assert.equal(watcher.isClosed, false);
    const { n } = await player.connection.ask({ do: 'chat', text: 'still here?' });
    await watcher.event((event) => event.n === n);
}

const CLOCKS = [
    ['a turn adds the increment', increment],
    ['a bot plays for whoever has used up the bank, until they are back', slowPlayer],
    ['a clock does not run while the server is away', restarted],
    ['a game that everybody has left is played to its end', nobodyIsThere],
    ['a quiet connection stays, a dead one does not', quiet],
];
const going = CLOCKS.slice(0, 1 + times(CLOCKS.length - 1)).map(([sentence, run]) => [sentence,
    within(run(), sentence, 300).then(() => undefined, (error) => error)]);
for (const [sentence, run] of going) {
    await test(sentence, async () => {
        const error = await run;
        if (error) throw error;
    });
}
await test('the server stops in order', () => server.stopInOrder());
finish();
