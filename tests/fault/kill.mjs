#!/usr/bin/env node
// kill -9 at random moments while people play, and the server started again on the same data.
// Every acknowledged move is there and no game is broken.  KILLS=50 for longer.
import { Server, Postgres } from '../server/server.mjs';
import { finish, note, randomNumbers, sleep, test, times } from '../tap.mjs';
import { Crowd } from './crowd.mjs';

const KILLS = Number(process.env.KILLS ?? times(5));
const random = randomNumbers();

async function killAndKill(store, options) {
    const server = await Server.start(options);
    const crowd = new Crowd(server, 3);
    crowd.begin();
    for (let i = 1; i <= KILLS; i += 1) {
        await test(`${store}, kill ${i}: every acknowledged move is there`, async () => {
            await crowd.moreMoves(1 + random(100));
            await sleep(random(40));
            await server.restart('SIGKILL');
            await crowd.verify();
        });
    }
    await test(`${store}: after ${KILLS} kills all games come to their end, without fault`, async () => {
        note(`${await crowd.finish()}; ${crowd.moves} acknowledged moves`);
    });
    await test(`${store}: and the server stops in order`, async () => {
        await server.stopInOrder();
    });
}

await killAndKill('SQLite', {});
const postgres = await Postgres.start();
await killAndKill('PostgreSQL', { database: postgres.database('kills') });
finish();
