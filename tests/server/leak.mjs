#!/usr/bin/env node
// The leak test.  Two deals are found that differ only in the cards of the others, and their seeds in
// the database; the same people do the same things at both, each time on a new server whose table was
// given that seed there, since no request can choose the cards.  Until these are shown, every byte that anybody else is sent is the same: messages of every kind, answers to what
// is refused, HTTP, a reconnection, a restarted server, spectators, the lobby and the log.  Masked
// are only times and what the server draws at random for a table, whatever its cards are.
// run: release too, not quick
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Person, Refused } from './client.mjs';
import { Journal } from './game.mjs';
import { PROGRAM, Server } from './server.mjs';
import { finish, note, scratch, test, times } from '../tap.mjs';

const SEATS = 3;
const TURNS = 18;
const WORDS = 'a seed of the host';
const folder = scratch();

// The people are the same in all runs: ada is who must not learn anything, as seat 1.
const people = Object.fromEntries(['ada', 'bob', 'eve', 'sam', 'lou'].map((name) => [name, new Person()]));
const seated = [people.ada, people.bob, people.eve];

function settings({ board, variants }) {
    return { board, variants, seats: ['me', 'open', 'open'], public: true, seed: WORDS };
}

async function openTable(server, game) {
    const table = await people.ada.open(server, settings(game));
    await people.bob.ask(server, 'POST', `tables/${table.id}`, { do: 'sit', seat: 2 });
    await people.eve.ask(server, 'POST', `tables/${table.id}`, { do: 'sit', seat: 3 });
    return table;
}

// ---- Two deals --------------------------------------------------------------------------------

// What a deal looks like to seat 1, and what it hides.
async function lookAt(server, connections, game) {
    const { id } = await openTable(server, game);
    await people.ada.ask(server, 'POST', `tables/${id}`, { do: 'start' });
    const hands = [];
    let first;
    for (const connection of connections) {
        const from = connection.messages.length;
        await connection.follow(id);
        const hand = await connection.wait(({ is }) => is === 'hand', 'a hand', from);
        first = (await connection.event('round', from)).first;
        hands.push(hand.cities.join(' '));
    }
    return { id, shown: `${first} ${hands[0]}`, hidden: hands.slice(1) };
}

// Two tables with the same first player and the same hand for seat 1, and other hands for the rest.
async function findDeals(server, game) {
    const connections = await Promise.all(seated.map((person) => person.connect(server)));
    const found = new Map();
    for (let i = 0; i < 5000; i += 1) {
        const deal = await lookAt(server, connections, game);
        const like = found.get(deal.shown);
        if (like && deal.hidden.every((hand, seat) => hand !== like.hidden[seat])) {
            note(`${game.board}: two of ${i + 1} deals: ${deal.shown}`);
            return [like, deal];
        }
        found.set(deal.shown, deal);
    }
    throw new Error('no two deals are alike');
}

// ---- The same things at both ------------------------------------------------------------------

class Run {
    constructor(game, seed) {
        Object.assign(this, { game, seed });
        this.server = new Server({ args: ['--name', 'one'] });
        this.heard = {}; // by who and kind: the messages, in order
        this.links = {};
        this.journal = new Journal(settings(game));
    }

    hear(who, kind, text) {
        (this.heard[`${who}: ${kind}`] ??= []).push(text);
    }

    async connect(name, person) {
        const link = await person.connect(this.server);
        this.hear(name, 'hello', link.raw[0]);
        link.onmessage = ({ is }) => this.hear(name, is, link.raw.at(-1));
        this.links[name] = link;
        return link;
    }

    // Everybody who is to be there: the players, ada's second tab, a spectator, the lobby.
    async gather(after) {
        for (const [name, person] of [['ada', people.ada], ['bob', people.bob], ['eve', people.eve],
            ['ada again', people.ada], ['sam', people.sam]]) {
            await (await this.connect(name, person)).follow(this.table, after);
        }
        const lobby = await this.connect('lou', people.lou);
        lobby.send({ do: 'lobby' });
        await lobby.wait(({ is }) => is === 'lobby', 'the lobby');
    }

    async ask(name, message) {
        try {
            return (await this.links[name].ask(message)).n;
        } catch (error) {
            if (error instanceof Refused) return 0;
            throw error;
        }
    }

