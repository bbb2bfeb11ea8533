#!/usr/bin/env node
// The end of a game: the ranking, the winner's train, points by round, what the turns were worth as `railhead analyse`
// says it, the review, a rematch, a link and a picture to share; and turns taken back against bots.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import {
    check,
    downloadedBytes,
    findings,
    finish,
    holds,
    launch,
    lingering,
    openPage,
    same,
    shot,
} from './browser.mjs';
import { awaitTurn, startGame, typeTurn, andPlayed } from './player.mjs';
import { takeShifts, watchShifts } from './places.mjs';
import { keptGame, Referee } from './referee.mjs';
import { serveSite } from './site.mjs';

const site = await serveSite();
const browser = await launch();
const referee = new Referee();
const PATH = 'tests/records/transeuropa-classic.rail';
const RECORD = fs.readFileSync(PATH, 'utf8').replace(/^name .*\n/gm, '');
const SEATS = Number(/^seats (\d)/m.exec(RECORD)[1]);
const BOTS = Array.from({ length: SEATS - 1 }, () => 'medium').join(' ');
const analysed = JSON.parse(
    execFileSync('build/railhead', ['analyse', '--json', PATH], { encoding: 'utf8' }),
);

// The game of the record, at its end, as one that was played here.
async function finished(options) {
    const page = await openPage(browser, options);
    await page.goto(site.url);
    await page.evaluate(
        (record) => {
            localStorage.setItem('railhead.pace', '0');
            localStorage.setItem('railhead.game', JSON.stringify({ record }));
        },
        `${RECORD}# saved next-seed ${'5a'.repeat(32)} seats - ${BOTS}\n`,
    );
    await page.goto(`${site.url}#/play`);
    await page.reload();
    await page.waitForSelector('.game-end .story li');
    return page;
}

const events = referee.load({ record: RECORD });
const { points, winners } = referee.state(0);
const page = await finished();

await check('the ranking has everybody by their points, and who won', async () => {
    const shown = await page.locator('.ranking .points').allTextContents();
    same([...points].sort((a, b) => b - a), shown.map((words) => parseInt(words, 10)));
    same(winners.length, await page.locator('.ranking .won').count());
    const rounds = events.filter(({ kind }) => kind === 'closed').length;
    const lines = await page.$$eval('.game-end .chart polyline', (all) =>
        all.map((one) => one.getAttribute('points').split(' ').length),
    );
    same(Array(SEATS).fill(rounds + 1), lines, 'places of the lines of points');
    same([], await findings(page), 'the end of a game');
    const names = await page.locator('.ranking .name').allTextContents();
    same(['Rosa Medium', 'You'].join(), names.sort().slice(0, 2).join(), 'who they are');
});

// The colour and the sign that a seat is shown with, wherever it is: as the theme calls the colours.
const looks = (target, where, seat) =>
    target.evaluate(
        ([list, number]) => {
            const row = document.querySelectorAll(list)[number - 1];
            const [disc, sign] = row.querySelectorAll('.badge > circle, .badge > path');
            return [disc.style.fill, sign?.getAttribute('d')];
        },
        [where, seat],
    );

await check('my colour and my sign are those that I choose; whose they were has mine', async () => {
    const rows = '.end-rows > li';
    const own = await looks(page, rows, 1);
    same('var(--seat-1)', own[0]);
    await page.click('.settings summary');
    await page.selectOption('#seat-colour', '2');
    await page.selectOption('#seat-sign', '5');
    await page.keyboard.press('Escape');
    const changed = await looks(page, rows, 1);
    same('var(--seat-2)', changed[0]);
    holds(changed[1] !== own[1], 'the sign stays');
    same('var(--seat-1)', (await looks(page, rows, 2))[0]);
    same(
        changed,
        await page.$eval('.board [data-marker="1"]', (one) => {
            const [, body, sign] = one.children;
            return [body.style.fill, sign.getAttribute('d')];
        }),
        'the marker',
    );
    same([], await findings(page), 'in other colours');
    await page.goto(`${site.url}#/games`);
    await page.waitForSelector('.games .who');
    same(changed, await looks(page, '.games .who > span', 1), 'in the list of my games');
    await page.click('.games button:text-is("Watch again")');
    await page.waitForSelector('.hands');
    same(changed, await looks(page, '.hands > li', 1), 'in the replay');
    await page.goto(`${site.url}#/play`);
    await page.waitForSelector('.game-end');
    await page.click('.settings summary');
    await page.selectOption('#seat-colour', '0');
    await page.selectOption('#seat-sign', '0');
    await page.keyboard.press('Escape');
    same(own, await looks(page, rows, 1));
});

await check('it is celebrated, but not for whoever wants no motion', async () => {
    same(0, await page.locator('.celebration').count());
    const glad = await finishedMoving();
    holds((await glad.locator('.celebration .spark').count()) > 5, 'nothing flies');
    await shot(glad, 'celebration');
    await glad.context().close();
});

