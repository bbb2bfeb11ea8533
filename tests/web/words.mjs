// What the core and a server say in English, in every language: each code of the protocol, each
// sentence with which a table refuses something, and whatever can be wrong with a record.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { plugin } from '../../web/words.mjs';
import { check, finish, holds, same } from './browser.mjs';
import { Referee } from './referee.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const esbuild = require('esbuild');

const { outputFiles } = await esbuild.build({
    stdin: {
        contents: `export * from './src/game/server-words'; export * from './src/game/server-types';
                   export * from './src/text'; export * from './src/text/said';
                   export { default as fr } from './src/text/fr-said';
                   export { default as de } from './src/text/de-said';`,
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
const { errorWords, faultText, ServerError, setLanguage, translate } = words;

const read = (file) => fs.readFileSync(file, 'utf8');
const LANGUAGES = ['en', 'fr', 'de'];
const OTHERS = ['fr', 'de'];
const CODES = [...read('docs/protocol.md').matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(
    ([, name]) => name,
);
const ENGLISH = /\b(the|should|not|there|this|with|and|must|is|has)\b/;

// The string literals of a file of C, those that stand side by side as one.
const literals = (text) =>
    [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"(?:\s*"((?:[^"\\\n]|\\.)*)")?/g)].map(
        ([, one, more = '']) => one + more,
    );

await check('the codes of the protocol are those of the server', () => {
    const table = read('src/server/hub_links.c').match(/\{"syntax", 400\}[^;]*/)[0];
    same([...table.matchAll(/"(\w+)"/g)].map(([, name]) => name).sort(), CODES.slice().sort());
    holds(CODES.length > 15, 'the table was not found');
});

for (const language of LANGUAGES) {
    await check(`${language}: every code of the protocol has a sentence`, async () => {
        await setLanguage(language);
        const unknown = errorWords(new ServerError('418', 'a teapot'));
        for (const name of CODES) {
            for (const text of ['', 'blah blah']) {
                const said = errorWords(new ServerError(name, text));
                holds(/^\p{Lu}.*[.?!]$/su.test(said), `${name}: ${said}`);
                holds(said !== unknown.replace('418', name), `${name} has none of its own`);
                if (name !== 'illegal' && language !== 'en')
                    holds(!said.includes('blah'), `${name}: ${said}`);
            }
        }
    });
}

// [code, sentence] of all that a table refuses with a fixed sentence.
const refused = [
    ...read('src/match/match_ask.c').matchAll(/refuse\(answer, OBJECTION_(\w+),([^;]*)\);/g),
].flatMap(([, name, rest]) => literals(rest).map((text) => [name.toLowerCase(), text]));

for (const language of OTHERS) {
    await check(`${language}: every sentence with which a table refuses something`, async () => {
        await setLanguage(language);
        holds(refused.length > 25, `only ${refused.length} were found`);
        for (const [name, text] of refused) {
            const said = errorWords(new ServerError(name, text));
            holds(translate(words[language], text) !== null, `"${text}" is missing`);
            holds(!ENGLISH.test(said), `${text}: ${said}`);
        }
    });
    await check(
        `${language}: a seat, a number and a text that a server does not take`,
        async () => {
            await setLanguage(language);
            for (const text of [
                'seat: this table has seats 1 to 3',
                "the field 'name' must be a text of 1 to 32 characters, none a control character",
                "the field 'login' must be a text of 3 to 32 letters, digits, '-' or '_'",
                "the field 'bank' is missing; it must be a whole number from 10 to 7200",
                "the field 'on' must be true or false",
            ]) {
                const said = errorWords(new ServerError('field', text));
                holds(!ENGLISH.test(said), `${text}: ${said}`);
            }
        },
    );
}

await check('a refused turn and a refused record keep their rule and their line', async () => {
    await setLanguage('de');
    same(
        'Ein Zug hat höchstens zwei Schienen (T3).',
        errorWords(new ServerError('illegal', 'a turn has at most two tracks', 'T3')),
    );
    same(
        'Diese Aufzeichnung lässt sich nicht zeigen. Zeile 12: Hier sollte „deal“ stehen, nicht „x“.',
        errorWords(
            new ServerError('illegal', "line 12: 'deal' should stand here, not 'x' (format)"),
        ),
    );
});

// ---- Records ------------------------------------------------------------------------------------

const SOURCES = ['notation', 'record', 'record_opening', 'record_playing'];
const sentences = SOURCES.flatMap((name) =>
    literals(read(`src/core/${name}.c`).replace(/^#.*$|\/\*[^]*?\*\//gm, ''))
        .map((text) => text.trim())
        .filter((text) => /^[a-z].* /.test(text)),
);

for (const language of OTHERS) {
    await check(`${language}: every sentence of the core about a record is in the list`, () => {
        const keys = Object.keys(words[language]);
        holds(sentences.length > 50, `only ${sentences.length} were found`);
        for (const text of sentences)
            holds(
                keys.some((key) => key.includes(text)),
                `"${text}" is missing`,
            );
    });
}

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
    const { fault } = referee.json(referee.exports.railhead_game_load(referee.write(`\n${text}`)));
    if (fault) faults.set(fault.text, fault);
}

for (const language of OTHERS) {
    await check(
        `${language}: whatever is wrong with a record is said without English`,
        async () => {
            await setLanguage(language);
            const kinds = new Set(
                [...faults.keys()].map((text) => text.replace(/'[^']*'|-?\d+/g, '·')),
            );
            console.log(`# ${faults.size} faults of ${kinds.size} kinds`);
            holds(kinds.size > 25, 'too few kinds of faults were met');
            for (const fault of faults.values()) {
                const said = faultText(fault);
                holds(
                    !ENGLISH.test(said.replace(/„[^“]*“|«[^»]*»/g, '')) && /^\P{Ll}/u.test(said),
                    `${fault.text}: ${said}`,
                );
            }
        },
    );
}
finish();
