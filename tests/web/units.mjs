#!/usr/bin/env node
// Parts of the page that need no browser, called as the page calls them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { note, randomNumbers, scratch } from '../tap.mjs';
import { plugin } from '../../web/words.mjs';
import { check, finish, holds, same } from './browser.mjs';
import { Referee } from './referee.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { outputFiles } = await require('esbuild').build({
    stdin: {
        contents: `export { seatStory } from './src/game/story';
                   export { marksOf } from './src/pages/review';
                   export { setLanguage } from './src/text';`,
        resolveDir: 'web',
        loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [plugin],
    define: { FILE_NAMES: '"{}"' },
});
globalThis.document = { documentElement: {} }; // whose language is set
const folder = scratch();
const bundle = path.join(folder, 'units.mjs');
fs.writeFileSync(bundle, outputFiles[0].contents);
const { marksOf, seatStory, setLanguage } = await import(bundle);
await setLanguage('en');

const random = randomNumbers();
const referee = new Referee();
const railhead = (...words) => execFileSync('build/railhead', words, { encoding: 'utf8' });

// A game as the page sees it when all its turns have been reviewed.
function storyOf(file) {
    const events = referee.load({ record: fs.readFileSync(file, 'utf8') });
    const { rounds } = JSON.parse(railhead('analyse', '--json', file));
    const turns = rounds.flatMap((round) => round.turns);
    const story = { events, missing: [], reviews: new Map(), complete: true };
    let next = 0;
    for (const [i, { kind }] of events.entries()) {
        if (kind !== 'turn') continue;
        const turn = turns[next];
        next += 1;
        story.missing[i] = turn.missing_before;
        story.missing[i + 1] = turn.missing_after;
        story.reviews.set(i + 1, { verdict: turn.verdict, loss: 100 * turn.loss });
    }
    same(turns.length, next, 'turns');
    return story;
}

await check('no turn that the story of a game praises is marked as bad by the review', () => {
    const seed = String(random(1e6));
    note(`railhead arena --seed ${seed}`);
    const records = path.join(folder, 'records');
    const bots = ['--bots', 'easy,easy', '--board', 'transamerica'];
    railhead('arena', ...bots, '--games', '3', '--seed', seed, '--records', records);
    const names = fs.readdirSync(records);
    let praised = 0;
    let blamed = 0;
    for (const name of names) {
        const story = storyOf(path.join(records, name));
        const marks = marksOf(story, () => true);
        for (const seat of [1, 2]) {
            const { best, worst } = seatStory(story, seat);
            if (worst) holds(marks.has(worst.at), `${name}: turn ${worst.at} is not marked`);
            blamed += worst ? 1 : 0;
            if (!best) continue;
            praised += 1;
            same('best', story.reviews.get(best.at).verdict, `${name}: turn ${best.at}`);
            holds(!marks.has(best.at), `${name}: turn ${best.at} is marked`);
            const [before, after_] = [story.missing[best.at - 1], story.missing[best.at]];
            same(before[seat - 1] - after_[seat - 1], best.saved, 'tracks saved');
        }
    }
    holds(praised > 0 && blamed > 0, `${praised} turns are praised, ${blamed} are not`);
});

finish();
