// A person at the page, for the tests: starts games and plays turns by clicks or by keys alone, and
// compares what is shown with what the core says.
import { downloaded, holds, same } from './browser.mjs';
import { keptGame } from './referee.mjs';

// All games of the page have these deals, and so the same turns of its bots.
const dealAlike = (page, byte) =>
    page.addInitScript((value) => {
        const { getRandomValues } = crypto;
        crypto.getRandomValues = (array) =>
            array.length === 32 ? array.fill(value) : getRandomValues.call(crypto, array);
    }, byte);

// With `deals`, a byte that the seed is made of, where it matters how the game goes on: one of two
// can be over with its first round.
export async function startGame(
    page,
    url,
    { board = 'transamerica', players = 3, level = 'medium', variants = [], deals } = {},
) {
    if (deals !== undefined) await dealAlike(page, deals);
    const keep = (choice) => {
        localStorage.setItem('railhead.choice', choice);
        localStorage.setItem('railhead.pace', '0');
    };
    const choice = JSON.stringify({ board, players, level, variants });
    if (page.url() === 'about:blank') {
        // Before the page is there, so that it need not be loaded twice; and only this once.
        await page.addInitScript(`if (!sessionStorage.started) {
            sessionStorage.started = 'yes';
            (${keep})(${JSON.stringify(choice)});
        }`);
        await page.goto(url);
    } else {
        await page.goto(url);
        await page.evaluate(keep, choice);
        await page.reload();
    }
    await page.click('.hero button[type="submit"]');
    await page.waitForSelector('.board svg');
}

// Waits until the page asks for something: 'turn', 'round-over' or 'game-over'.
export async function awaitTurn(page) {
    await page.waitForFunction(
        () =>
            document.querySelector('.round-end') ||
            (document.querySelector('.score-row.to-move') &&
                !document.querySelector('.dots') &&
                // A turn that has been entered is called otherwise until it has been played.
                /^(Your turn: |You cannot )/.test(
                    document.querySelector('.status')?.textContent ?? '',
                )),
    );
    if (await page.$('.round-end')) {
        return (await page.$('.game-end button:text-is("New game")')) ? 'game-over' : 'round-over';
    }
    return 'turn';
}

export const linesOf = (turn) =>
    turn
        .split(' ')
        .filter((word) => /^[A-Z]/.test(word))
        .map((word) => ({
            line: word.replace('~', '-').replace('*', ''),
            own: word.endsWith('*'),
        }));

async function clickZone(page, selector) {
    const box = await page.locator(selector).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

// A turn as a record writes it, by the mouse.
export async function playByClicks(page, turn) {
    if (turn === 'pass') {
        await page.click('button.confirm');
        return;
    }
    const marker = /[@>](\w+)/.exec(turn)?.[1];
    if (turn.startsWith('@')) await clickZone(page, `.zone[data-junction="${marker}"] .zone-small`);
    let laid = 0;
    for (const { line, own } of linesOf(turn)) {
        const coloured = await page.$('button[aria-pressed]:text("My colour")');
        if (own !== ((await coloured?.getAttribute('aria-pressed')) === 'true') && coloured)
            await coloured.click();
        await clickZone(page, `[data-line="${line}"]`);
        laid += 1;
        await page.waitForFunction(
            (n) =>
                document.querySelectorAll('.draft').length >= n ||
                document.querySelector('.notice.bad'),
            laid,
        );
    }
    if (laid > 0 && marker) {
        await page.click('button:text("Move marker")');
        await clickZone(page, `.zone[data-junction="${marker}"] .zone-small`);
    }
    await page.click('button.confirm:enabled');
}

// The page must show what the core says of the kept game.
export async function samePicture(page, referee) {
    const game = await keptGame(page);
    const events = referee.load(game);
    const state = referee.state(1);
    const seen = await page.evaluate(() => ({
        points: [...document.querySelectorAll('.score .points')].map((one) =>
            parseInt(one.textContent, 10),
        ),
        supply: parseInt(document.querySelector('.facts span:last-child')?.textContent ?? '-1', 10),
        // One's own cards, or a row for each player where cards lie face up.
        hands: [...document.querySelectorAll('.hand, .open-hand')].map((hand) => [
            [...hand.querySelectorAll('[data-city]')].map((one) => one.dataset.city),
            hand.querySelectorAll('.done').length,
        ]),
        tracks: document.querySelectorAll('.board .tracks .stick').length,
        markers: document.querySelectorAll('.board .markers .marker').length,
        log: document.querySelectorAll('.log li').length,
    }));
    same(state.points, seen.points, 'points');
    same(events.length, seen.log, 'entries of the log');
    same(
        state.tracks.reduce((sum, [, ...pieces]) => sum + pieces.length, 0),
        seen.tracks,
        'tracks',
    );
    same(state.markers.filter(Boolean).length, seen.markers, 'markers');
    if (state.phase === 'playing') {
        same(state.supply, seen.supply, 'supply');
        const others = state.open.filter(({ seat }) => seat !== 1);
        const expected = [[state.hand, state.missing.reached.length]].concat(
            others.map(({ seat, reached }) => [state.shown[seat - 1], reached.length]),
        );
        same(expected, seen.hands, 'cards, and how many cities are reached');
    }
    return state;
}

// Does something that plays a turn, and waits until it has been played and kept, and is shown: the page
// keeps a turn shortly before its log has it.  Behind a curtain there is no log.
export async function andPlayed(page, act) {
    const before = (await keptGame(page)).record.length;
    const rows = await page.locator('.log li').count();
    await act();
    await page.waitForFunction(
        ([length, n]) =>
            JSON.parse(localStorage.getItem('railhead.game')).record.length > length &&
            (document.querySelector('.curtain') || document.querySelectorAll('.log li').length > n),
        [before, rows],
    );
}

// Plays with `play` until the game, or so many rounds, are over; how many turns and rounds it took.
export async function playGame(page, referee, play, { turnsMax = 400, roundsMax = Infinity } = {}) {
    let turns = 0;
    let rounds = 1;
    for (;;) {
        const what = await awaitTurn(page);
        await samePicture(page, referee);
        if (what === 'game-over') return { turns, rounds };
        if (what === 'round-over') {
            if (rounds === roundsMax) return { turns, rounds };
            rounds += 1;
            await page.click('button:text("Next round")');
            await page.waitForSelector('.round-end', { state: 'detached' });
            continue;
        }
        await andPlayed(page, () => play(page, referee.advice()));
        turns += 1;
        holds(turns < turnsMax, 'the game does not end');
    }
}

// ---- At a server's table ------------------------------------------------------------------------

// What the page knows, as a record with the cards of the others hidden.
export async function recordOf(page) {
    if (await page.isVisible('#entry')) await page.click('.entry [aria-label="Close"]');
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('button:text("Save the record")'),
    ]);
    return downloaded(download);
}

// Words of a turn in the field for them, which comes when it is asked for.
export async function typeTurn(page, text) {
    if (!(await page.isVisible('#entry'))) {
        await page.evaluate(() => document.activeElement?.blur());
        await page.keyboard.press('/');
    }
    await page.fill('#entry', text);
    await page.keyboard.press('Enter');
}

// The turn that a bot would play with what the page knows, typed and confirmed.
export async function playAdvised(page, referee) {
    referee.load({ record: await recordOf(page) });
    const turn = referee.advice('medium');
    await typeTurn(
        page,
        turn.startsWith('@')
            ? turn
            : linesOf(turn)
                  .map(({ line }) => line)
                  .join(' '),
    );
    await page.click('.confirm:enabled');
}
