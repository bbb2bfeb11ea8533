// How long a person is without a server when one of many stops or dies, as their page sees it.
//
//     node bench/return.mjs [--servers 3] [--rounds 5]
//
// Starts tools/cluster and opens pages at a table.  Server after server is stopped or killed and started
// again; a page that was at it writes down how long it took from the loss to the next greeting.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');
const { values } = parseArgs({
    options: { servers: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
});
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'railhead-'));
fs.chmodSync(folder, 0o755);
const cluster = (...words) => execFileSync('tools/cluster', [...words, '--folder', `${folder}/cluster`],
    { encoding: 'utf8' }).trim();

// In the page, before anything else: when a connection was lost, and when the next one was greeted.
function watch() {
    window.losses = [];
    window.greetings = 0;
    let lost = 0;
    window.WebSocket = class extends WebSocket {
        constructor(...words) {
            super(...words);
            this.addEventListener('close', () => { lost ||= performance.now(); });
            this.addEventListener('message', ({ data }) => {
                if (!data.includes('"is":"hello"')) return;
                window.greetings += 1;
                if (lost) window.losses.push(performance.now() - lost);
                lost = 0;
            });
        }
    };
}

async function openTable(page, address) {
    await page.goto(address);
    const id = await page.evaluate(async () => {
        const settings = { board: 'transamerica', seats: ['me', 'open'] };
        const answer = await fetch('api/v1/tables', {
            method: 'POST', body: JSON.stringify(settings), headers: { 'content-type': 'application/json' },
        });
        return (await answer.json()).id;
    });
    await page.goto(`${address}t/${id}`);
    await page.waitForFunction(() => window.greetings > 0);
}

function report(words, losses) {
    const sorted = [...losses].sort((a, b) => a - b).map(Math.round);
    console.log(`${words}: ${sorted.length} pages lost their server, for ${sorted[0]} to ${sorted.at(-1)} ms,`
        + ` ${sorted[sorted.length >> 1]} in the middle`);
}

const address = `${cluster('start', '--servers', values.servers, '--port', '0')}`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
    const pages = [];
    for (let i = 0; i < 2 * Number(values.servers); i += 1) {
        const page = await browser.newPage();
        await page.addInitScript(watch);
        await openTable(page, address);
        pages.push(page);
    }
    for (const way of ['stop-server', 'kill-server']) {
        for (let round = 0; round < Number(values.rounds); round += 1) {
            const number = String((round % Number(values.servers)) + 1);
            await pages[0].waitForTimeout(5500); // a connection that has held for a while
            cluster(way, number);
            cluster('start-server', number);
        }
        await pages[0].waitForTimeout(3000);
        const losses = await Promise.all(pages.map((page) => page.evaluate(() => window.losses.splice(0))));
        report(way, losses.flat());
    }
} finally {
    await browser.close();
    cluster('stop');
    fs.rmSync(folder, { recursive: true });
}
