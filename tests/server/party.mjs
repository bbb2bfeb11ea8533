#!/usr/bin/env node
// Tables that were opened together deal the same cards.  Nobody sits at two of them, and nobody is
// told a card of another, a missing line, a seed or a record until the last of them is over; then
// each table reveals its rounds, once, whenever the server was killed.  On SQLite and PostgreSQL.
// run: early, not quick
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Person, refusal } from './client.mjs';
import { Engine, Player } from './game.mjs';
import { PROGRAM, Postgres, Server } from './server.mjs';
import { finish, scratch, test, within } from '../tap.mjs';

const DAY_MS = 24 * 60 * 60 * 1000;
const WORDS = 'club evening 12';
const folder = scratch();
const engine = new Engine();

const cities = new Map(['transamerica', 'transeuropa'].map((board) => [board,
    JSON.parse(fs.readFileSync(`boards/${board}.json`, 'utf8')).cities.map(({ id }) => id)]));

// ---- Helpers ----------------------------------------------------------------------------------

function open(server, person, settings) {
    return person.ask(server, 'POST', 'tables', settings);
}

// A party with somebody on each seat, started: the players of each table.  The host sits at the
// first one, or nowhere.
async function gatherParty(server, settings) {
    const host = new Player(server, engine);
    const { tables } = await open(server, host.person, settings);
    const parties = [];
    for (const { id, key, seats } of tables) {
        const players = [];
        for (const [i, { kind }] of seats.entries()) {
            if (kind === 'bot') continue;
            const player = kind === 'person' ? host : new Player(server, engine);
            if (kind === 'person') await player.follow(id);
            else await player.sit(id, i + 1, key);
            players.push(player);
        }
        await host.person.ask(server, 'POST', `tables/${id}`, { do: 'start' });
        parties.push(players);
    }
    return { host, tables, parties };
}

// Everything that somebody was sent, but for their own cards.
class Ear {
    constructor() {
        this.heard = [];
    }

    listen(connection) {
        for (const text of connection.raw) this.take(text);
        const before = connection.onmessage;
        connection.onmessage = (message) => {
            this.take(connection.raw.at(-1));
            before?.(message);
        };
    }

    take(text) {
        const message = JSON.parse(text);
        if (message.is !== 'hand') this.heard.push(text);
    }

    // What of it tells a card, a missing line or what they follow from.
    secrets(board) {
        const words = [...cities.get(board).map((id) => `"${id}"`), '"hands"', '"missing"', '"lines"', '"seed"',
            WORDS];
        return this.heard.flatMap((text) => words.filter((word) => text.includes(word))
            .map((word) => `${word} in ${text.slice(0, 200)}`));
    }
}

// What a stranger can ask over HTTP about a table, and whoever played.
async function askEverything(server, ear, table, persons) {
    for (const person of [new Person(), ...persons]) {
        for (const at of [`tables/${table}`, `tables/${table}/events?after=0`, 'tables', 'games']) {
            const { status, text } = await person.request(server, 'GET', `/api/v1/${at}`);
            assert.equal(status, 200);
            ear.take(text);
        }
        const record = await person.request(server, 'GET', `/api/v1/tables/${table}/record`);
        assert.equal(record.status, 409);
        assert.equal(JSON.parse(record.text).error, 'state');
    }
}

async function eventsOf(server, table) {
    return (await new Person().ask(server, 'GET', `tables/${table}/events?after=0`)).events;
}

// The events of a table once it has so many reveals: somebody looks at it, so it has to come.
async function revealed(server, table) {
    const connection = await new Person().connect(server);
    await connection.follow(table);
    await connection.event(({ kind, seed }) => kind === 'reveal' && seed);
    const events = connection.events();
    await connection.close();
    return events;
}

// Each round once, in order, the seed with the last; and what a record says.
async function checkReveals(server, table) {
    const events = await revealed(server, table);
    assert.deepEqual(events.map(({ n }) => n), events.map((_, i) => i + 1));
    const reveals = events.filter(({ kind }) => kind === 'reveal');
    const ends = events.filter(({ kind }) => kind === 'end');
    assert.deepEqual(reveals.map(({ round }) => round), ends.length ? ends.map(({ round }) => round) : [undefined]);
    assert.deepEqual(reveals.map(({ seed }) => Boolean(seed)), reveals.map((_, i) => i === reveals.length - 1));
    for (const [i, { score }] of ends.entries()) {
        assert.deepEqual(reveals[i].missing.map(({ cost }) => cost), score);
    }
    return { events, reveals, seed: reveals.at(-1).seed };
}