    // All who follow have received that event, so that what comes next is in the same order.
    async reach(n) {
        for (const name of ['ada', 'bob', 'eve', 'ada again', 'sam']) {
            await this.links[name].event((event) => event.n === n);
        }
        for (const event of this.links.sam.events()) {
            if (event.n > this.journal.last) this.journal.event(event);
        }
    }

    async do(name, message) {
        const n = await this.ask(name, message);
        if (n > this.journal.last) await this.reach(n);
    }

    // A legal turn that depends on nothing but what lies open.
    anyTurn(number) {
        const file = path.join(folder, 'now.rail');
        fs.writeFileSync(file, this.journal.record());
        const turns = execFileSync(PROGRAM, ['turns', file], { encoding: 'utf8' }).trimEnd().split('\n');
        return turns[(number * 7919) % turns.length];
    }

    async playTurn(number) {
        const mover = ['ada', 'bob', 'eve'][this.journal.toMove - 1];
        await this.do(mover, { do: 'turn', after: this.journal.last, turn: this.anyTurn(number) });
    }

    // What is refused, for every reason, whoever's turn it is.
    async tryEverything() {
        const after = this.journal.last;
        for (const name of ['ada', 'sam']) {
            for (const turn of ['pass', '@A1', '@K7', 'A1-B1', 'K7-L7', 'K7-L7 L7-M7', 'K7~L7', 'K7-L7*',
                'K7-L7 >L7', 'nonsense', '']) {
                await this.ask(name, { do: 'turn', after, turn });
            }
            for (const message of [{ do: 'turn', after: 1, turn: 'pass' }, { do: 'ready', after },
                { do: 'turn', after: after + 9, turn: 'pass' }, { do: 'sit', seat: 2 }, { do: 'stand' },
                { do: 'seat', seat: 2, as: 'easy' }, { do: 'fill', as: 'easy' }, { do: 'start' },
                { do: 'close' }, { do: 'away', seat: 2 }, { do: 'dance' }, { do: 'chat', text: '' },
                { do: 'follow', table: 'aaaaaaaaaaaa', after: 0 }]) {
                await this.ask(name, message);
            }
        }
    }

    async askOverHttp() {
        const table = `/api/v1/tables/${this.table}`;
        for (const [who, person] of [['ada', people.ada], ['sam', people.sam], ['nobody', undefined]]) {
            for (const at of [table, `${table}/events?after=0`, `${table}/events?after=7`, `${table}/record`,
                '/api/v1/tables', '/api/v1/games', '/api/v1/me', '/healthz', `/t/${this.table}`]) {
                if (!person && at === '/api/v1/me') continue;
                const asking = person ?? new Person(people.lou.secret);
                const { status, text } = await asking.request(this.server, 'GET', at);
                this.hear(who, `GET ${at}`, `${status} ${text}`);
            }
        }
    }

    async play() {
        await this.server.start();
        this.table = (await openTable(this.server, this.game)).id;
        await this.server.stopInOrder();
        this.server.sql(`UPDATE game SET secret = '${this.seed}' WHERE id = '${this.table}'`);
        await this.server.start();
        await this.gather(0);
        await this.do('ada', { do: 'start' });
        await this.askOverHttp();
        for (let i = 0; i < TURNS; i += 1) {
            await this.playTurn(i);
            if (i === 3 || i === 4 || i === 5) await this.tryEverything();
            if (i === 7) await this.do('bob', { do: 'chat', text: 'I have good cards' });
            if (i === 8) await this.do('ada', { do: 'mute', who: people.bob.id, on: true });
            if (i === 9) await this.comeBack();
            if (i === 10) await this.leaveAndReturn();
            if (i === 12) await this.restart();
            if (i === 14) await this.askOverHttp();
        }
        this.metrics = (await people.sam.request(this.server, 'GET', '/metrics')).text;
        await this.server.stopInOrder();
    }

    async comeBack() {
        await this.links.ada.drop();
        await (await this.connect('ada', people.ada)).follow(this.table, this.journal.last - 4);
    }

    // Somebody leaves and is back before it is their turn, so that no bot plays.
    async leaveAndReturn() {
        const name = ['bob', 'eve', 'bob'][this.journal.toMove - 1];
        await this.do(name, { do: 'leave' });
        await this.do(name, { do: 'back' });
    }

    async restart() {
        await this.server.stop('SIGKILL');
        await this.server.start();
        await this.gather(this.journal.last);
    }

