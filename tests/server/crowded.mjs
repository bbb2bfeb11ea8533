#!/usr/bin/env node
// Few connections in total, or few descriptors: strangers who send half of a request take at most a
// part of them, and a newcomer is served while they are still waiting.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { request } from './client.mjs';
import { Raw } from './raw.mjs';
import { PROGRAM, Server } from './server.mjs';
import { finish, scratch, test } from '../tap.mjs';

const TOTAL = 40;
const ADDRESSES = ['127.0.9.1', '127.0.9.2'];
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

// As many as the server takes from two addresses; each has said its half.
async function crowd(server, count, half) {
    const raws = await Promise.all(Array.from({ length: count }, (_, i) =>
        Raw.open(server, { from: ADDRESSES[i % ADDRESSES.length] })));
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

finish();