await check('the winner’s train runs over the track from city to city, until it is skipped', async () => {
    same(0, await page.locator('.train').count(), 'for whoever wants no motion');
    const glad = await finishedMoving();
    await glad.waitForSelector('.train');
    await watchShifts(glad);
    const at = () => glad.$eval('.train > g', (one) => one.getAttribute('transform'));
    const first = await at();
    await glad.waitForFunction(
        (before) => document.querySelector('.train > g').getAttribute('transform') !== before,
        first,
    );
    const route = (await glad.getAttribute('.train', 'data-route')).split(' ');
    const { review, networks } = referee.state(0);
    const [seat] = winners;
    const { cities } = JSON.parse(fs.readFileSync('boards/transeuropa-classic.json', 'utf8'));
    for (const id of review[seat - 1].reached) {
        const { junction } = cities.find((city) => city.id === id);
        holds(route.includes(junction), `it never comes to ${id}`);
    }
    for (const [i, next] of route.slice(1).entries()) {
        const ends = [`${route[i]}-${next}`, `${next}-${route[i]}`];
        holds(networks[seat - 1].some((line) => ends.includes(line)), `no track on ${ends[0]}`);
    }
    await shot(glad, 'train');
    const { whose } = await takeShifts(glad);
    same([], whose.filter((one) => /board|map|train/.test(one)), 'what the train moves');
    await glad.keyboard.press('Shift');
    await glad.waitForSelector('.train', { state: 'detached' });
    same([], glad.problems);
    await glad.context().close();
});

// With motion the round is shown first; that is skipped.
async function finishedMoving() {
    const glad = await openPage(browser, { reducedMotion: 'no-preference' });
    await lingering(glad);
    await glad.goto(site.url);
    // At once, so that the page does not show the end before it is loaded again.
    await glad.evaluate((record) => {
        localStorage.setItem('railhead.game', JSON.stringify({ record }));
        location.hash = '#/play';
        location.reload();
    }, `${RECORD}# saved next-seed ${'5a'.repeat(32)} seats - ${BOTS}\n`);
    await glad.click('.round-end button:text-is("Skip")');
    await glad.waitForSelector('.game-end');
    return glad;
}

await check('luck, the best and the worst turn are those of railhead analyse', async () => {
    await page.waitForSelector('.stories:not(:has([role="status"]))', { timeout: 240000 });
    const turns = analysed.rounds.flatMap((round) => round.turns);
    for (const { seat, luck, worst, judged, verdicts } of analysed.seats) {
        const story = await page.textContent(`.story[data-seat="${seat}"]`);
        const told = (words) => Number(new RegExp(`${words} ([\\d.]+)`).exec(story)?.[1]);
        const near = (value, words) =>
            holds(Math.abs(told(words) - value) < 0.06, `not ${words} ${value}: ${story}`);
        if (Math.abs(luck) >= 0.5)
            near(Math.abs(luck), `${luck > 0 ? 'Luck' : 'No luck'} with the cards:`);
        const good = Math.round((100 * (verdicts.best + verdicts.good)) / judged);
        holds(story.includes(`${good} % of the turns were good.`), story);
        if (worst.length > 0) near(100 * turns[worst[0] - 1].loss, 'which cost');
        const saved = turns
            .filter((turn) => turn.seat === seat && turn.verdict === 'best')
            .map((turn) => turn.missing_before[seat - 1] - turn.missing_after[seat - 1]);
        holds(story.includes(`which saved ${Math.max(...saved)} `), story);
    }
    await shot(page, 'game-end');
    const empty = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    same(0, empty, 'pixels of nothing below the page');
});

await check('a link opens the replay elsewhere, and a part of it says what is wrong', async () => {
    await page.click('.game-end button:text-is("Share")');
    await page.waitForSelector('#link');
    // Nobody else is "You" there, and no camera reads a code of so much.
    const nameless = await page.inputValue('#link');
    await page.fill('#share-name', 'Ada');
    await page.waitForSelector('.sharing:has-text("too long for a QR code")');
    same(0, await page.locator('.share button:text-is("QR code")').count());
    await page.waitForFunction((before) => document.querySelector('#link').value !== before, nameless);
    const link = await page.inputValue('#link');
    const friend = await openPage(browser, { width: 360, height: 740 });
    await friend.goto(link);
    await friend.waitForSelector('.replay .board svg');
    const names = await friend.locator('.score-row .name').allTextContents();
    holds(names.includes('Ada') && !names.includes('You'), names.join());
    same(String(events.length), await friend.getAttribute('.replay [type="range"]', 'max'));
    same([], friend.problems);
    await friend.goto(link.slice(0, -40));
    await friend.waitForSelector('.notice.bad:has-text("This link is not complete")');
    await friend.context().close();
});

