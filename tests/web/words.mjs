#!/usr/bin/env node
// Faults in every language: each kind of error of the protocol, each entry of the list of faults, and
// whatever can be wrong with a record, as the page says them.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { faultMessages, languages, plugin } from '../../web/words.mjs';
import { check, finish, holds, same } from './browser.mjs';
import { Referee } from './referee.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const esbuild = require('esbuild');

const { outputFiles } = await esbuild.build({
    stdin: {
        contents: `export * from './src/game/server-words'; export * from './src/game/server-types';
                   export * from './src/text';`,
        resolveDir: 'web',
        loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [plugin],
});
globalThis.document = { documentElement: {} }; // whose language is set
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const words = await import(`data:text/javascript;base64,${code}`);
const { errorWords, faultText, refusalText, saidText, ServerError, setLanguage } = words;

const read = (file) => fs.readFileSync(file, 'utf8');
const LANGUAGES = Object.keys(languages());
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const KINDS = [...read('docs/protocol.md').matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(
    ([, name]) => name,
);
const ENGLISH = /\b(the|should|not|there|this|with|and|must|is|has)\b/;
const quoteless = (text) => text.replace(/„[^“]*“|«[^»]*»/g, '');
const { faults: list, told } = await faultMessages();

await check('the kinds of errors in the protocol are those of the server', () => {
    const table = read('src/protocol/error_code.h');
    same([...table.matchAll(/CODE\(\w+, +"(\w+)"/g)].map(([, name]) => name).sort(), KINDS.slice().sort());
    holds(KINDS.length > 15, 'the table was not found');
});

for (const language of LANGUAGES) {
    await check(`${language}: every kind of error has a sentence, whatever the fault`, async () => {
        await setLanguage(language);
        const unknown = errorWords(new ServerError('418', { text: 'a teapot' }));
        for (const kind of KINDS) {
            for (const text of ['', 'blah blah']) {
                const said = errorWords(new ServerError(kind, { text, code: 'not-in-the-list' }));
                holds(/^\p{Lu}.*[.?!)]$/su.test(said), `${kind}: ${said}`);
                holds(said !== unknown.replace('418', kind), `${kind} has none of its own`);
            }
        }
    });

    await check(`${language}: every fault of the list is said with all that belongs to it`, async () => {
        await setLanguage(language);
        holds(Object.keys(list).length > 150, `only ${Object.keys(list).length} were found`);
        for (const [code, { id }] of Object.entries(list)) {
            const names = [...id.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
            const args = Object.fromEntries(names.map((name, i) => [name, `X${i}X`]));
            for (const said of [faultText({ code, args }), refusalText({ code, args })]) {
                holds(/^[^\p{Ll}].*[.?!]$/su.test(said), `${code}: ${said}`);
                for (const value of Object.values(args))
                    holds(said.includes(value), `${code}: ${said} lacks ${value}`);
                holds(!said.includes('{'), `${code}: ${said}`);
            }
        }
    });
}

await check('what the page says in other words is in the list', () => {
    const all = read('src/text/faults.def') + read('src/text/faults_technical.def');
    for (const code of Object.keys(told)) holds(all.includes(`"${code}"`), code);
});

for (const language of OTHERS) {
    await check(`${language}: no fault is said in English`, async () => {
        await setLanguage(language);
        for (const code of Object.keys(list)) {
            const said = saidText({ code });
            holds(!ENGLISH.test(quoteless(said)), `${code}: ${said}`);
        }
    });
}

await check('a fault is said with its values, its labels and its line', async () => {
    await setLanguage('de');
    same(
        'Ein Zug hat höchstens zwei Schienen.',
        errorWords(
            new ServerError('illegal', {
                rule: 'T3',
                code: 'turn-two-tracks',
                args: {},
                text: 'a turn has at most two tracks',
            }),
        ),
    );
    same(
        'Diese Aufzeichnung lässt sich nicht zeigen. Zeile 12: Die Schranke ist eine ganze Zahl von 0 bis 13, nicht „x“.',
        errorWords(
            new ServerError('illegal', {
                line: 12,
                rule: 'format',
                code: 'record-number',
                args: { what: { code: 'term-the-barrier' }, lowest: 0, highest: 13, word: 'x' },
                text: "line 12: the barrier is a whole number from 0 to 13, not 'x' (format)",
            }),
        ),
    );
});

await check('what the reader did is said to the reader', async () => {
    await setLanguage('en');
    const fault = { rule: 'T5', code: 'turn-not-connected', args: {} };
    same('This line does not touch your network.', refusalText(fault)); // beside it is a link
    same('This line does not touch the player\'s network (T5).', faultText(fault));
});

await check('a fault that this page does not know: its kind, and what the server says', async () => {
    await setLanguage('de');
    same(
        'Das geht jetzt nicht. (the moon is not full)',
        errorWords(new ServerError('state', { code: 'moon', text: 'the moon is not full' })),
    );
});

// ---- Records ------------------------------------------------------------------------------------

const seed = Number(process.env.RAILHEAD_TEST_SEED ?? 1);
console.log(`# seed ${seed}`);
let state = seed;
const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
};
const one = (list) => list[random(list.length)];

// A record with one thing changed: a word, a line, or the rest cut off.
function broken(record) {
    const lines = record.split('\n');
    const at = random(lines.length);
    const parts = lines[at].split(' ');
    const strange = [
        '?',
        '0',
        '7',
        '',
        'x\ty',
        'nowhere',
        '-1',
        'end',
        '@A1',
        'A1-B1',
        'pass',
        '\u0001',
    ];
    switch (random(6)) {
        case 0:
            lines.splice(at, 1);
            break;
        case 1:
            lines.splice(at, 0, one(lines));
            break;
        case 2:
            lines[at] = parts.slice(0, -1).join(' ');
            break;
        case 3:
            lines.splice(at);
            lines.push('');
            break;
        case 4:
            lines[at] = `${lines[at]} ${one(one(lines).split(' '))}`;
            break;
        default:
            parts[random(parts.length)] = one([...strange, ...one(lines).split(' ')]);
            lines[at] = parts.join(' ');
    }
    return lines.join('\n');
}

const referee = new Referee();
const faults = new Map();
const records = fs
    .readdirSync('tests/records')
    .filter((name) => name.endsWith('.rail'))
    .map((name) => read(`tests/records/${name}`));
for (let i = 0; i < 6000; i += 1) {
    const text = broken(one(records));
    const { fault } = referee.json(referee.exports.railhead_game_load(referee.write(text)));
    if (fault) faults.set(fault.text, fault);
}

await check('whatever is wrong with a record is a fault of the list, and said as the core says it', async () => {
    await setLanguage('en');
    const kinds = new Set([...faults.values()].map(({ code }) => code));
    console.log(`# ${faults.size} faults of ${kinds.size} kinds`);
    holds(kinds.size > 40, 'too few kinds of faults were met');
    const plain = (text) => text.toLowerCase().replace(/[.,]/g, '');
    for (const fault of faults.values()) {
        const said = faultText({ ...fault, rule: '' });
        same(plain(fault.text), plain(said));
    }
});

for (const language of OTHERS) {
    await check(`${language}: and without English`, async () => {
        await setLanguage(language);
        for (const fault of faults.values()) {
            const said = faultText(fault);
            holds(
                !ENGLISH.test(quoteless(said)) && /^\P{Ll}/u.test(said),
                `${fault.text}: ${said}`,
            );
        }
    });
}
finish();
