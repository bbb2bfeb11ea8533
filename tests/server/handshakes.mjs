#!/usr/bin/env node
// TLS handshakes: an address has so many and then fewer, which are refused before anything is computed
// for them; others are greeted all the same; an earlier session that goes on costs a quarter; and those
// who leave in the middle of theirs harm nobody.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { request } from './client.mjs';
import { Server } from './server.mjs';
import { finish, scratch, test, until, within } from '../tap.mjs';

const CONNECTIONS = 8;
const AT_ONCE = 4 * CONNECTIONS; // full handshakes of an address

const folder = scratch();
const cert = path.join(folder, 'cert.pem');
const key = path.join(folder, 'key.pem');
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert,
    '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' });
const server = new Server({ strict: true,
    args: ['--connections', String(CONNECTIONS), '--tls-cert', cert, '--tls-key', key] });
await server.start();

// One handshake; what is left of it is the session, when one was given and `keeps` says to wait for it.
function greet(from, { session, keeps = false } = {}) {
    return within(new Promise((resolve, reject) => {
        const socket = tls.connect({ host: '127.0.0.1', port: server.port, localAddress: from,
            rejectUnauthorized: false, session, maxVersion: 'TLSv1.2' });
        let found;
        let resumed;
        socket.on('session', (ticket) => {
            found = ticket;
            if (resumed !== undefined) socket.end();
        });
        socket.on('error', reject);
        socket.on('secureConnect', () => {
            resumed = socket.isSessionReused();
            if (!keeps || found) socket.end();
            socket.resume();
        });
        socket.on('close', () => {
            if (resumed === undefined) reject(new Error('closed before it was greeted'));
            else resolve({ resumed, session: found });
        });
    }), 'a handshake');
}

async function counted(kind) {
    const { text } = await request(server, { path: '/metrics' });
    return Number(new RegExp(`^railhead_tls_handshakes_total{kind="${kind}"} (\\d+)`, 'm').exec(text)[1]);
}

await test('an address has so many handshakes, and is then refused before one begins', async () => {
    let greeted = 0;
    let refused;
    while (!refused && greeted < 100 * AT_ONCE) {
        await greet('127.0.9.1').then(() => { greeted += 1; }, (error) => { refused = error; });
    }
    assert.ok(greeted >= AT_ONCE, `${greeted} handshakes`);
    assert.ok(refused, 'no handshake was refused');
    assert.equal((await greet('127.0.9.2')).resumed, false, 'others are greeted');
});

await test('a session that goes on costs a quarter of that', async () => {
    const { session } = await greet('127.0.9.3', { keeps: true });
    const before = await counted('resumed');
    for (let i = 0; i < 3 * AT_ONCE; i += 1) {
        assert.ok((await greet('127.0.9.3', { session })).resumed, `the session goes on, ${i}`);
    }
    assert.equal(await counted('resumed'), before + 3 * AT_ONCE);
});

// The first bytes of a client, to be sent without ever going on.
function clientHello() {
    return within(new Promise((resolve) => {
        const listener = net.createServer((socket) => {
            socket.once('data', (bytes) => {
                socket.destroy();
                listener.close();
                resolve(bytes);
            });
            socket.on('error', () => {});
        }).listen(0, '127.0.0.1', () => {
            tls.connect({ host: '127.0.0.1', port: listener.address().port }).on('error', () => {});
        });
    }), 'a hello');
}

await test('those who leave in the middle of their handshake harm nobody', async () => {
    const hello = await clientHello();
    for (let i = 4; i < 20; i += 1) {
        await Promise.all(Array.from({ length: CONNECTIONS }, () => within(new Promise((resolve) => {
            const socket = net.connect({ host: '127.0.0.1', port: server.port, localAddress: `127.0.9.${i}` });
            socket.on('error', () => {});
            socket.on('close', resolve);
            socket.on('connect', () => socket.write(i % 2 ? hello : hello.subarray(0, 40), () => socket.resetAndDestroy()));
        }), 'the end of a connection')));
    }
    assert.equal((await request(server, { path: '/healthz' })).status, 200);
    await until(async () => (await greet('127.0.9.30')).resumed === false, 'a handshake');
});

await server.stopInOrder();
finish();
