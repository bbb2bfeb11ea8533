// One server on one database at a time: the second says who has it, a killed one leaves no trace,
// and a claim that was lost is had again, or nothing is written.
import assert from 'node:assert/strict';
import os from 'node:os';
import { Person, refusal } from './client.mjs';
import { Postgres, Server } from './server.mjs';
import { finish, scratch, sleep, test } from '../tap.mjs';

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
async function openAgain(server) {
    for (let i = 0; ; i += 1) {
        try {
            return await open(server);
        } catch (error) {
            if (i > 300) throw error;
            await sleep(100);
        }
    }
}

// The process of PostgreSQL that has the lock, or "".
const HOLDER = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted";

function loseClaim(name) {
    const pid = ask(name, HOLDER);
    assert.match(pid, /^\d+$/);
    assert.equal(ask(name, `SELECT pg_terminate_backend(${pid}, 10000)`), 't');
    return pid;
}

const places = [
    { name: 'SQLite', options: { data: scratch() } },
    { name: 'PostgreSQL', options: { database: postgres.database('twice') } },
];

for (const { name, options } of places) {
    await test(`${name}: a second server ends with status 2 and says who has the database`, async () => {
        const server = await Server.start(options);
        const who = name === 'SQLite'
            ? `process ${server.pid} on ${os.hostname()}, ${SINCE}`
            : `railhead ${os.hostname().slice(0, 39)}:${server.pid} from the same machine, `
                + `process \\d+ of PostgreSQL, ${SINCE}`;
        const { code, log } = await second(options);
        assert.equal(code, 2);
        assert.match(log, new RegExp(`^railhead serve: another server has this database: ${who}\n$`));
        await open(server);
        await server.stopInOrder();
        const next = await Server.start(options);
        await next.stopInOrder();
    });

    await test(`${name}: after a server was killed the next one starts at once`, async () => {
        const server = await Server.start(options);
        await server.stop('SIGKILL');
        const next = await Server.start(options);
        await open(next);
        await next.stopInOrder();
    });
}

await test('PostgreSQL: a server on another schema is another server', async () => {
    const database = postgres.database('schemas');
    ask('schemas', 'CREATE SCHEMA one; CREATE SCHEMA two');
    const of = (schema) => ({ database: `${database}&options=-csearch_path%3D${schema}` });
    const one = await Server.start(of('one'));
    const two = await Server.start(of('two'));
    assert.equal((await second(of('two'))).code, 2);
    await one.stopInOrder();
    await two.stopInOrder();
});

await test('PostgreSQL: a claim whose connection was ended is had again before anything is written', async () => {
    const options = { database: postgres.database('again') };
    const server = await Server.start(options);
    await open(server);
    const before = loseClaim('again');
    await open(server);
    assert.match(ask('again', HOLDER), /^\d+$/);
    assert.notEqual(ask('again', HOLDER), before);
    assert.equal((await second(options)).code, 2);
    await server.stopInOrder();
});

await test('PostgreSQL: a server that lost its claim to another writes nothing until it has it again', async () => {
    const options = { database: postgres.database('lost') };
    const first = await Server.start(options);
    await open(first);
    first.child.kill('SIGSTOP');
    loseClaim('lost');
    const other = await Server.start(options);
    first.child.kill('SIGCONT');
    assert.equal((await refusal(open(first))).status, 503);
    assert.match(first.log, new RegExp(`another server has this database: railhead \\S+:${other.pid} `));
    assert.equal(ask('lost', 'SELECT count(*) FROM game'), '1');
    await open(other);
    await other.stopInOrder();
    await openAgain(first);
    assert.equal(ask('lost', 'SELECT count(*) FROM game'), '3');
    await first.stopInOrder();
});

await postgres.stop('SIGINT');
finish();
