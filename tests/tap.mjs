// Results as TAP for tests in JavaScript, as tests/tap.sh is for scripts.
//
//     await test('a sentence', async () => { ... });      passes unless it throws
//     passes('a sentence', faults);                       passes when there is none
//     finish();                                           the plan, the status, and cleaning up
//
// scratch() is an empty folder that goes away; whatever after() was given is run at the end, the
// last first, and must not wait: it is also run when a test is stopped or breaks down.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

let count = 0;
let failures = 0;
const last = [];

export function after(run) {
    last.unshift(run);
}

process.on('exit', () => {
    for (const run of last) {
        try {
            run();
        } catch (error) {
            console.error(`# ${error.message}`);
        }
    }
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));

export function note(text) {
    console.log(String(text).replace(/^/gm, '# '));
}

function report(sentence, passed) {
    count += 1;
    failures += passed ? 0 : 1;
    console.log(`${passed ? 'ok' : 'not ok'} ${count} - ${sentence}`);
}

export async function test(sentence, run) {
    try {
        await run();
        report(sentence, true);
    } catch (error) {
        report(sentence, false);
        note(error.stack ?? error);
    }
}

// What was wrong, a line each: an empty list passes.
export function passes(sentence, faults) {
    report(sentence, faults.length === 0);
    for (const fault of faults.slice(0, 12)) note(fault);
    if (faults.length > 12) note(`and ${faults.length - 12} more`);
}

export function skip(sentence, why) {
    count += 1;
    console.log(`ok ${count} - ${sentence} # SKIP ${why}`);
}

export function scratch() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'railhead-'));
    after(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
    return folder;
}

export function finish() {
    console.log(`1..${count}`);
    process.exit(failures > 0 ? 1 : 0);
}

// Repeats for a full run, scaled down where the tests are to be quick, as test_count() is in C.
export function times(full) {
    return Math.max(1, Math.floor(full / Number(process.env.RAILHEAD_TEST_SCALE ?? 1)));
}

// Random numbers that a printed seed brings back: RAILHEAD_TEST_SEED=7 tests/run server.
export function randomNumbers() {
    let state = BigInt(process.env.RAILHEAD_TEST_SEED ?? Date.now() % 1000000);
    note(`seed ${state}`);
    return (bound) => {
        state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
        return Number((state >> 33n) % BigInt(bound));
    };
}

// How long anything is waited for that must come, and soon: far longer than it takes on a busy machine,
// so that only what never comes is given up.  Nothing is to be shorter; what takes longer says so.
export const PATIENCE_S = 120;

// A promise that fails with a sentence when it takes far longer than it should.
export function within(promise, what, seconds = PATIENCE_S) {
    let timer;
    const limit = new Promise((_, reject) => {
        timer = setTimeout(() => {
            reject(
                new Error(`waited ${seconds} s for ${typeof what === 'function' ? what() : what}`),
            );
        }, 1000 * seconds);
    });
    return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

// Waits until it holds, and answers what it was; what cannot be asked now does not hold yet.
export async function until(holds, what) {
    let over = false;
    const waiting = (async () => {
        for (;;) {
            const found = await holds();
            if (found || over) return found;
            await sleep(20);
        }
    })();
    return within(waiting, what).finally(() => {
        over = true;
    });
}

export function sleep(milliseconds) {
    return new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
    });
}