async function checkRecord(server, table, player, { events, seed }) {
    // Who is still there hears of it too, in their own time.
    if (!player.connection.isClosed) await player.connection.event(({ n }) => n === events.at(-1).n);
    for (const event of events) if (event.n > player.journal.last) player.journal.event(event);
    const record = await new Person().request(server, 'GET', `/api/v1/tables/${table}/record`);
    assert.equal(record.status, 200);
    assert.equal(record.text.replace(/^name .*\n/gm, ''), player.journal.record());
    const file = path.join(folder, `${table}.rail`);
    fs.writeFileSync(file, record.text);
    execFileSync(PROGRAM, ['check', '--seed', seed, '--commitment', player.journal.commitment, file]);
}

function playAll(players) {
    return within(Promise.all(players.map((player) => player.play())), 'the end of a game', 240);
}

async function leave(players) {
    for (const { connection } of players) await connection.close();
}

// ---- Whole parties ----------------------------------------------------------------------------

async function wholeParty(server, settings) {
    const { board } = settings;
    const { tables, parties } = await gatherParty(server, settings);
    const ids = tables.map(({ id }) => id);
    const ear = new Ear();
    const all = parties.flat();
    for (const player of all) ear.listen(player.connection);
    for (const table of ids) {
        const watcher = await new Person().connect(server);
        await watcher.follow(table);
        ear.listen(watcher);
    }
    const lobby = await new Person().connect(server);
    ear.listen(lobby);
    lobby.send({ do: 'lobby' });

    for (const [i, players] of parties.entries()) {
        await playAll(players);
        if (i + 1 === parties.length) break;
        for (const table of ids) await askEverything(server, ear, table, all.map(({ person }) => person));
        assert.deepEqual(ear.secrets(board), []);
        assert.ok(ear.heard.some((text) => text.includes('"kind":"result"')));
    }
    const shown = [];
    for (const [i, table] of ids.entries()) {
        shown.push(await checkReveals(server, table));
        await checkRecord(server, table, parties[i][0], shown[i]);
        const { settings: kept, party } = await new Person().ask(server, 'GET', `tables/${table}`);
        assert.equal(kept.seed, settings.seed);
        assert.deepEqual(party, ids);
    }
    assert.ok(ear.secrets(board).length > 0, 'the test would see cards');
    return { ids, parties, shown };
}

function sameCards({ parties, shown }) {
    const rounds = Math.min(...shown.map(({ reveals }) => reveals.length));
    for (let round = 1; round <= rounds; round += 1) {
        const [first, ...others] = shown.map(({ reveals }) => reveals[round - 1].hands);
        for (const hands of others) assert.deepEqual(hands, first);
        for (const { seat, journal } of parties.flat()) {
            assert.deepEqual(journal.hands.get(`${round} ${seat}`), first[seat - 1]);
        }
    }
    assert.equal(new Set(shown.map(({ seed }) => seed)).size, 1);
    const firsts = shown.map(({ events }) => events.find(({ kind }) => kind === 'round').first);
    assert.equal(new Set(firsts).size, 1);
}

// ---- All of it, with one store ----------------------------------------------------------------

