#!/usr/bin/env node
// Few connections in total, or few descriptors: strangers who send half of a request take at most a
// part of them, and a newcomer is served while they are still waiting, also while they come again at
// once whenever they are dropped.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { request } from './client.mjs';
import { Raw } from './raw.mjs';
import { PROGRAM, Server } from './server.mjs';
import { finish, scratch, test } from '../tap.mjs';

const TOTAL = 40;
const A_FEW = 2; // connections that an address may begin however crowded it is
const NEWCOMERS = 60;
const addresses = (count) => Array.from({ length: count }, (_, i) => `127.0.9.${i + 1}`);
const HALVES = {
    nothing: '',
    'half of a head': 'GET / HTTP/1.1\r\nHost: x\r\n',
    'half of a body': 'POST /api/v1/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{',
};

// With `ulimit -n`, as a service or a container may set it.
function limited(descriptors) {
    const file = path.join(scratch(), 'railhead');
    fs.writeFileSync(file, `#!/bin/sh\nulimit -n ${descriptors}\nexec ${path.resolve(PROGRAM)} "$@"\n`, { mode: 0o755 });
    return file;
}

async function start(args, program = PROGRAM) {
    const server = new Server({ strict: true, args });
    server.program = program;
    await server.start();
    return server;
}

// As many as the server takes; each has said its half.
async function crowd(server, count, half) {
    const raws = await Promise.all(addresses(count / A_FEW).flatMap((from) =>
        Array.from({ length: A_FEW }, () => Raw.open(server, { from }))));
    for (const raw of raws) raw.write(half);
    return raws;
}

// When all time out together before the newcomer is served, none is left.
async function servesANewcomer(server, count, half) {
    const raws = await crowd(server, count, half);
    for (let i = 0; i < 3; i += 1) assert.equal((await request(server, { path: '/healthz' })).status, 200);
    const waiting = () => raws.filter(({ isClosed }) => !isClosed).length;
    assert.ok(waiting() > 0, 'some of them are still waiting, so that their time was not up');
    for (const raw of raws) await raw.destroy();
}

const few = await start(['--connections-total', String(TOTAL)]);
for (const [what, half] of Object.entries(HALVES)) {
    await test(`${TOTAL} connections in total: who has sent ${what} locks nobody out`,
        () => servesANewcomer(few, TOTAL, half));
}
await few.stopInOrder();

await test('64 descriptors: who has sent half of a head locks nobody out', async () => {
    const server = await start([], limited(64));
    await servesANewcomer(server, TOTAL, HALVES['half of a head']);
    await server.stopInOrder();
});

// Seven addresses that always have sixteen connections each, or are about to.
async function besiege(server, half, running) {
    let isOver = false;
    const sieges = addresses(7).flatMap((from) => Array.from({ length: 16 }, async () => {
        while (!isOver) {
            const raw = (await Raw.open(server, { from })).write(half);
            await Promise.race([raw.closed, running.catch(() => {})]);
            await raw.destroy();
        }
    }));
    await running.finally(() => { isOver = true; });
    await Promise.all(sieges);
}

await test('64 connections in total: who comes again with half of a head as soon as they are dropped ends nobody else',
    async () => {
        const server = await start(['--connections-total', '64']);
        const newcomers = async () => {
            for (let i = 0; i < NEWCOMERS; i += 1) {
                assert.equal((await request(server, { path: '/healthz' })).status, 200);
            }
        };
        await besiege(server, HALVES['half of a head'], newcomers());
        await server.stopInOrder();
    });

finish();
