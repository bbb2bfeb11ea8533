#!/usr/bin/env node
// SIGHUP: the certificate is read again and connections live on; a terminal that closes ends the
// server; and what the log says about certificates that browsers would refuse.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { Person, request } from './client.mjs';
import { Raw } from './raw.mjs';
import { PROGRAM, Server } from './server.mjs';
import { after, finish, scratch, test, until, within } from '../tap.mjs';

const folder = scratch();
const cert = path.join(folder, 'cert.pem');
const key = path.join(folder, 'key.pem');
const openssl = (...args) => execFileSync('openssl', args, { stdio: 'ignore', cwd: folder });

// A certificate of this name, in the two files that servers read; `days` may be below zero.
function certify(name, days = 90) {
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', 'request.pem', '-subj', `/CN=${name}`);
    openssl('x509', '-req', '-in', 'request.pem', '-signkey', key, '-out', cert, '-days', String(days));
}

// Of a certificate authority, which may choose the day on which it begins.
function certifyFrom(name, from, until_) {
    fs.writeFileSync(path.join(folder, 'ca.cnf'), `[ca]\ndefault_ca = one\n[one]\ndatabase = ${folder}/index\n`
        + `serial = ${folder}/serial\nnew_certs_dir = ${folder}\ndefault_md = sha256\npolicy = any\n`
        + '[any]\ncommonName = supplied\n');
    fs.writeFileSync(path.join(folder, 'index'), '');
    fs.writeFileSync(path.join(folder, 'serial'), '01\n');
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', 'request.pem', '-subj', `/CN=${name}`);
    openssl('ca', '-batch', '-selfsign', '-config', 'ca.cnf', '-in', 'request.pem', '-keyfile', key, '-out', cert,
        '-notext', '-startdate', from, '-enddate', until_);
}

// Whose certificate a new connection gets.
function nameAt({ port }) {
    return within(new Promise((resolve, reject) => {
        const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
            resolve(socket.getPeerCertificate().subject.CN);
            socket.destroy();
        });
        socket.on('error', reject);
    }), 'a certificate');
}

// Asks for a reload; resolves with what the log then says about it.
async function reload(server) {
    const before = server.log.length;
    server.child.kill('SIGHUP');
    const line = () => /^\S+Z (reloaded|the certificate remains).*$/m.exec(server.log.slice(before))?.[0];
    await until(line, () => `a word about the reload: ${server.log}`);
    return line();
}

const pong = async (connection) => {
    const from = connection.messages.length;
    connection.send({ do: 'ping' });
    await connection.wait(({ is }) => is === 'pong', 'pong', from);
};

await test('SIGHUP: new connections get the new certificate, and old ones live on', async () => {
    certify('first.example');
    const server = await Server.start({ args: ['--tls-cert', cert, '--tls-key', key] });
    const GET = `GET /healthz HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`;
    const old = await new Person().connect(server);
    const kept = await Raw.open(server, { secure: true });
    assert.equal((await kept.ask(GET)).status, 200);
    assert.equal(await nameAt(server), 'first.example');
    certify('second.example');
    assert.equal(await nameAt(server), 'first.example', 'not before it is asked to');
    assert.match(await reload(server), /reloaded the certificate .*cert\.pem, valid until \d{4}-\d\d-\d\d$/);
    assert.equal(await nameAt(server), 'second.example');
    await pong(old);
    assert.equal((await kept.ask(GET)).status, 200);

    // A key that belongs to another certificate: what is in use stays, and the log says why.
    const good = fs.readFileSync(key);
    openssl('genrsa', '-out', key, '2048');
    assert.match(await reload(server), /the certificate remains the one in use: --tls-key: .*key\.pem: the key does not/);
    assert.equal(await nameAt(server), 'second.example');
    fs.rmSync(key);
    assert.match(await reload(server), /remains the one in use: --tls-key: .*key\.pem: No such file or directory$/);
    await pong(old);
    fs.writeFileSync(key, good);
    assert.match(await reload(server), /reloaded the certificate/);
    await kept.destroy();
    await old.close();
    await server.stopInOrder();
});

// A handshake that may go on with an earlier session: whether it did, and the session for the next.
function handshake({ port }, session) {
    return within(new Promise((resolve, reject) => {
        const found = {};
        const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, session, maxVersion: 'TLSv1.2' });
        socket.on('session', (ticket) => { found.session = ticket; });
        socket.on('secureConnect', () => {
            found.resumed = socket.isSessionReused();
            socket.end();
            socket.resume();
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(found));
    }), 'a handshake');
}

await test('SIGHUP: the keys of session tickets are new ones', async () => {
    certify('tickets.example');
    const server = await Server.start({ args: ['--tls-cert', cert, '--tls-key', key] });
    const { session } = await handshake(server);
    assert.equal((await handshake(server, session)).resumed, true);
    assert.match(await reload(server), /reloaded the certificate/);
    assert.equal((await handshake(server, session)).resumed, false);
    await server.stopInOrder();
});

await test('SIGHUP without TLS: the server goes on and says so', async () => {
    const server = await Server.start();
    const connection = await new Person().connect(server);
    assert.match(await reload(server), /reloaded: there is no certificate to read again$/);
    await pong(connection);
    assert.equal((await request(server, { path: '/healthz' })).status, 200);
    await connection.close();
    await server.stopInOrder();
    assert.deepEqual(server.log.trimEnd().split('\n').map((line) => line.replace(/^\S+Z /, '')),
        ['started', 'reloaded: there is no certificate to read again', 'stopping', 'stopped']);
});