    // What is random or a time, and no card's business.
    mask(text) {
        return text.replaceAll(this.table, 'TABLE')
            .replaceAll(`:${this.server.port}`, ':PORT')
            .replace(/"(at|now|opened|changed|left|since)":\d+/g, '"$1":TIME')
            .replace(/"commitment":"[0-9a-f]{64}"/g, '"commitment":HASH')
            .replace(/"key":"[^"]*"/g, '"key":KEY')
            .replace(/\b20\d\d-\d\d-\d\d[T ][0-9:.]+Z?/g, 'TIME')
            .replace(/\b\d+(\.\d+)? ?(ms|s)\b/g, 'TIME')
            .replace(/\b1[0-9]{12}\b/g, 'TIME');
    }

    // All that somebody heard of a kind.  When the lobby and who is here are told depends on the
    // moment, so of these only what is told counts.
    told(key) {
        const texts = this.heard[key].map((text) => this.mask(text));
        return /: (lobby|people)$/.test(key) ? [...new Set(texts)].sort() : texts;
    }
}

// ---- Comparing --------------------------------------------------------------------------------

// Where two lists of texts differ first, without the rest of them.
function sameTexts(got, expected) {
    const at = expected.findIndex((text, i) => text !== got[i]);
    if (at < 0 && got.length === expected.length) return;
    const cut = (text = '') => {
        const from = [...text].findIndex((letter, i) => letter !== (expected[at] ?? '')[i]
            || letter !== (got[at] ?? '')[i]);
        return text.slice(Math.max(0, from - 80), from + 120);
    };
    throw new Error(`message ${at + 1} of ${expected.length} and ${got.length}:\n`
        + `...${cut(expected[at])}...\n...${cut(got[at])}...`);
}

async function compare(game) {
    const search = await Server.start();
    let deals;
    await test(`${game.name}: two deals that look alike from seat 1 are found`, async () => {
        deals = await findDeals(search, game);
    });
    await search.stopInOrder();
    if (!deals) return;
    const seeds = deals.map(({ id }) => search.sql(`SELECT secret FROM game WHERE id = '${id}'`)[0][0]);
    const runs = [];
    await test(`${game.name}: the same things happen at both`, async () => {
        for (const seed of seeds) {
            const run = new Run(game, seed);
            await run.play();
            runs.push(run);
        }
        assert.deepEqual(Object.keys(runs[0].heard).map((key) => runs[0].mask(key)).sort(),
            Object.keys(runs[1].heard).map((key) => runs[1].mask(key)).sort());
    });
    if (runs.length < 2) return;
    const [one, two] = runs;
    const keys = Object.keys(one.heard);
    const others = new Map(Object.keys(two.heard).map((key) => [two.mask(key), key]));
    for (const who of ['ada', 'ada again', 'sam', 'lou', 'nobody']) {
        for (const key of keys.filter((name) => name.startsWith(`${who}: `))) {
            await test(`${game.name}: the same bytes for ${one.mask(key)}`, () => {
                sameTexts(two.told(others.get(one.mask(key))), one.told(key));
            });
        }
    }
    await test(`${game.name}: nobody is told a seed, and the log has none`, () => {
        for (const { heard, server, seed } of runs) {
            const all = [...Object.values(heard).flat(), server.log];
            for (const word of [WORDS, seed]) assert.ok(!all.some((text) => text.includes(word)), word);
        }
    });
    await test(`${game.name}: the same log`, () => {
        sameTexts(two.mask(two.server.log).split('\n'), one.mask(one.server.log).split('\n'));
    });
    // And for what waits in a queue at the moment: the work behind the last answer may not be done yet.
    await test(`${game.name}: the same measurements but for times`, () => {
        const varies = /second|byte|bucket|group|_queue|# /;
        const counts = ({ metrics }) => metrics.split('\n').filter((line) => !varies.test(line)).join('\n');
        assert.equal(counts(two), counts(one));
    });
    await test(`${game.name}: the test sees cards: the others' bytes differ in their hands`, () => {
        for (const who of ['bob', 'eve']) {
            assert.notDeepEqual(two.told(`${who}: hand`), one.told(`${who}: hand`));
            assert.deepEqual(two.told(`${who}: event`), one.told(`${who}: event`));
        }
    });
}

const GAMES = [
    { name: 'TransAmerica', board: 'transamerica', variants: [] },
    { name: 'Trans Europa, blocking, private tracks', board: 'transeuropa',
        variants: ['blocking', 'private-tracks'] },
];

for (const game of GAMES.slice(0, times(GAMES.length))) await compare(game);
finish();
