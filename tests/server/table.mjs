#!/usr/bin/env node
// Around a game: opening a table, seats, the host's rights, the lobby, talking, pauses between
// rounds, leaving and coming back, and all of it over HTTP alone.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Person, refusal } from './client.mjs';
import { Engine, Journal, Player, gather } from './game.mjs';
import { Server } from './server.mjs';
import { finish, test } from '../tap.mjs';

const server = await Server.start();
const engine = new Engine();
const settings = (more = {}) => ({ board: 'transamerica', seats: ['me', 'open', 'invited'], ...more });

async function guestAt(table) {
    const connection = await new Person().connect(server);
    await connection.follow(table);
    return connection;
}

async function hostOf(wanted) {
    const person = new Person();
    const table = await person.open(server, wanted);
    const connection = await person.connect(server);
    await connection.follow(table.id);
    return { connection, table, person };
}

// ---- Opening and sitting down -----------------------------------------------------------------

await test('a table shows its settings, its seats and, to the host alone, its key', async () => {
    const wanted = settings({ variants: ['blocking'], clock: { kind: 'live', bank: 300, increment: 10 },
        chat: false });
    const { person, connection, table } = await hostOf(wanted);
    assert.equal(table.state, 'open');
    assert.equal(table.host, connection.person.id);
    assert.deepEqual(table.seats.map(({ kind }) => kind), ['person', 'open', 'invited']);
    assert.equal(table.seats[0].who, person.id);
    for (const [key, value] of Object.entries(wanted)) assert.deepEqual(table.settings[key], value);
    assert.ok(table.key.length >= 16);
    const shown = await new Person().ask(server, 'GET', `tables/${table.id}`);
    assert.equal(shown.key, undefined);
    assert.deepEqual({ ...shown, key: table.key }, table);
    assert.equal((await person.ask(server, 'GET', `tables/${table.id}`)).key, table.key);
});

await test('an open seat is for anybody, an invited one for whoever has the key', async () => {
    const { connection, table } = await hostOf(settings());
    const guest = await guestAt(table.id);
    const friend = await guestAt(table.id);
    assert.equal((await refusal(guest.ask({ do: 'sit', seat: 1 }))).error, 'taken');
    assert.equal((await refusal(guest.ask({ do: 'sit', seat: 3 }))).error, 'forbidden');
    assert.equal((await refusal(guest.ask({ do: 'sit', seat: 3, key: 'x'.repeat(22) }))).error, 'forbidden');
    assert.equal((await refusal(guest.ask({ do: 'sit', seat: 4 }))).error, 'field');
    await guest.ask({ do: 'sit', seat: 2 });
    assert.equal((await refusal(friend.ask({ do: 'sit', seat: 2 }))).error, 'taken');
    await friend.ask({ do: 'sit', seat: 3, key: table.key });
    const event = await connection.event(({ kind, seat }) => kind === 'sit' && seat === 3);
    assert.equal(event.who, friend.person.id);
    assert.equal((await refusal(guest.ask({ do: 'sit', seat: 3, key: table.key }))).error, 'taken');
});

await test('whoever gets up leaves the seat as it was', async () => {
    const { table } = await hostOf(settings());
    const guest = await guestAt(table.id);
    await guest.ask({ do: 'sit', seat: 3, key: table.key });
    await guest.ask({ do: 'stand' });
    const shown = await guest.person.ask(server, 'GET', `tables/${table.id}`);
    assert.equal(shown.seats[2].kind, 'invited');
});

await test('the host changes seats, shows people out, fills up with bots and starts', async () => {
    const { connection, table } = await hostOf(settings());
    const guest = await guestAt(table.id);
    await guest.ask({ do: 'sit', seat: 2 });
    assert.equal((await refusal(connection.ask({ do: 'start' }))).error, 'state');
    await connection.ask({ do: 'seat', seat: 2, as: 'invited' });
    await guest.event(({ kind, seat, as }) => kind === 'seat' && seat === 2 && as === 'invited');
    await connection.ask({ do: 'fill', as: 'easy' });
    await connection.ask({ do: 'start' });
    const { commitment } = await guest.event('start');
    assert.match(commitment, /^[0-9a-f]{64}$/);
    const shown = await guest.person.ask(server, 'GET', `tables/${table.id}`);
    assert.deepEqual(shown.seats.slice(1), [{ kind: 'bot', bot: 'easy' }, { kind: 'bot', bot: 'easy' }]);
    assert.equal(shown.state, 'running');
});

