#!/usr/bin/env node
// How a server starts: what it says of its addresses, and what it says, and leaves behind, when it
// cannot.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Person } from './client.mjs';
import { PROGRAM, Server } from './server.mjs';
import { PATIENCE_S, finish, scratch, test, until } from '../tap.mjs';

const folder = scratch();
const TWO = { board: 'transamerica', seats: ['me', 'open'] };

const cert = path.join(folder, 'cert.pem');
const key = path.join(folder, 'key.pem');
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert,
    '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' });

function failsToStart(...args) {
    const { status, stdout, stderr } = spawnSync(PROGRAM, ['serve', ...args],
        { encoding: 'utf8', timeout: 1000 * PATIENCE_S });
    assert.equal(status, 2, `${args}: ${stdout}${stderr}`);
    assert.match(stderr, /^railhead serve: .{10,}\n$/);
    return stderr;
}

const place = (name, text) => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
};
const pem = (...args) => execFileSync('openssl', args, { stdio: 'ignore' });
const otherKey = path.join(folder, 'other.pem');
const closedKey = path.join(folder, 'closed.pem');
pem('genrsa', '-out', otherKey, '2048');
pem('rsa', '-aes128', '-passout', 'pass:secret', '-in', key, '-out', closedKey);
const server = await Server.start();
const missing = path.join(folder, 'missing.pem');

for (const [what, words, args] of [
    ['a port that is in use', `port ${server.port} is in use by another program; choose another port with --port`,
        ['--port', String(server.port)]],
    ['the address of another machine', '--bind: 192.0.2.1: Cannot assign requested address', ['--bind', '192.0.2.1']],
    ['a name that is no address', /^--bind: no\.such\.name\.invalid: .*name/i, ['--bind', 'no.such.name.invalid']],
    ['a certificate that is not there', `--tls-cert: ${missing}: No such file or directory`,
        ['--tls-cert', missing, '--tls-key', key]],
    ['a key that is not there', `--tls-key: ${missing}: No such file or directory`,
        ['--tls-cert', cert, '--tls-key', missing]],
    ['a folder in place of a key', `--tls-key: ${folder}: Is a directory`, ['--tls-cert', cert, '--tls-key', folder]],
    ['a file without a certificate', `--tls-cert: ${key}: there is no certificate in PEM in this file`,
        ['--tls-cert', key, '--tls-key', key]],
    ['a file without a key', `--tls-key: ${cert}: there is no private key in PEM in this file`,
        ['--tls-cert', cert, '--tls-key', cert]],
    ['a key of another certificate', `--tls-key: ${otherKey}: the key does not belong to the certificate`,
        ['--tls-cert', cert, '--tls-key', otherKey]],
    ['a key with a passphrase', /^--tls-key: .*closed\.pem: the key has a passphrase/,
        ['--tls-cert', cert, '--tls-key', closedKey]],
    ['a certificate without its key', '--tls-cert and --tls-key belong together', ['--tls-cert', cert]],
    ['a folder for the page that is not there',
        "--web: the web folder '/web-client-of-nobody' cannot be read: No such file or directory",
        ['--web', '/web-client-of-nobody']],
    ['a file in place of the folder for games', /^--data: .*cert\.pem.*: Not a directory$/, ['--data', cert]],
    ['a folder for games below a file', /^--data: .*cert\.pem\/a: games cannot be kept there: Not a directory$/,
        ['--data', path.join(cert, 'a')]],
    ['a log that is none', "--log: there is no log format 'yaml'; log formats are text and json", ['--log', 'yaml']],
    ['an empty name', '--name: a name has 1 to 64 letters, digits or "-._:"', ['--name', '']],
    ['a file without a secret', /^--secret-file: .*file: a secret is 64 hexadecimal digits in lower case$/,
        ['--secret-file', place('file', 'abc\n')]],
    ['a secret\'s file that is not there', /^--secret-file: .*missing\.pem: No such file/, ['--secret-file', missing]],
    ['two secrets', '--secret and --secret-file cannot be used together',
        ['--secret', 'a'.repeat(64), '--secret-file', place('secret', 'a'.repeat(64))]],
    ['a network that is none', "--proxies: '10.0.0.0/33' is not an address or a network such as 10.0.0.0/8",
        ['--behind-proxy', '--proxies', '127.0.0.1,10.0.0.0/33']],
    ['proxies without one', '--proxies has no effect without --behind-proxy', ['--proxies', '127.0.0.1']],
]) {
    await test(`starting: ${what} is named, and nothing is left behind`, () => {
        const data = path.join(folder, 'above', 'data');
        const said = failsToStart('--port', '0', '--data', data, ...args).replace(/^railhead serve: |\n$/g, '');
        if (words instanceof RegExp) assert.match(said, words);
        else assert.equal(said, words);
        assert.ok(!fs.existsSync(path.dirname(data)), 'a folder');
    });
}
await server.stop();

await test('a secret from a file is the same as one on the command line', async () => {
    const data = scratch();
    const person = new Person();
    let table;
    // The key of an invitation follows from the secret.
    const invitation = async (...args) => {
        const one = await Server.start({ data, args });
        table ??= (await person.open(one, { ...TWO, seats: ['me', 'invited'] })).id;
        const found = (await person.ask(one, 'GET', `tables/${table}`)).key;
        const command = fs.readFileSync(`/proc/${one.pid}/cmdline`, 'utf8');
        await one.stop();
        return { found, shown: command.includes('c0ffee') };
    };
    const secret = `${'c0ffee'.repeat(10)}cafe`;
    const read = await invitation('--secret-file', place('good-secret', `${secret}\n`));
    assert.ok(read.found && !read.shown);
    assert.deepEqual(await invitation('--secret', secret), { found: read.found, shown: true });
    assert.notEqual((await invitation('--secret', 'd'.repeat(64))).found, read.found);
});

await test('every address at which it listens is printed', async () => {
    const everywhere = await Server.start();
    const local = await Server.start({ args: ['--bind', '127.0.0.1'] });
    const six = await Server.start({ args: ['--bind', '::1'] }).catch(() => undefined); // without IPv6 here
    const any = await Server.start({ args: ['--bind', '0.0.0.0'] });
    const own = Object.values(os.networkInterfaces()).flat()
        .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
    const others = ({ port }, all) => all.map(({ address, family }) => 'Other machines reach it at http://'
        + `${family === 'IPv6' ? `[${address}]` : address}:${port}/`);
    const linesOfOthers = (which) => which.output.split('\n').filter((line) => line.startsWith('Other')).sort();
    assert.match(everywhere.output, /^Railhead is at http:\/\/localhost:\d+\/$/m);
    await until(() => linesOfOthers(everywhere).length >= own.length, 'all addresses');
    assert.deepEqual(linesOfOthers(everywhere), others(everywhere, own).sort());
    assert.deepEqual(linesOfOthers(any), others(any, own.filter(({ family }) => family === 'IPv4')).sort());
    assert.equal(local.output, `Railhead is at http://localhost:${local.port}/\n`);
    if (six) assert.equal(six.output, `Railhead is at http://[::1]:${six.port}/\n`);
    await Promise.all([everywhere, local, any, six].map((one) => one?.stopInOrder()));
});

finish();
