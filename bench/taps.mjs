#!/usr/bin/env node
// How often a touch on a phone means what it hits: a seeded finger that misses by 8 pixels aims at
// lines that may be laid and at junctions for the marker, each time at the first zoom of a game on
// a screen of 360 by 640, with real touches in headless Chromium.
//
//     make web
//     node bench/taps.mjs [--aims 120] [--seed 1]
//
// Goal: 95 % right.  `touches` is how many it takes on average: one where it is sure, two where the
// map comes nearer first.
import { parseArgs } from 'node:util';
import { launch, openPage } from '../tests/web/browser.mjs';
import { PHONE, aim, missed } from '../tests/web/finger.mjs';
import { andPlayed, awaitTurn, startGame } from '../tests/web/player.mjs';
import { Referee, board as readBoard, keptGame } from '../tests/web/referee.mjs';
import { serveSite } from '../tests/web/site.mjs';
import { randomNumbers } from '../tests/tap.mjs';

const BOARDS = ['transamerica', 'transeuropa', 'transeuropa-classic'];
const GOAL = 0.95;
const AIMS_A_TURN = 6;

const { values: options } = parseArgs({
    options: {
        aims: { type: 'string', default: '120' }, // on each board
        seed: { type: 'string', default: '1' },
    },
});
process.env.RAILHEAD_TEST_SEED ??= options.seed;
const random = randomNumbers();
const referee = new Referee();

const placeOf = ({ col, row }) => ({ x: (col - row / 2) * 100, y: row * 100 * Math.sqrt(0.75) });

// Where the lines and junctions of a board are on its sheet, by name.
function placesOf(id) {
    const { junctions, lines } = readBoard(id);
    const places = new Map(junctions.map((junction) => [junction.name, placeOf(junction)]));
    for (const { a, b } of lines) {
        const [one, other] = [places.get(a), places.get(b)];
        places.set(`${a}-${b}`, { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
    }
    return places;
}

// What lies on the board of the turn that has been begun.
const begun = (page) =>
    page.evaluate(
        () =>
            document.querySelector('.drafts .stick')?.dataset.piece ??
            document.querySelector('.status').textContent,
    );

// Whether the nearest of all names to where a finger lands is what was wanted: no more can be known
// from one touch.
async function guess(page, places, names, wanted) {
    const pixel = await page.evaluate(() => {
        const map = document.querySelector('.board-map');
        return 1 / map.getScreenCTM().a;
    });
    const { x, y } = missed(places.get(wanted), random, pixel);
    const far = (name) => Math.hypot(places.get(name).x - x, places.get(name).y - y);
    return names.reduce((best, name) => (far(name) < far(best) ? name : best)) === wanted;
}

async function aimOnce(page, places, names) {
    await page.click('button[aria-label="Whole map"]');
    const wanted = names[random(names.length)];
    const guessed = await guess(page, places, names, wanted);
    const touches = await aim(page, places.get(wanted), random);
    const got = await begun(page);
    const right = got === wanted || new RegExp(`\\b${wanted}\\b`).test(got);
    if (await page.$('.confirm:enabled')) await page.click('button:text("Undo")');
    await page.waitForFunction(() => !document.querySelector('.confirm:enabled'));
    return { right, touches, guessed };
}

// The turn that a bot would play.
async function playOn(page) {
    await page.keyboard.press('h');
    await page.click('.hints .link >> nth=0');
    await andPlayed(page, () => page.click('.confirm:enabled'));
}

async function measure(page, id, aims) {
    const places = placesOf(id);
    const results = { lines: [], markers: [] };
    while (results.lines.length < aims) {
        const what = await awaitTurn(page);
        if (what === 'game-over') break;
        if (what === 'round-over') {
            await page.click('button:text("Next round")');
            await page.waitForSelector('.round-end', { state: 'detached' });
            continue;
        }
        referee.load(await keptGame(page));
        const { black, places: junctions } = referee.state(1).draft;
        const [kind, names] = black.length > 0 ? ['lines', black] : ['markers', junctions];
        for (let i = 0; i < (kind === 'lines' ? AIMS_A_TURN : AIMS_A_TURN * 3); i += 1)
            results[kind].push(await aimOnce(page, places, names));
        await playOn(page);
    }
    return results;
}

function tell(id, kind, list) {
    const right = list.filter((one) => one.right).length / list.length;
    const guessed = list.filter((one) => one.guessed).length / list.length;
    const touches = list.reduce((sum, one) => sum + one.touches, 0) / list.length;
    console.log(
        `${id.padEnd(20)} ${kind.padEnd(8)} ${String(list.length).padStart(4)} aimed at  ${(100 * right).toFixed(1).padStart(5)} % right with ${touches.toFixed(2)} touches, goal 95 %: ${right >= GOAL ? 'met' : 'missed'} (the best guess from one touch: ${(100 * guessed).toFixed(0)} %)`,
    );
}

const site = await serveSite();
const browser = await launch();
for (const id of BOARDS) {
    const page = await openPage(browser, PHONE);
    await startGame(page, site.url, { board: id, players: 3, level: 'easy' });
    const results = await measure(page, id, Number(options.aims));
    for (const [kind, list] of Object.entries(results)) tell(id, kind, list);
    await page.context().close();
}
await browser.close();
await site.close();
