#!/usr/bin/env node
// Whole games over real WebSockets, by people and bots, on every board and with every variant, on
// SQLite and on PostgreSQL: the record of each is the one that every client can put together from
// what it was sent, and passes `railhead check`.
// run: release too
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Person } from './client.mjs';
import { Engine, Player, gather } from './game.mjs';
import { PROGRAM, Postgres, Server } from './server.mjs';
import { finish, scratch, test, within } from '../tap.mjs';

const GAMES = [
    { board: 'transamerica', seats: ['me', 'open'] },
    { board: 'transeuropa', variants: ['private-tracks'], seats: ['me', 'open', 'open', 'open'] },
    { board: 'transeuropa-classic', variants: ['blocking'],
        seats: ['open', 'invited', 'me', 'open', 'open', 'open'] },
    { board: 'transamerica', variants: ['open-cards'], seats: ['medium', 'me', 'easy', 'open'] },
    { board: 'transeuropa', variants: ['open-cards', 'blocking', 'private-tracks'],
        seats: ['hard', 'me', 'invited'] },
];

const folder = scratch();

function withoutNames(record) {
    return record.replace(/^name .*\n/gm, '');
}

// Everything that a client can check about a finished game.
async function checkRecord(server, players, watcher) {
    const { table, journal } = players[0];
    const record = await players[0].person.request(server, 'GET', `/api/v1/tables/${table}/record`);
    assert.equal(record.status, 200);
    assert.equal(withoutNames(record.text), journal.record());
    for (const player of players) {
        assert.deepEqual([...player.seen.values()].sort(), [...watcher.seen.values()].sort());
        assert.ok(player.kept.length > 0);
    }
    const file = path.join(folder, `${table}.rail`);
    fs.writeFileSync(file, record.text);
    execFileSync(PROGRAM, ['check', '--seed', journal.seed, '--commitment', journal.commitment, file]);
}

async function playGame(server, engine, settings) {
    const players = await gather(server, engine, settings);
    const watcher = new Player(server, engine);
    const { seat } = await watcher.follow(players[0].table);
    assert.equal(seat, 0);
    await within(Promise.all(players.map((player) => player.play())), 'the end of a game', 240);
    await watcher.connection.event('result');
    await checkRecord(server, players, watcher);
    assert.ok(!watcher.connection.messages.some(({ is }) => is === 'hand'));
    for (const player of players) {
        const { games } = await player.person.ask(server, 'GET', 'games');
        assert.deepEqual(games.map(({ id, state }) => `${id} ${state}`), [`${player.table} finished`]);
        await player.connection.close();
    }
    await watcher.connection.close();
}

async function playAll(store, options) {
    const server = await Server.start(options);
    const engine = new Engine();
    const games = GAMES.map((settings) => playGame(server, engine, settings).then(
        () => undefined, (error) => error));
    for (const [i, { board, variants = [], seats }] of GAMES.entries()) {
        const people = seats.filter((seat) => ['me', 'open', 'invited'].includes(seat)).length;
        await test(`${store}: ${people} people and ${seats.length - people} bots on ${board}`
            + `${variants.map((name) => `, ${name}`).join('')}`, async () => {
            const error = await games[i];
            if (error) throw error;
        });
    }
    await test(`${store}: everything is there when the server has been started again`, async () => {
        const before = await new Person().request(server, 'GET', '/healthz');
        assert.equal(before.status, 200);
        await server.stopInOrder();
        await server.start();
        for (const name of fs.readdirSync(folder)) {
            const record = await new Person().request(server, 'GET',
                `/api/v1/tables/${name.replace('.rail', '')}/record`);
            assert.equal(record.text, fs.readFileSync(path.join(folder, name), 'utf8'));
            fs.rmSync(path.join(folder, name));
        }
    });
}

const postgres = await Postgres.start();
await playAll('SQLite', {});
await playAll('PostgreSQL', { database: postgres.database('games') });
finish();