await check('the map is saved as a picture with the tracks and what was missing', async () => {
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('button:text-is("Save a picture of the map")'),
    ]);
    const bytes = await downloadedBytes(download);
    fs.writeFileSync('build/web-shots/picture.png', bytes);
    same('89504e47', bytes.subarray(0, 4).toString('hex'));
    same(2000, bytes.readUInt32BE(16));
    // In the middle of a track it has the colour of wood, as on the page.
    const wood = await page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const map = document.querySelector('.board-map');
        const frame = document.querySelector('.board .frame').getBBox();
        return [...map.querySelectorAll('.tracks .stick.laid > use:nth-of-type(3)')].map((one) => {
            const [x, y] = one.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
            const at = [(x - frame.x) / frame.width, (y - frame.y) / frame.height];
            const { data: rgb } = context.getImageData(
                at[0] * canvas.width - 14,
                at[1] * canvas.height - 14,
                28,
                28,
            );
            let dark = 0;
            for (let i = 0; i < rgb.length; i += 4)
                if (rgb[i] + rgb[i + 1] + rgb[i + 2] < 300) dark += 1;
            return dark > 40;
        });
    }, bytes.toString('base64'));
    holds(wood.length > 5, 'there are no tracks');
    same([], wood.filter((dark) => !dark), 'tracks that are not in the picture');
});

await check('the review is there at once: graphs, marks, and a click goes to the turn', async () => {
    await page.click('.game-end button:text-is("Review")');
    await page.waitForSelector('.replay .board svg');
    same(1, await page.locator('.score-row .name:text-is("You")').count());
    await page.click('.tab[data-panel="graph"]');
    const turns = analysed.rounds.flatMap((round) => round.turns);
    const bad = turns.filter(({ verdict }) => ['slip', 'mistake', 'blunder'].includes(verdict));
    await page.waitForFunction((n) => document.querySelectorAll('.mark').length === n, bad.length);
    same(bad.length, await page.locator('.chart-mark').count());
    same(2 * SEATS, await page.locator('.graphs .chart polyline').count());
    const chances = await page.$$eval('.graphs figure:first-child [data-seat]', (all) =>
        all.map((one) => one.querySelector('polyline').getAttribute('points').split(' ').length),
    );
    same(analysed.seats.map(({ judged }) => judged), chances, 'places of the lines of chances');
    same([], await findings(page), 'graphs');
    await shot(page, 'graphs');
    await page.click('.chart-mark >> nth=0');
    await page.waitForSelector('.review:has-text("Better: ")');
    const at = Number(await page.inputValue('.replay [type="range"]'));
    same('turn', events[at - 1].kind);
    await page.click('.tab[data-panel="log"]');
    await page.waitForSelector('.log li[aria-current="step"] .mark');
});

await check('a rematch has the same people and bots, each a seat further on', async () => {
    await page.goto(`${site.url}#/play`);
    await page.click('.turn-bar button:text-is("Rematch")');
    await page.waitForSelector('.hand .card');
    const { record } = await keptGame(page);
    holds(/^round 1$/m.test(record) && !/^result/m.test(record), 'it is the old game');
    const seats = /# saved seed \w+ seats (.*)/.exec(record)[1].split(' ');
    same(['medium', '-', ...Array(SEATS - 2).fill('medium')], seats);
    same(1, await page.locator('.score-row:has-text("You")').count());
    same([], page.problems);
    await page.context().close();
});

await check('a turn against bots is taken back with what followed; the record says so', async () => {
    const one = await openPage(browser);
    await startGame(one, site.url, { board: 'transamerica', players: 3 });
    await awaitTurn(one);
    const back = 'button:text-is("Take back my turn")';
    holds(await one.isDisabled(back), 'there is nothing to take back');
    const play = async () => {
        referee.load(await keptGame(one));
        await typeTurn(one, referee.advice());
        await one.waitForSelector('.confirm:enabled');
        await andPlayed(one, () => one.click('.confirm'));
        await awaitTurn(one);
        await one.click('.entry [aria-label="Close"]');
    };
    await play();
    const before = await keptGame(one);
    const state = referee.load(before) && referee.state(1);
    await play();
    await one.click(back);
    await one.waitForFunction(() => /taken back 1/.test(localStorage.getItem('railhead.game')));
    const after = await keptGame(one);
    same(before.record, after.record.replace('# taken back 1\n', ''));
    referee.load(after);
    same({ ...state, takenBack: 1 }, referee.state(1));
    const laid = state.tracks.reduce((sum, [, ...pieces]) => sum + pieces.length, 0);
    await one.waitForFunction(
        (n) => document.querySelectorAll('.tracks .stick.laid').length === n,
        laid,
    );
    await play(); // and the game goes on
    await one.evaluate(() => document.activeElement?.blur());
    await one.keyboard.press('b');
    await one.waitForFunction(() => /taken back 2/.test(localStorage.getItem('railhead.game')));
    same([], one.problems);
    await one.context().close();
});

await browser.close();
await site.close();
finish();
