#!/usr/bin/env node
// Two servers on one database: a file has one, and the second says who has it; on PostgreSQL they
// share it, but not with an older one that wants it for itself.  A killed one leaves no trace, and a
// claim that was lost is had again, or nothing is written.
// run: not quick
import assert from 'node:assert/strict';
import os from 'node:os';
import { Person, refusal } from './client.mjs';
import { Postgres, Server } from './server.mjs';
import { finish, scratch, sleep, test, until } from '../tap.mjs';

const postgres = await Postgres.start();
const TABLE = { board: 'transamerica', seats: ['me', 'open'] };
const SINCE = 'since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC';
const open = (server) => new Person().open(server, TABLE);

function ask(name, sql) {
    return postgres.run('psql', '-h', postgres.folder, '-U', 'railhead', '-d', name, '-Atc', sql).trim();
}

// Starts a server that must not start; { code, log }.
async function second(options) {
    const server = new Server(options);
    await assert.rejects(server.start());
    const { code } = await server.ended;
    return { code, log: server.log };
}

// Until the store is there again, which may take an attempt or two.
function openAgain(server) {
    return until(() => open(server).catch(() => sleep(80)), 'a table that is opened again');
}

// The processes of PostgreSQL that have the lock.
const HOLDERS = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted";

function loseClaim(name) {
    const pid = ask(name, HOLDERS);
    assert.match(pid, /^\d+$/);
    assert.equal(ask(name, `SELECT pg_terminate_backend(${pid}, 100000)`), 't');
    return pid;
}

// As servers had the database before several could share it, until the returned function is called.
async function claimAlone(name) {
    const { spawn } = await import('node:child_process');
    const [program, ...args] = postgres.command('psql', '-h', postgres.folder, '-U', 'railhead', '-d', name, '-Atq');
    const psql = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const done = new Promise((resolve) => { psql.stdout.once('data', resolve); });
    psql.stdin.write('SELECT pg_advisory_lock(1382115692, hashtext(current_schema()));\nSELECT 1;\n');
    await done;
    return () => new Promise((resolve) => {
        psql.on('close', resolve);
        psql.stdin.end();
    });
}

const places = [
    { name: 'SQLite', options: { data: scratch() } },
    { name: 'PostgreSQL', options: { database: postgres.database('twice') } },
];

await test('SQLite: a second server ends with status 2 and says who has the database', async () => {
    const { options } = places[0];
    const server = await Server.start(options);
    const { code, log } = await second(options);
    assert.equal(code, 2);
    assert.match(log, new RegExp('^railhead serve: --data: another server has this database: '
        + `process ${server.pid} on ${os.hostname()}, ${SINCE}\n$`));
    await open(server);
    await server.stopInOrder();
    const next = await Server.start(options);
    await next.stopInOrder();
});

await test('PostgreSQL: a second server shares it, and a table of one is found at the other', async () => {
    const { options } = places[1];
    const one = await Server.start(options);
    const two = await Server.start(options);
    const { id } = await open(one);
    assert.equal((await new Person().ask(two, 'GET', `tables/${id}`)).id, id);
    await one.stopInOrder();
    await open(two);
    await two.stopInOrder();
});

await test('PostgreSQL: who wants it alone has to wait, and nobody starts beside them', async () => {
    const options = { database: postgres.database('alone') };
    const release = await claimAlone('alone');
    const { code, log } = await second(options);
    assert.equal(code, 2);
    assert.match(log, new RegExp(`^railhead serve: --database: another server has this database: psql from .*, ${SINCE}\n$`));
    await release();
    const server = await Server.start(options);
    await open(server);
    await server.stopInOrder();
});

for (const { name, options } of places) {
    await test(`${name}: after a server was killed the next one starts at once`, async () => {
        const server = await Server.start(options);
        await server.stop('SIGKILL');
        const next = await Server.start(options);
        await open(next);
        await next.stopInOrder();
    });
}

await test('PostgreSQL: servers on two schemas have nothing to do with each other', async () => {
    const database = postgres.database('schemas');
    ask('schemas', 'CREATE SCHEMA one; CREATE SCHEMA two');
    const of = (schema) => ({ database: `${database}&options=-csearch_path%3D${schema}` });
    const one = await Server.start(of('one'));
    const two = await Server.start(of('two'));
    const { id } = await open(one);
    assert.equal((await refusal(new Person().ask(two, 'GET', `tables/${id}`))).status, 404);
    await one.stopInOrder();
    await two.stopInOrder();
});

await test('PostgreSQL: a claim whose connection was ended is had again before anything is written', async () => {
    const options = { database: postgres.database('again') };
    const server = await Server.start(options);
    await open(server);
    const before = loseClaim('again');
    await open(server);
    assert.match(ask('again', HOLDERS), /^\d+$/);
    assert.notEqual(ask('again', HOLDERS), before);
    await server.stopInOrder();
});

await test('PostgreSQL: a server that lost its claim to an older one writes nothing until it has it again', async () => {
    const options = { database: postgres.database('lost') };
    const server = await Server.start(options);
    await open(server);
    server.child.kill('SIGSTOP');
    loseClaim('lost');
    const release = await claimAlone('lost');
    server.child.kill('SIGCONT');
    assert.equal((await refusal(open(server))).status, 503);
    assert.match(server.log, /another server has this database: psql /);
    assert.equal(ask('lost', 'SELECT count(*) FROM game'), '1');
    await release();
    await openAgain(server);
    assert.equal(ask('lost', 'SELECT count(*) FROM game'), '2');
    await server.stopInOrder();
});

await postgres.stop('SIGINT');
finish();
