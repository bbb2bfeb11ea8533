#!/usr/bin/env node
// PostgreSQL goes away and comes back: clear errors, nothing lost, and everything goes on without a
// restart of the game server.
import assert from 'node:assert/strict';
import { Person, refusal, request } from '../server/client.mjs';
import { Postgres, Server } from '../server/server.mjs';
import { finish, note, test, times, until } from '../tap.mjs';
import { Crowd } from './crowd.mjs';

const postgres = await Postgres.start();
const server = await Server.start({ database: postgres.database('faults') });
const crowd = new Crowd(server);
crowd.begin();
const health = async () => (await request(server, { path: '/healthz' })).status;

const ENDS = [['is killed', 'SIGKILL'], ['ends at once', 'SIGQUIT'], ['stops in order', 'SIGINT']];

for (const [how, signal] of ENDS.slice(0, times(ENDS.length))) {
    await test(`the database ${how}: what cannot be kept is refused`, async () => {
        await crowd.moreMoves(20);
        const before = crowd.refused.length;
        await postgres.stop(signal);
        await until(() => crowd.refused.length >= before + 3, 'an error of the store');
        assert.equal(crowd.refused.at(-1).error, 'store');
        const asked = new Person().open(server, { board: 'transamerica', seats: ['me', 'easy'] });
        const { error, status } = await refusal(asked);
        assert.deepEqual([error, status], ['store', 503]);
        await until(async () => await health() === 503, 'bad health');
    });
    await test('it is started again, and the games go on', async () => {
        await postgres.start();
        await crowd.moreMoves(20);
        await until(async () => await health() === 200, 'good health');
        assert.equal(server.child.exitCode, null);
        await crowd.verify();
    });
}
await test('all games come to their end, without fault', async () => {
    note(`${await crowd.finish()}; ${crowd.refused.length} times refused`);
    await server.stopInOrder();
    assert.doesNotMatch(server.log, /password/i);
});
finish();
