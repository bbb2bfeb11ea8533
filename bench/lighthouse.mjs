#!/usr/bin/env node
// What Lighthouse says of the start page as `railhead serve` sends it: on a phone and on a desk.
//
//     make all web
//     node bench/lighthouse.mjs [--rounds 3] [--only phone] [--slowdown 4] [--json]
//
// Lighthouse is no part of the project's packages: npx fetches it when it is first asked for.  The
// goal is 100 in each of its four columns; they are medians over the rounds.  What is short of full
// marks is told, with the measurements behind the speed.  A phone is taken for four times slower than
// this machine, by the clock: on a machine that others keep busy, --slowdown 1 comes nearer to that.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { CHROMIUM } from '../tests/web/browser.mjs';
import { Server } from '../tests/web/server.mjs';

const LIGHTHOUSE = 'lighthouse@12.8.2'; // the last for Node 18
const { values: options } = parseArgs({
    options: {
        rounds: { type: 'string', default: '3' },
        only: { type: 'string' },
        slowdown: { type: 'string', default: '4' },
        json: { type: 'boolean', default: false },
    },
});
const SCREENS = {
    phone: [`--throttling.cpuSlowdownMultiplier=${options.slowdown}`],
    desk: ['--preset=desktop'],
};
const COLUMNS = ['performance', 'accessibility', 'best-practices', 'seo'];
const TIMES = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'speed-index',
    'total-blocking-time',
    'cumulative-layout-shift',
];
const GOAL = 100;

const server = new Server();
await server.start();
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function report(args) {
    const flags = [...CHROMIUM.args, '--headless=new'].join(' ');
    const output = execFileSync(
        'npx',
        ['--yes', LIGHTHOUSE, server.url, '--output=json', '--quiet', `--chrome-flags=${flags}`]
            .concat(`--only-categories=${COLUMNS}`, args),
        {
            encoding: 'utf8',
            maxBuffer: 1 << 28,
            env: { ...process.env, CHROME_PATH: CHROMIUM.executablePath },
        },
    );
    return JSON.parse(output);
}

// What has lost marks, a line each.
const lost = ({ audits, categories }) =>
    COLUMNS.flatMap((column) =>
        categories[column].auditRefs
            .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1)
            .map(({ id }) => `${column}: ${audits[id].title} ${audits[id].displayValue ?? ''}`),
    );

const result = {};
for (const [screen, args] of Object.entries(SCREENS)) {
    if (options.only && options.only !== screen) continue;
    const reports = Array.from({ length: Number(options.rounds) }, () => report(args));
    const scores = COLUMNS.map((column) => [
        column,
        Math.round(100 * median(reports.map(({ categories }) => categories[column].score))),
    ]);
    const times = TIMES.map((id) => [
        id,
        median(reports.map(({ audits }) => audits[id].numericValue)),
    ]);
    result[screen] = Object.fromEntries([...scores, ...times]);
    if (options.json) continue;
    for (const [column, score] of scores)
        console.log(
            `${screen.padEnd(6)} ${column.padEnd(24)} ${String(score).padStart(6)}   goal ${GOAL}: ${
                score >= GOAL ? 'met' : 'missed'
            }`,
        );
    for (const [id, value] of times)
        console.log(
            `${screen.padEnd(6)}   ${id.padEnd(22)} ${String(Number(value.toFixed(3))).padStart(6)}`,
        );
    for (const line of new Set(reports.flatMap(lost))) console.log(`#   ${line}`);
}
if (options.json) console.log(JSON.stringify(result));
await server.remove();
