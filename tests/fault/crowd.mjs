// People who play on whatever happens to their server, and remember everything it has ever told
// them: an acknowledged turn and an event that somebody has seen must be there for ever.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Person } from '../server/client.mjs';
import { Engine, gather } from '../server/game.mjs';
import { PROGRAM } from '../server/server.mjs';
import { scratch, sleep, until, within } from '../tap.mjs';

const TABLES = [
    { board: 'transamerica', seats: ['me', 'open'] },
    { board: 'transeuropa', seats: ['me', 'open', 'open'] },
    { board: 'transamerica', seats: ['me', 'easy', 'open', 'medium'], variants: ['open-cards'] },
    { board: 'transeuropa-classic', seats: ['easy', 'me'], variants: ['blocking', 'private-tracks'] },
];

export class Crowd {
    // So many tables of each kind at a time.
    constructor(server, size = 1) {
        this.server = server;
        this.tables = Array(size).fill(TABLES).flat();
        this.engine = new Engine();
        this.players = []; // of all tables, also of those that are over
        this.isOver = false;
        this.refused = []; // what the server could not do
    }

    // A table after the other, as long as it is not over; every game is played to its end.
    async playAt(settings) {
        while (!this.isOver) {
            let players;
            try {
                players = await gather(this.server, this.engine, settings);
            } catch (error) {
                if (error.error) this.refused.push(error);
                await sleep(20); // the server is away, or cannot keep anything: a later table
                continue;
            }
            for (const player of players) this.remember(player);
            await Promise.all(players.map((player) => player.playThrough()));
        }
    }

    remember(player) {
        this.players.push(player);
        player.onrefused = (error) => {
            if (error.error) this.refused.push(error);
        };
    }

    begin() {
        this.games = this.tables.map((settings) => this.playAt(settings));
        this.failed = Promise.all(this.games);
        this.failed.catch(() => {});
    }

    get moves() {
        return this.players.reduce((sum, { kept }) => sum + kept.length, 0);
    }

    // Lets them play until so many more moves are acknowledged.
    async moreMoves(count) {
        const goal = this.moves + count;
        while (this.moves < goal) await within(Promise.race([this.failed, sleep(20)]), 'moves');
    }

    // What can be read of a table: a server that has just had trouble says to try again (503), nginx says 502
    // where all of them have just said that, and one of several may hear a few seconds later than others what
    // has happened.
    read(table, what, isAll = () => true) {
        const path = `/api/v1/tables/${table}/${what}`;
        let answer;
        return until(async () => {
            answer = await new Person().request(this.server, 'GET', path);
            assert.ok([200, 502, 503].includes(answer.status), `${path}: ${answer.status} ${answer.text}`);
            return answer.status === 200 && isAll(answer.text) && answer.text;
        }, () => `all of ${path}, which was last answered with ${answer?.status}: ${answer?.text.slice(-200)}`);
    }

    // All events of a table, at least up to one that somebody knows of.
    async eventsOf(table, last) {
        const eventsIn = (text) => JSON.parse(text).events;
        return eventsIn(await this.read(table, 'events?after=0&undo=1', (text) => eventsIn(text).length >= last));
    }

    // Whatever anybody was told until now is there, to the byte.
    async verify() {
        const told = this.players.map(({ table, seat, seen, kept }) => ({
            table, seat, seen: [...seen], kept: [...kept],
        }));
        const tables = new Map();
        for (const table of new Set(told.map((one) => one.table))) {
            const known = told.filter((one) => one.table === table).flatMap(({ seen, kept }) => [...seen.map(([n]) => n), ...kept.map(({ n }) => n)]);
            const events = await this.eventsOf(table, Math.max(0, ...known));
            events.forEach(({ n }, i) => assert.equal(n, i + 1));
            tables.set(table, events);
        }
        for (const { table, seat, seen, kept } of told) {
            const events = tables.get(table);
            for (const [n, bytes] of seen) {
                assert.deepEqual({ is: 'event', ...events[n - 1] }, JSON.parse(bytes));
            }
            for (const { n, turn } of kept) {
                const played = events.slice(0, n).reverse()
                    .find((event) => event.kind === 'turn' && event.seat === seat);
                // V2: the marker does not move in a turn that ends the round.
                assert.ok([turn, turn.split(' >')[0]].includes(played.turn), `${turn} is not there`);
            }
        }
    }

    // The tables whose records are looked at.
    get played() {
        return new Set(this.players.map(({ table }) => table));
    }

    // Everybody plays to the end; every record is without fault.
    async finish() {
        this.isOver = true;
        await within(this.failed, 'the end of all games', 240);
        await this.verify();
        const folder = scratch();
        for (const table of this.played) {
            fs.writeFileSync(path.join(folder, `${table}.rail`), await this.read(table, 'record'));
        }
        const files = fs.readdirSync(folder).map((name) => path.join(folder, name));
        return execFileSync(PROGRAM, ['check', ...files], { encoding: 'utf8' }).trim();
    }
}