await test('only the host may do what hosts do', async () => {
    const { connection, table } = await hostOf(settings());
    const guest = await guestAt(table.id);
    await guest.ask({ do: 'sit', seat: 2 });
    for (const message of [{ do: 'start' }, { do: 'close' }, { do: 'fill', as: 'easy' },
        { do: 'seat', seat: 3, as: 'easy' }, { do: 'mute', who: connection.person.id, on: true }]) {
        assert.equal((await refusal(guest.ask(message))).error, 'forbidden', message.do);
    }
});

await test('a closed table is closed', async () => {
    const { connection, person, table } = await hostOf(settings({ public: true }));
    const guest = await guestAt(table.id);
    await connection.ask({ do: 'close' });
    assert.equal((await guest.event('close')).why, 'host');
    assert.equal((await refusal(guest.ask({ do: 'sit', seat: 2 }))).error, 'state');
    assert.equal((await refusal(connection.ask({ do: 'start' }))).error, 'state');
    assert.equal((await person.ask(server, 'GET', `tables/${table.id}`)).state, 'closed');
});

await test('of twenty who want the same seat at once, one gets it', async () => {
    const { table } = await hostOf(settings());
    const guests = await Promise.all(Array.from({ length: 20 }, () => guestAt(table.id)));
    const answers = await Promise.all(guests.map((guest) => guest.ask({ do: 'sit', seat: 2 })
        .then(() => 'sits', ({ error }) => error)));
    assert.deepEqual(answers.sort(), ['sits', ...Array(19).fill('taken')].sort());
    const shown = await new Person().ask(server, 'GET', `tables/${table.id}`);
    assert.equal(shown.seats[1].kind, 'person');
});

await test('messages that come faster than they can be kept are all answered, in their order', async () => {
    const { table } = await hostOf(settings());
    const guest = await guestAt(table.id);
    const from = guest.messages.length;
    for (let id = 1; id <= 40; id += 1) guest.send(id % 2 ? { do: 'sit', seat: 2, id } : { do: 'stand', id });
    const answers = () => guest.messages.slice(from).filter(({ is }) => is === 'done' || is === 'error');
    await guest.wait(() => answers().length === 40, '40 answers', from);
    assert.ok(answers().every(({ is, error }) => is === 'done' || error === 'slow'));
    const done = answers().filter(({ is }) => is === 'done').map(({ re }) => re);
    assert.ok(done.length >= 10);
    assert.deepEqual(done, [...done].sort((a, b) => a - b));
});

await test('a connection is about the table that it followed last', async () => {
    const first = await hostOf(settings());
    const second = await hostOf(settings());
    const guest = await guestAt(first.table.id);
    await guest.follow(second.table.id);
    await guest.ask({ do: 'sit', seat: 2 });
    const from = guest.messages.length;
    await first.connection.ask({ do: 'fill', as: 'easy' });
    await second.connection.ask({ do: 'fill', as: 'medium' });
    const event = await guest.event('seat', from);
    assert.equal(event.as, 'medium');
    const seats = async ({ table }) => (await first.person.ask(server, 'GET', `tables/${table.id}`)).seats[1].kind;
    assert.deepEqual([await seats(first), await seats(second)], ['bot', 'person']);
});

await test('whoever follows nothing cannot ask a table for anything', async () => {
    const connection = await new Person().connect(server);
    for (const message of [{ do: 'sit', seat: 1 }, { do: 'start' }, { do: 'chat', text: 'hello' },
        { do: 'turn', after: 0, turn: 'pass' }]) {
        assert.equal((await refusal(connection.ask(message))).error, 'state', message.do);
    }
});