await test('the hook for certbot that docs/operations.md has reloads what it has copied', async () => {
    const text = fs.readFileSync('docs/operations.md', 'utf8').split('### Renew the certificate')[1];
    const place = path.join(scratch(), 'railhead');
    fs.mkdirSync(place);
    const [, told] = /```sh\n([^]*?)```/.exec(text);
    assert.equal(told.split('/var/lib/railhead').length, 4);
    const bin = scratch();
    const hook = path.join(bin, 'hook');
    fs.writeFileSync(hook, told.replaceAll('/var/lib/railhead', place), { mode: 0o700 });
    certify('first.example');
    fs.copyFileSync(cert, path.join(place, 'cert.pem'));
    fs.copyFileSync(key, path.join(place, 'key.pem'));
    const server = await Server.start({ args: ['--tls-cert', `${place}/cert.pem`, '--tls-key', `${place}/key.pem`] });
    fs.writeFileSync(path.join(bin, 'systemctl'), `#!/bin/sh\n[ "$*" = "reload railhead" ] && kill -HUP ${server.pid}\n`,
        { mode: 0o700 });
    certify('renewed.example');
    fs.copyFileSync(cert, path.join(folder, 'fullchain.pem'));
    fs.copyFileSync(key, path.join(folder, 'privkey.pem'));
    execFileSync(hook, { env: { PATH: `${bin}:${process.env.PATH}`, RENEWED_LINEAGE: folder } });
    await until(() => server.log.includes(' reloaded '), 'the reload');
    assert.equal(await nameAt(server), 'renewed.example');
    assert.equal(fs.statSync(path.join(place, 'key.pem')).mode & 0o777, 0o400);
    await server.stopInOrder();
});

const DAY_MS = 24 * 3600 * 1000;
const at = (days) => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`;
const dayOf = (days) => at(days).replace(/^(....)(..)(..).*/, '$1-$2-$3');
for (const [what, from, to, words] of [
    ['has expired', -90, -1, `the certificate ${cert} expired on ${dayOf(-1)}`],
    ['is not yet valid', 2, 90, `the certificate ${cert} is not valid before ${dayOf(2)}`],
    ['expires soon', -85, 4, `the certificate ${cert} expires on ${dayOf(4)}`],
    ['is good for weeks', -60, 30, ''],
    ['is short and fresh', -1, 5, ''],
]) {
    await test(`a certificate that ${what} is ${words ? 'reported' : 'not mentioned'} at start and reload`, async () => {
        certifyFrom('some.example', at(from), at(to));
        const server = await Server.start({ args: ['--tls-cert', cert, '--tls-key', key, '--log', 'json'] });
        const warnings = () => server.log.trimEnd().split('\n').map((line) => JSON.parse(line))
            .filter(({ level }) => level === 'warning').map(({ message }) => message);
        await until(() => server.log.includes('"started"'), 'the start');
        server.child.kill('SIGHUP');
        await until(() => server.log.includes('"reloaded the certificate'), 'the reload');
        await server.stopInOrder();
        assert.deepEqual(warnings(), words ? [words, words] : []);
    });
}

// ---- A terminal that closes -------------------------------------------------------------------

// A server on a terminal; `prefix` starts it.  Its log is in a file, which stays.
async function onTerminal(name, prefix) {
    const log = path.join(folder, `${name}.log`);
    const out = path.join(folder, `${name}.out`);
    const pid = path.join(folder, `${name}.pid`);
    const command = `${prefix} '${PROGRAM}' serve --port 0 --data '${scratch()}' >'${out}' 2>'${log}'`;
    const terminal = spawn('script', ['-q', '-c', `echo $$ >'${pid}'; ${command}`, '/dev/null'],
        { stdio: 'ignore' });
    after(() => terminal.kill('SIGKILL'));
    const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
    await until(() => read(log).includes('started'), `a server on a terminal: ${read(log)}`);
    const port = Number(/localhost:(\d+)/.exec(read(out))[1]);
    return { terminal, port, log: () => read(log) };
}

await test('a terminal that closes ends the server in order', async () => {
    const one = await onTerminal('closes', 'exec');
    one.terminal.kill('SIGKILL');
    await until(() => one.log().includes(' stopped\n'), () => one.log());
});

await test('with nohup it outlives its terminal', async () => {
    const one = await onTerminal('nohup', 'exec nohup');
    const pids = execFileSync('pgrep', ['-P', String(one.terminal.pid)], { encoding: 'utf8' }).trim().split('\n').map(Number);
    after(() => pids.forEach((pid) => { try { process.kill(pid, 'SIGKILL'); } catch { /* it has ended */ } }));
    one.terminal.kill('SIGKILL');
    await until(() => one.log().includes('reloaded'), () => one.log());
    assert.equal((await request({ host: `127.0.0.1:${one.port}`, port: one.port, secure: false }, { path: '/healthz' })).status, 200);
    for (const pid of pids) process.kill(pid, 'SIGTERM');
    await until(() => one.log().includes(' stopped\n'), () => one.log());
});

finish();
