#!/usr/bin/env node
// railhead serve --lan: the address for others in the network, and its code.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { request } from './client.mjs';
import { PROGRAM, Server } from './server.mjs';
import { finish, scratch, test, until, within } from '../tap.mjs';

// What a camera reads from the squares on a terminal, two rows of them in a line.
function readCode(lines) {
    const rows = lines.flatMap((line) => [/[▀█]/, /[▄█]/].map((dark) => [...line].map((half) => Number(dark.test(half)))));
    const large = rows.flatMap((row) => Array(4).fill(row.flatMap((square) => Array(4).fill(square)).join(' ')));
    const file = path.join(scratch(), 'code.pbm');
    fs.writeFileSync(file, `P1 ${4 * rows[0].length} ${large.length}\n${large.join('\n')}\n`);
    return execFileSync('zbarimg', ['--nodbus', '--quiet', '--raw', file], { encoding: 'utf8' }).trim();
}

await test('--lan tells the address for others: in a line, by a code on a terminal, and to the page', async () => {
    const server = await Server.start({ args: ['--lan'] });
    const alone = await Server.start();
    const ask = async (which) => JSON.parse((await request(which, { path: '/api/v1/address' })).text).address;
    assert.equal(await ask(alone), '');
    const address = await ask(server);
    await until(() => server.output.includes('network'), 'the line about the network');
    await Promise.all([server.stopInOrder(), alone.stopInOrder()]);
    if (address === '') { // where these tests run
        assert.match(server.output, /^This machine is in no network/m);
        return;
    }
    assert.match(server.output, new RegExp(`^Others in your network find it at ${address}$`, 'm'));
    assert.doesNotMatch(server.output, /▀/);
    const command = `exec '${PROGRAM}' serve --lan --port 0 --data '${scratch()}'`;
    const terminal = spawn('script', ['-q', '-f', '-c', command, '/dev/null'], { stdio: ['ignore', 'pipe', 'ignore'] });
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text) => { shown += text; });
    const codeLines = () => shown.split('\r\n').filter((line) => line.includes('\x1b[30;107m'));
    await until(() => codeLines().length > 14 && shown.includes(' started\r\n'), () => shown);
    const ended = new Promise((resolve) => { terminal.on('close', resolve); });
    terminal.kill();
    await within(ended, 'the end of the terminal');
    const lines = codeLines().map((line) => line.replace(/\x1b\[[\d;]*m/g, ''));
    assert.equal(readCode(lines), /^Others .* at (\S+)/m.exec(shown)[1]);
});

finish();