// ---- The lobby --------------------------------------------------------------------------------

await test('the lobby shows public tables as they come, fill and go', async () => {
    const watcher = await new Person().connect(server);
    watcher.send({ do: 'lobby' });
    await watcher.wait(({ is }) => is === 'lobby', 'the lobby');
    const { connection, table } = await hostOf(settings({ public: true }));
    const has = (pleases) => ({ is, tables }) => is === 'lobby'
        && pleases(tables.find(({ id }) => id === table.id));
    const shown = await watcher.wait(has((one) => one?.state === 'open'), 'the table in the lobby');
    assert.ok(shown.tables.every(({ key }) => key === undefined));
    await connection.ask({ do: 'fill', as: 'easy' });
    await watcher.wait(has((one) => one?.seats.every(({ kind }) => kind !== 'open')), 'its bots');
    const { tables } = await new Person().ask(server, 'GET', 'tables');
    assert.ok(tables.some(({ id }) => id === table.id));
    await connection.ask({ do: 'start' });
    await watcher.wait(has((one) => one?.state === 'running'), 'its start');
});

await test('a table that is not public is not listed, and a closed one no more', async () => {
    const hidden = await hostOf(settings());
    const closed = await hostOf(settings({ public: true }));
    await closed.connection.ask({ do: 'close' });
    const { tables } = await new Person().ask(server, 'GET', 'tables');
    for (const { table } of [hidden, closed]) assert.ok(!tables.some(({ id }) => id === table.id));
});

// ---- Talking ----------------------------------------------------------------------------------

await test('chat reaches everybody as it was written', async () => {
    const { connection, table } = await hostOf(settings());
    const guest = await guestAt(table.id);
    const said = 'Grüße, <b>"Ada"</b> \\ & 東京 🚂';
    await guest.ask({ do: 'chat', text: said });
    const heard = await connection.event('chat');
    assert.deepEqual([heard.who, heard.text], [guest.person.id, said]);
});

await test('the host mutes somebody and lets them speak again', async () => {
    const { connection, table } = await hostOf(settings());
    const guest = await guestAt(table.id);
    await connection.ask({ do: 'mute', who: guest.person.id, on: true });
    assert.equal((await guest.event('mute')).who, guest.person.id);
    assert.equal((await refusal(guest.ask({ do: 'chat', text: 'but' }))).error, 'forbidden');
    await connection.ask({ do: 'mute', who: guest.person.id, on: false });
    await guest.ask({ do: 'chat', text: 'thanks' });
    assert.equal((await connection.event('chat')).text, 'thanks');
});

await test('whoever talks without end is told to wait', async () => {
    const { table } = await hostOf(settings());
    const guest = await guestAt(table.id);
    const lines = Array.from({ length: 100 }, (_, i) => guest.ask({ do: 'chat', text: `line ${i}` }));
    assert.equal((await refusal(Promise.all(lines))).error, 'slow');
});

await test('a table without chat has none', async () => {
    const { connection } = await hostOf(settings({ chat: false }));
    assert.equal((await refusal(connection.ask({ do: 'chat', text: 'hello' }))).error, 'state');
});

// ---- Rounds -----------------------------------------------------------------------------------

await test('the next round begins when all are ready, and a finished round shows all cards', async () => {
    const players = await gather(server, engine, { board: 'transamerica', seats: ['me', 'open'],
        variants: ['open-cards'] });
    await Promise.all(players.map((player) => player.play(({ phase }) => phase === 'pause')));
    const [one, two] = players;
    const end = one.connection.messages.find(({ kind }) => kind === 'end');
    assert.equal(end.round, 1);
    assert.deepEqual(end.hands.map(({ length }) => length), [5, 5]);
    assert.deepEqual(end.missing.map(({ cost }) => cost), end.score);
    assert.equal((await refusal(one.connection.ask({ do: 'turn', after: one.journal.last, turn: 'pass' })))
        .error, 'state');
    const { n } = await one.connection.ask({ do: 'ready', after: one.journal.last });
    await two.reach(n);
    assert.equal(two.journal.phase, 'pause');
    assert.equal((await one.connection.ask({ do: 'ready', after: one.journal.last })).n, n);
    await two.connection.ask({ do: 'ready', after: two.journal.last });
    assert.equal((await one.connection.event(({ kind, round }) => kind === 'round' && round === 2)).kind,
        'round');
    assert.equal((await refusal(two.connection.ask({ do: 'ready', after: two.journal.last + 1 })))
        .error.length > 0, true);
});