async function testParties(store, options) {
    const server = await Server.start(options);
    const TWO = { board: 'transamerica', seats: ['me', 'open'], tables: 2 };
    let kept;

    await test(`${store}: one request opens several tables, and the host sits at the first`, async () => {
        const host = new Person();
        const { tables } = await open(server, host, { ...TWO, seats: ['me', 'invited', 'easy'], tables: 8 });
        assert.equal(new Set(tables.map(({ id }) => id)).size, 8);
        assert.equal(new Set(tables.map(({ key }) => key)).size, 8);
        for (const [i, { id, party, state, seats, settings }] of tables.entries()) {
            assert.deepEqual(party, tables.map((table) => table.id));
            assert.equal(state, 'open');
            assert.deepEqual(seats.map(({ kind }) => kind), [i ? 'open' : 'person', 'invited', 'bot']);
            assert.deepEqual(settings.seats, [i ? 'open' : 'me', 'invited', 'easy']);
            assert.deepEqual((await new Person().ask(server, 'GET', `tables/${id}`)).party, party);
        }
    });

    await test(`${store}: one table is opened as ever, and belongs to no party`, async () => {
        for (const settings of [{ ...TWO, tables: 1 }, { ...TWO, tables: undefined }]) {
            const table = await open(server, new Person(), settings);
            assert.equal(table.state, 'open');
            assert.equal(table.party, undefined);
        }
    });

    await test(`${store}: a number out of range and open cards are refused`, async () => {
        for (const tables of [0, 9, -1, 1.5, '2', null]) {
            assert.equal((await refusal(open(server, new Person(), { ...TWO, tables }))).error, 'field');
        }
        const shown = await refusal(open(server, new Person(), { ...TWO, variants: ['open-cards'] }));
        assert.equal(shown.error, 'field');
    });

    await test(`${store}: nobody sits at two tables of a party, also after a restart`, async () => {
        const host = new Person();
        const bob = new Person();
        const { tables: [one, two] } = await open(server, host, TWO);
        const sit = (person, table, seat) => person.ask(server, 'POST', `tables/${table.id}`, { do: 'sit', seat });
        const stand = (person, table) => person.ask(server, 'POST', `tables/${table.id}`, { do: 'stand' });
        assert.equal((await refusal(sit(host, two, 1))).error, 'forbidden');
        await sit(bob, one, 2);
        assert.equal((await refusal(sit(bob, two, 1))).error, 'forbidden');
        await server.restart();
        assert.equal((await refusal(sit(bob, two, 1))).error, 'forbidden');
        const socket = await bob.connect(server);
        await socket.follow(two.id);
        assert.equal((await refusal(socket.ask({ do: 'sit', seat: 1 }))).error, 'forbidden');
        await stand(bob, one);
        await socket.ask({ do: 'sit', seat: 1 });
        assert.equal((await refusal(sit(bob, one, 2))).error, 'forbidden');
        await sit(new Person(), one, 2);
        await host.ask(server, 'POST', `tables/${one.id}`, { do: 'start' });
        await stand(bob, two);
        assert.equal((await refusal(sit(host, two, 1))).error, 'forbidden');
        await host.ask(server, 'POST', `tables/${one.id}`, { do: 'leave' });
        assert.equal((await refusal(sit(host, two, 1))).error, 'forbidden');
        await socket.close();
    });

    await test(`${store}: of many who sit down at all tables at once, each gets one seat`, async () => {
        const { tables } = await open(server, new Person(), { ...TWO, seats: ['open', 'open', 'open'], tables: 4 });
        for (let i = 0; i < 6; i += 1) {
            const person = new Person();
            const answers = await Promise.allSettled(tables.map(({ id }) => person.ask(server, 'POST',
                `tables/${id}`, { do: 'sit', seat: 1 + Math.floor(i / 4) })));
            assert.ok(answers.filter(({ status }) => status === 'fulfilled').length <= 1);
        }
        const seats = await Promise.all(tables.map(({ id }) => new Person().ask(server, 'GET', `tables/${id}`)));
        const sitting = seats.flatMap((table) => table.seats).map(({ who }) => who).filter(Boolean);
        assert.equal(new Set(sitting).size, sitting.length);
        assert.equal(sitting.length, 6);
    });

    await test(`${store}: the same cards at two tables, hidden until both are over`, async () => {
        kept = await wholeParty(server, { ...TWO, public: true, seed: WORDS });
        sameCards(kept);
    });

    await test(`${store}: three tables with bots on another board`, async () => {
        const settings = { board: 'transeuropa', seats: ['me', 'easy', 'open'], variants: ['blocking'], tables: 3 };
        sameCards(await wholeParty(server, settings));
    });

    await test(`${store}: nothing is revealed twice when the server is started again`, async () => {
        const before = await Promise.all(kept.ids.map((table) => eventsOf(server, table)));
        await server.restart();
        for (const table of kept.ids) await checkReveals(server, table);
        assert.deepEqual(await Promise.all(kept.ids.map((table) => eventsOf(server, table))), before);
    });

    await test(`${store}: killed behind the last result, the tables reveal their cards later`, async () => {
        const { tables: [one, two], parties } = await gatherParty(server, TWO);
        await Promise.all(parties.map((players) => playAll(players)));
        await server.stop('SIGKILL');
        await server.start();
        const shown = [await checkReveals(server, two.id), await checkReveals(server, one.id)];
        await checkRecord(server, one.id, parties[0][0], shown[1]);
        await checkRecord(server, two.id, parties[1][0], shown[0]);
    });

    await test(`${store}: whatever of the reveals is on disk, the rest follows once`, async () => {
        const [one, two] = kept.ids;
        const before = await Promise.all(kept.ids.map((table) => eventsOf(server, table)));
        const bodies = before.map((events) => events.map(({ at, ...rest }) => rest));
        // As if the server had been killed behind so many reveals of a table.
        const forget = (table, i, behind) => server.sql('DELETE FROM event WHERE game = '
            + `(SELECT key FROM game WHERE id = '${table}') AND number > `
            + `${before[i].find(({ kind }) => kind === 'reveal').n - 1 + behind}`);
        for (const [ofOne, ofTwo] of [[0, 0], [0, 1], [1, 1]]) {
            await server.stopInOrder();
            forget(one, 0, ofOne);
            forget(two, 1, ofTwo);
            await server.start();
            // A record needs no reveal: what counts is that all tables are over.
            const record = await new Person().request(server, 'GET', `/api/v1/tables/${one}/record`);
            assert.equal(record.status, 200);
            await checkReveals(server, one);
            await checkReveals(server, two);
            const after = await Promise.all(kept.ids.map((table) => eventsOf(server, table)));
            assert.deepEqual(after.map((events) => events.map(({ at, ...rest }) => rest)), bodies);
        }
    });

    await test(`${store}: a table that its host closes counts as over, and so does the last one`, async () => {
        for (const last of ['closed', 'finished']) {
            const host = new Player(server, engine);
            const guest = new Player(server, engine);
            const { tables: [one, two] } = await open(server, host.person, TWO);
            const close = () => host.person.ask(server, 'POST', `tables/${two.id}`, { do: 'close' });
            await host.follow(one.id);
            await guest.sit(one.id, 2);
            await host.connection.ask({ do: 'start' });
            if (last === 'finished') await close();
            await playAll([host, guest]);
            if (last === 'closed') {
                assert.ok(!(await eventsOf(server, one.id)).some(({ kind }) => kind === 'reveal'));
                await close();
            }
            await host.connection.event(({ kind, seed }) => kind === 'reveal' && seed);
            const shown = await checkReveals(server, one.id);
            await checkRecord(server, one.id, host, shown);
            const closed = await checkReveals(server, two.id);
            assert.equal(closed.reveals.length, 1);
            assert.equal(closed.seed, shown.seed);
            await leave([host, guest]);
        }
    });

    await test(`${store}: a table that nobody started within a day counts as over`, async () => {
        const host = new Player(server, engine);
        const guest = new Player(server, engine);
        const { tables: [one, two] } = await open(server, host.person, TWO);
        await host.follow(one.id);
        await guest.sit(one.id, 2);
        await host.connection.ask({ do: 'start' });
        await playAll([host, guest]);
        await server.stopInOrder();
        server.sql(`UPDATE game SET opened = opened - ${DAY_MS} WHERE id = '${two.id}'`);
        await server.start();
        await checkRecord(server, one.id, host, await checkReveals(server, one.id));
        assert.equal((await eventsOf(server, two.id)).find(({ kind }) => kind === 'close').why, 'old');
    });

    await test(`${store}: all tables of a party are kept, or none`, async () => {
        await server.stopInOrder();
        server.sql(server.database
            ? `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF (SELECT count(*) FROM game WHERE party = NEW.party) = 2 THEN RAISE 'no'; END IF;
                RETURN NEW; END $$;
                CREATE TRIGGER refuse BEFORE INSERT ON game FOR EACH ROW WHEN (NEW.party <> '')
                EXECUTE FUNCTION refuse()`
            : `CREATE TRIGGER refuse BEFORE INSERT ON game WHEN NEW.party <> ''
                AND (SELECT count(*) FROM game WHERE party = NEW.party) = 2
                BEGIN SELECT RAISE(ABORT, 'no'); END`);
        const [[count]] = server.sql('SELECT count(*) FROM game');
        await server.start();
        const refused = await refusal(open(server, new Person(), { ...TWO, public: true, tables: 3 }));
        assert.equal(refused.error, 'store');
        assert.deepEqual((await new Person().ask(server, 'GET', 'tables')).tables
            .filter(({ party }) => party?.length === 3), []);
        assert.equal((await open(server, new Person(), TWO)).tables.length, 2);
        await server.stopInOrder();
        assert.deepEqual(server.sql('SELECT count(*) FROM game'), [[String(Number(count) + 2)]]);
    });
}

// ---- Budgets ----------------------------------------------------------------------------------

async function testBudgets() {
    const settings = { board: 'transamerica', seats: ['me', 'open'] };
    const limits = async (args, wanted) => {
        const server = await Server.start({ strict: true, args });
        for (const [change, code] of wanted) {
            const asked = open(server, new Person(), { ...settings, ...change });
            if (code) assert.equal((await refusal(asked)).error, code);
            else assert.ok((await asked).tables.length > 1);
        }
        await server.stopInOrder();
    };
    await test('each table counts as an opening of its address', () => limits(['--connections', '4'],
        [[{ tables: 5 }, 'slow'], [{ tables: 4 }]]));
    await test('each public table counts as a listing', () => limits(['--connections', '24'],
        [[{ tables: 4, public: true }, 'slow'], [{ tables: 3, public: true }], [{ tables: 4 }]]));
    await test('each table has its price', () => limits(['--messages', '15'], [[{ tables: 8 }, 'slow']]));
    await test('the largest party can be paid by default', () => limits([], [[{ tables: 8 }]]));
}

const postgres = await Postgres.start();
await testParties('SQLite', {});
await testParties('PostgreSQL', { database: postgres.database('party') });
await testBudgets();
finish();
