#!/usr/bin/env node
// A full disk: clear errors, nothing lost, and everything goes on when there is room again, without
// a restart.  On a small file system of its own for root, with a limit on the size of files for
// others.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Person, refusal, request } from '../server/client.mjs';
import { Server } from '../server/server.mjs';
import { after, finish, note, scratch, sleep, test, times, until, within } from '../tap.mjs';
import { Crowd } from './crowd.mjs';

const MEGABYTES = 64;

function smallDisk(folder) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', folder], { stdio: 'pipe' });
    after(() => execFileSync('umount', ['-l', folder]));
    const filler = path.join(folder, 'filler');
    return {
        fill() {
            const file = fs.openSync(filler, 'w');
            try {
                for (const block = Buffer.alloc(4096); ;) fs.writeSync(file, block);
            } catch (error) {
                assert.equal(error.code, 'ENOSPC');
            } finally {
                fs.closeSync(file);
            }
        },
        empty: () => fs.rmSync(filler),
    };
}

function smallFiles(folder, server) {
    const limit = (bytes) => execFileSync('prlimit', ['--pid', String(server().pid), `--fsize=${bytes}:unlimited`]);
    return {
        fill() {
            const sizes = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).size);
            limit(Math.max(4096, Math.min(...sizes)));
        },
        empty: () => limit('unlimited'),
    };
}

const folder = scratch();
let server;
let disk;
try {
    disk = smallDisk(folder);
} catch (error) {
    note(`no file system of our own: ${String(error.message).split('\n')[0]}`);
    disk = smallFiles(folder, () => server);
}
server = await Server.start({ data: folder });
const crowd = new Crowd(server);
crowd.begin();

for (const time of ['first', 'second'].slice(0, times(2))) {
    await test(`a full disk, the ${time} time: what cannot be kept is refused, and has not happened`, async () => {
        await crowd.moreMoves(30);
        const before = crowd.refused.length;
        disk.fill();
        // What is left in the files that are there may still take some.
        const full = (async () => {
            while (crowd.refused.length < before + 5) await sleep(10);
        })();
        await within(full, 'an error of the store');
        const { error, text } = crowd.refused.at(-1);
        assert.equal(error, 'store');
        assert.ok(text.length > 10);
        const person = new Person();
        const refused = await refusal(person.open(server, { board: 'transamerica', seats: ['me', 'easy'] }));
        assert.deepEqual([refused.error, refused.status], ['store', 503]);
        const health = await request(server, { path: '/healthz' });
        assert.ok([200, 503].includes(health.status));
    });
    await test(`with room again, the ${time} time, all goes on in the same process`, async () => {
        const { pid } = server;
        disk.empty();
        await crowd.moreMoves(30);
        assert.equal(server.child.exitCode, null);
        assert.equal(server.pid, pid);
        const health = async () => (await request(server, { path: '/healthz' })).status;
        await until(async () => await health() === 200, 'good health');
        await crowd.verify();
    });
}
await test('all games come to their end, without fault', async () => {
    note(`${await crowd.finish()}; ${crowd.refused.length} times refused`);
    await server.restart();
    await crowd.verify();
});
finish();