await test('a bot plays for whoever leaves, until they are back', async () => {
    const players = await gather(server, engine, { board: 'transamerica', seats: ['me', 'open'] });
    const [one, two] = players;
    const { n } = await two.connection.ask({ do: 'leave' });
    const away = await one.connection.event('away');
    assert.deepEqual([away.seat, away.why], [2, 'left']);
    const refused = await refusal(two.connection.ask({ do: 'turn', after: n, turn: 'pass' }));
    assert.ok(['state', 'stale'].includes(refused.error)); // stale where the bot has moved already
    const bots = () => one.connection.events().filter(({ kind, seat }) => kind === 'turn' && seat === 2);
    await one.play(() => bots().length >= 3);
    assert.ok(bots().every(({ by }) => by === 'bot'));
    await two.reach(one.journal.last);
    const back = await two.connection.ask({ do: 'back' });
    await two.reach(back.n);
    assert.equal((await one.connection.event('back')).seat, 2);
    await Promise.all(players.map((player) => player.play()));
    assert.ok(two.kept.length > 0);
});

await test('nobody is sent away before their two minutes', async () => {
    const players = await gather(server, engine, { board: 'transamerica', seats: ['me', 'open'] });
    await players[0].connection.event('round');
    const waiting = players.find((player) => player.seat !== player.journal.toMove);
    assert.equal((await refusal(waiting.connection.ask({ do: 'away', seat: 3 - waiting.seat }))).error,
        'state');
    assert.equal((await refusal(waiting.connection.ask({ do: 'away', seat: waiting.seat }))).error, 'field');
});

await test('tables with the same seed deal different cards, and show the seed when they are over', async () => {
    const seed = 'club evening 12';
    const hands = [];
    for (let i = 0; i < 2; i += 1) {
        const [one] = await gather(server, engine,
            { board: 'transamerica', seats: ['me', 'easy'], public: true, seed });
        await one.connection.wait(({ is }) => is === 'hand', 'a hand');
        const shown = async () => (await one.person.ask(server, 'GET', `tables/${one.table}`)).settings.seed;
        assert.equal(await shown(), undefined);
        for (const at of ['tables', 'games', `tables/${one.table}/events?after=0`]) {
            const { text } = await one.person.request(server, 'GET', `/api/v1/${at}`);
            assert.ok(!text.includes(seed), at);
        }
        await one.play();
        assert.ok(!one.connection.raw.some((text) => text.includes(seed)));
        assert.equal(await shown(), seed);
        assert.equal((await one.person.ask(server, 'GET', 'games')).games[0].settings.seed, seed);
        assert.equal(createHash('sha256').update(one.journal.seed).digest('hex'), one.journal.commitment);
        hands.push(one.journal.rounds[0].hands);
    }
    assert.notDeepEqual(hands[0], hands[1]);
});

// ---- Taking back ------------------------------------------------------------------------------

// A table of two with a bot, on which each has placed a marker; whoever moved last, and the other.
async function begun(own = server) {
    const players = await gather(own, engine, { board: 'transamerica', seats: ['me', 'open', 'easy'] });
    const moved = ({ rounds }) => rounds[0]?.turns.length >= 3;
    await Promise.all(players.map((player) => player.play(moved)));
    const { n } = players[0].connection.events().filter(({ kind }) => kind === 'turn').at(-1);
    for (const player of players) await player.reach(n);
    const last = (player) => player.connection.events()
        .filter(({ kind, seat }) => kind === 'turn' && seat === player.seat).at(-1).n;
    const order = [...players].sort((one, other) => last(other) - last(one));
    return { asker: order[0], other: order[1], last };
}

await test('a turn is taken back when the others agree, and played anew', async () => {
    const { asker, other, last } = await begun();
    const { table } = asker;
    const old = await guestAt(table); // does not say that it knows
    const stranger = await new Person().connect(server);
    stranger.knowsUndo = true;
    await stranger.follow(table);
    const wanted = { do: 'takeback', event: last(asker) };
    assert.equal((await refusal(stranger.ask(wanted))).error, 'forbidden');
    assert.equal((await refusal(asker.connection.ask({ ...wanted, event: 1 }))).error, 'stale');
    assert.equal((await refusal(asker.connection.ask({ do: 'takeback' }))).error, 'field');
    assert.equal((await refusal(other.connection.ask({ do: 'answer', event: 3, yes: true }))).error, 'stale');

    const { n } = await asker.connection.ask(wanted);
    assert.equal((await asker.connection.ask(wanted)).n, n);
    assert.equal((await refusal(other.connection.ask({ do: 'takeback', event: last(other) }))).code,
        'takeback-open');
    const say = ({ connection }, yes) => connection.ask({ do: 'answer', event: n, yes });
    assert.equal((await refusal(say({ connection: stranger }, true))).error, 'forbidden');
    assert.equal((await refusal(say(asker, true))).code, 'takeback-yourself');
    const before = asker.journal.record();
    await say(other, true);
    const { seat, turns } = await stranger.event('undo');
    assert.deepEqual([seat, turns >= 1], [asker.seat, true]);
    const bye = await old.wait(({ is }) => is === 'bye', 'the end of a client that does not know');
    assert.equal(bye.code, 'turns-taken-back');
    assert.equal((await refusal(say(other, true))).error, 'stale');

    await asker.connection.event('undo');
    assert.equal(asker.journal.toMove, asker.seat);
    assert.notEqual(asker.journal.record(), before);
    assert.equal((await refusal(guestAt(table))).code, 'turns-taken-back');
    const events = `tables/${table}/events?after=0`;
    assert.equal((await refusal(asker.person.ask(server, 'GET', events))).code, 'turns-taken-back');
    assert.equal((await asker.person.ask(server, 'GET', `${events}&undo=1`)).events.at(-1).kind !== undefined,
        true);

    await Promise.all([asker, other].map((player) => player.play()));
    assert.equal((await refusal(asker.connection.ask(wanted))).error, 'state');
    const { text: record } = await asker.person.request(server, 'GET', `/api/v1/tables/${table}/record`);
    assert.match(record, /^# taken back [1-3]\n$/m);
    assert.equal(record.split('\n').filter((line) => !/^(name|#)/.test(line)).join('\n'),
        asker.journal.record());
});

await test('a no refuses it, and so does whoever asked; then there is a pause', async () => {
    const { asker, other, last } = await begun();
    const wanted = { do: 'takeback', event: last(asker) };
    const { n } = await asker.connection.ask(wanted);
    await other.connection.ask({ do: 'answer', event: n, yes: false });
    assert.equal((await asker.connection.event('answer')).yes, false);
    const paused = await refusal(asker.connection.ask(wanted));
    assert.deepEqual([paused.error, paused.code], ['slow', 'takeback-pause']);
    assert.ok(paused.args.seconds > 20 && paused.args.seconds <= 30);
    const second = await other.connection.ask({ do: 'takeback', event: last(other) });
    await other.connection.ask({ do: 'answer', event: second.n, yes: false });
    assert.equal((await refusal(asker.connection.ask({ do: 'answer', event: second.n, yes: true }))).code,
        'takeback-over');
});

await test('a server that is killed in the middle of the question still asks it', async () => {
    const own = await Server.start();
    const { asker, other, last } = await begun(own);
    const { n } = await asker.connection.ask({ do: 'takeback', event: last(asker) });
    await own.restart('SIGKILL');
    for (const player of [asker, other]) await player.follow(player.table);
    await other.connection.ask({ do: 'answer', event: n, yes: true });
    await asker.connection.event('undo');
    await own.restart('SIGKILL');
    const late = new Player(own, engine);
    await late.follow(asker.table);
    assert.equal(late.journal.toMove, asker.seat);
    await own.stop();
});

// ---- Once more --------------------------------------------------------------------------------

await test('a game has one rematch, for the same people and bots, a seat further on', async () => {
    const players = await gather(server, engine, settings({ seats: ['me', 'open', 'easy'],
        clock: { kind: 'slow', days: 3 }, chat: false }));
    const [one, two] = players;
    const stranger = await guestAt(one.table);
    for (const { connection } of [one, { connection: stranger }]) {
        const early = await refusal(connection.ask({ do: 'rematch' }));
        assert.equal(early.error, connection === stranger ? 'forbidden' : 'state');
    }
    await Promise.all(players.map((player) => player.play()));
    assert.equal((await refusal(stranger.ask({ do: 'rematch' }))).error, 'forbidden');
    const answers = await Promise.all([two, one, two].map(({ connection }) => connection.ask({ do: 'rematch' })));
    assert.deepEqual(new Set(answers.map(({ n }) => n)).size, 1);
    const told = await stranger.event('rematch');
    assert.equal(told.n, answers[0].n);
    assert.equal((await one.connection.event('rematch')).table, told.table);
    assert.equal((await one.person.ask(server, 'POST', `tables/${one.table}`, { do: 'rematch' })).n, told.n);
    assert.equal(one.connection.events().filter(({ kind }) => kind === 'rematch').length, 1);
    const [asker, other] = told.who === two.person.id ? [two, one] : [one, two];
    const shown = await new Person().ask(server, 'GET', `tables/${told.table}`);
    const seats = asker === two
        ? [{ kind: 'bot', bot: 'easy' }, { kind: 'invited', who: one.person.id },
            { kind: 'person', who: two.person.id, name: '' }]
        : [{ kind: 'bot', bot: 'easy' }, { kind: 'person', who: one.person.id, name: '' },
            { kind: 'invited', who: two.person.id }];
    assert.deepEqual(shown.seats, seats);
    assert.equal(shown.host, asker.person.id);
    assert.deepEqual([shown.settings.clock, shown.settings.chat], [{ kind: 'slow', days: 3 }, false]);

    const kept = 1 + seats.findIndex(({ kind }) => kind === 'invited');
    const { key } = await asker.person.ask(server, 'GET', `tables/${told.table}`);
    await stranger.follow(told.table);
    for (const more of [{}, { key }]) {
        const refused = await refusal(stranger.ask({ do: 'sit', seat: kept, ...more }));
        assert.deepEqual([refused.error, refused.code], ['taken', 'seat-kept']);
    }
    const mine = async () => (await other.person.ask(server, 'GET', 'games')).games;
    assert.deepEqual((await mine())[0].seats, seats, 'whoever has not come yet finds it among their games');
    const again = new Player(server, engine, other.person);
    await again.sit(told.table, kept);
    assert.deepEqual((await mine()).map(({ id }) => id), [told.table, one.table]);
    await stranger.event('start');
    await again.connection.event('round');
    assert.equal((await refusal(again.connection.ask({ do: 'rematch' }))).code, 'game-not-over');
});

await test('a rematch that nobody joined is no game of theirs once it is closed', async () => {
    const players = await gather(server, engine, settings({ seats: ['me', 'open'] }));
    await Promise.all(players.map((player) => player.play()));
    const [one, two] = players;
    await one.connection.ask({ do: 'rematch' });
    const { table } = await one.connection.event('rematch');
    const ids = async () => (await two.person.ask(server, 'GET', 'games')).games.map(({ id }) => id);
    assert.deepEqual(await ids(), [table, one.table]);
    await one.person.ask(server, 'POST', `tables/${table}`, { do: 'close' });
    assert.deepEqual(await ids(), [one.table]);
});

await test('a rematch against bots alone begins at once, and the store has it after a kill', async () => {
    const own = await Server.start();
    const [one] = await gather(own, engine, settings({ seats: ['me', 'easy'] }));
    await one.play();
    await one.connection.ask({ do: 'rematch' });
    const { table } = await one.connection.event('rematch');
    await own.restart('SIGKILL');
    const connection = await one.person.connect(own);
    await connection.follow(one.table);
    assert.equal((await connection.ask({ do: 'rematch' })).n, (await connection.event('rematch')).n);
    assert.equal((await connection.event('rematch')).table, table);
    assert.equal((await one.person.ask(own, 'GET', `tables/${table}`)).state, 'running');
    await own.stop();
});

await test('a rematch is a table that is opened, and counts as one', async () => {
    const own = await Server.start({ strict: true, args: ['--connections', '8', '--messages', '1000000'] });
    const [one] = await gather(own, engine, settings({ seats: ['me', 'easy'] }));
    await one.play();
    let refused;
    for (let i = 0; i < 20 && !refused; i += 1) {
        refused = await one.person.open(own, settings()).then(() => undefined, (error) => error);
    }
    assert.equal(refused.code, 'too-many-tables');
    const answer = await refusal(one.connection.ask({ do: 'rematch' }));
    assert.deepEqual([answer.error, answer.code], ['slow', 'too-many-tables']);
    assert.ok(one.connection.events().every(({ kind }) => kind !== 'rematch'));
    await own.stop();
});

// ---- Without a WebSocket ----------------------------------------------------------------------

class RemotePlayer {
    constructor() {
        this.person = new Person();
    }

    say(message) {
        return this.person.ask(server, 'POST', `tables/${this.table}`, message);
    }

    async look() {
        const { events } = await this.person.ask(server, 'GET',
            `tables/${this.table}/events?after=${this.journal.last}`);
        for (const event of events) this.journal.event(event);
    }
}

await test('a whole game with open cards over HTTP alone', async () => {
    const wanted = { board: 'transamerica', seats: ['me', 'open'], variants: ['open-cards'] };
    const players = [new RemotePlayer(), new RemotePlayer()];
    const { id } = await players[0].person.open(server, wanted);
    for (const player of players) {
        player.table = id;
        player.journal = new Journal(wanted);
    }
    await players[1].say({ do: 'sit', seat: 2 });
    await players[0].say({ do: 'start' });
    const [one] = players;
    for (await one.look(); one.journal.phase !== 'finished'; await one.look()) {
        const { journal } = one;
        const seat = journal.toMove;
        if (seat) {
            const turn = await engine.turn(journal.record(), seat);
            const { n } = await players[seat - 1].say({ do: 'turn', after: journal.last, turn });
            assert.ok(n > journal.last);
        } else {
            for (const player of players) await player.say({ do: 'ready', after: journal.last });
        }
    }
    const record = await one.person.request(server, 'GET', `/api/v1/tables/${id}/record`);
    assert.equal(record.text.replace(/^name .*\n/gm, ''), one.journal.record());
    assert.equal((await refusal(one.person.ask(server, 'POST', `tables/${id}`, { do: 'back' }))).error,
        'state');
});

await test('my games are listed newest first, and page by page', async () => {
    const person = new Person();
    const player = new Player(server, engine, person);
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.unshift((await person.open(server, settings())).id);
    await player.follow(ids[0]);
    const { games } = await person.ask(server, 'GET', 'games');
    assert.deepEqual(games.map(({ id }) => id), ids);
    const { games: older } = await person.ask(server, 'GET', `games?before=${games[0].changed}`);
    assert.ok(older.length < 3 && older.every(({ changed }) => changed < games[0].changed));
});

await test('the server stops in order', () => server.stopInOrder());
finish();
