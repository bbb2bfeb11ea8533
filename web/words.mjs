// The words of the page in every language: English stands beside the code, in src/text/en.ts for the
// page, in src/text/faults.def for faults, in src/words/how_to_play.def for how to play and in
// src/words/phrases.def for what is often said, and the others in po/, where the terminal's are as well.
//
//     node words.mjs pot      the template of what po/ must hold of them (make pot)
//
// A language is one file, po/LANGUAGE.po.  Its header has the language's own name, and its
// Plural-Forms are told apart here by the plural rules of Intl, which the page uses.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { howToPlayOn, howToPlayParts } from './how-to-play.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const po = path.join(here, '../po');
const ENGLISH = path.join(here, 'src/text/en.ts');
const FAULTS = path.join(here, '../src/text/faults.def');
const BOARDS = fs
    .readdirSync(path.join(here, '../boards'))
    .flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);
const PHRASES = path.join(here, '../src/words/phrases.def');

// ---- English ------------------------------------------------------------------------------------

async function englishModule() {
    const { code } = await esbuild.transform(fs.readFileSync(ENGLISH, 'utf8'), { loader: 'ts' });
    return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

// Every message of the page as po/ has it: { key, context, id, plural }.
export async function pageMessages() {
    const { default: messages, contexts } = await englishModule();
    return Object.entries(messages).map(([key, message]) => ({
        key,
        context: contexts[key] ?? '',
        id: typeof message === 'string' ? message : message.one,
        plural: typeof message === 'string' ? '' : message.other,
    }));
}

const message = (note, id) => ({ note, context: '', id, plural: '' });

// The sentences of the list of faults, and those that the page says instead, by code.
export async function faultMessages() {
    const { faults } = await englishModule();
    const list = fs.readFileSync(FAULTS, 'utf8');
    const entries = [...list.matchAll(/^(?:FAULT\d|TERM|REFUSAL)\(\w+,\s*((?:"[^"]*"[\s,]*)+)/gm)];
    const sentences = entries.map(([, literals]) => {
        const texts = literals.split(/",\s*"?/).map((text) => text.replace(/"\s*"|"/g, ''));
        return texts.filter(Boolean).slice(-2);
    });
    const messages = (pairs) =>
        Object.fromEntries(pairs.map(([code, sentence]) => [code, message(code, sentence)]));
    return { faults: messages(sentences), told: messages(Object.entries(faults)) };
}

// How to play, in the order of reading: { when, name, title, text }, of which the last two are
// messages.
export function howToPlay() {
    return howToPlayParts().map(({ when, name, title, text }) => ({
        when,
        name,
        title: message(`how to play: ${name}`, title),
        text: message(`how to play: ${name}`, text),
    }));
}

// What is often said at a table, by the text that is sent.
function phraseMessages() {
    const entries = fs.readFileSync(PHRASES, 'utf8').matchAll(/^PHRASE\("(.*)"\)$/gm);
    return Object.fromEntries([...entries].map(([, text]) => [text, message('phrase', text)]));
}

// ---- Catalogues ---------------------------------------------------------------------------------

const NAME = /^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?) (".*")$/;

// One entry, which is a paragraph of the file.
function readEntry(paragraph) {
    const entry = { context: '', id: '', plural: '', forms: [], fuzzy: false };
    let field = '';
    const append = (text) => {
        const form = /^msgstr(?:\[(\d+)\])?$/.exec(field);
        if (form) entry.forms[form[1] ?? 0] = (entry.forms[form[1] ?? 0] ?? '') + text;
        else entry[{ msgctxt: 'context', msgid: 'id', msgid_plural: 'plural' }[field]] += text;
    };
    for (const line of paragraph.split('\n')) {
        const [, name, quoted] = NAME.exec(line) ?? [];
        if (name) field = name;
        if (quoted ?? line.startsWith('"')) append(JSON.parse(quoted ?? line));
        if (line.startsWith('#,') && line.includes('fuzzy')) entry.fuzzy = true;
    }
    return entry;
}

const found = ({ context, id }) => `${context}\u0004${id}`;

// The categories of Intl in the order of the file's forms: { one: 0, other: 1 } for German.
function pluralForms(language, header) {
    const [, expression] = /plural=([n\d\s()!=<>&|?:%]+);/.exec(header) ?? [];
    if (!expression) throw new Error(`po/${language}.po: Plural-Forms cannot be read`);
    const formOf = new Function('n', `return Number(${expression});`);
    const rules = new Intl.PluralRules(language);
    const numbers = [...Array(1001).keys(), 1e6];
    return Object.fromEntries(
        rules.resolvedOptions().pluralCategories.map((category) => [
            category,
            formOf(numbers.find((n) => rules.select(n) === category) ?? 1.5),
        ]),
    );
}

// { name, entries, plurals } of one language.
export function readCatalogue(language) {
    const text = fs.readFileSync(path.join(po, `${language}.po`), 'utf8');
    const entries = text
        .split(/\n\s*\n/)
        .filter((paragraph) => /^msgid /m.test(paragraph))
        .map(readEntry);
    const header = entries[0].forms[0];
    return {
        name: /^X-Language-Name: (.*)$/m.exec(header)?.[1] ?? language,
        entries: new Map(entries.slice(1).map((entry) => [found(entry), entry])),
        plurals: pluralForms(language, header),
    };
}

// The languages that there are, by their own names: { de: 'Deutsch', en: 'English' }.
export function languages() {
    const others = fs
        .readdirSync(po)
        .filter((name) => name.endsWith('.po'))
        .map((name) => path.parse(name).name)
        .map((language) => [language, readCatalogue(language).name]);
    return Object.fromEntries(
        [['en', 'English'], ...others].sort(([, one], [, other]) => one.localeCompare(other)),
    );
}

// What finds a message of a language.
function translator(language) {
    const english = language === 'en';
    const { entries, plurals } = english
        ? { entries: new Map(), plurals: {} }
        : readCatalogue(language);
    return ({ context, id, plural }) => {
        const entry = entries.get(found({ context, id }));
        const forms = entry && !entry.fuzzy && entry.forms.every(Boolean) ? entry.forms : null;
        if (!plural) return forms?.[0] ?? id;
        if (!forms) return { one: id, other: plural };
        return Object.fromEntries(
            Object.entries(plurals).map(([category, form]) => [category, forms[form]]),
        );
    };
}

// How to play in a language, by the ids of boards: [{ name, title, text }].
export function howToPlayIn(language) {
    const inWords = translator(language);
    const parts = howToPlay().map((part) => ({
        ...part,
        title: inWords(part.title),
        text: inWords(part.text),
    }));
    return Object.fromEntries(
        BOARDS.map((id) => [
            id,
            howToPlayOn(id, parts).map(({ name, title, text }) => ({ name, title, text })),
        ]),
    );
}

// What the page loads for a language: its messages by their keys, the sentences of faults by their
// codes, and the phrases by their English.  One that has no translation is English, so that the page can be looked at while a
// translator is at work; a test counts them.
export async function translated(language) {
    const inWords = translator(language);
    const all = (messages) =>
        Object.fromEntries(
            Object.entries(messages).map(([key, message]) => [key, inWords(message)]),
        );
    const { faults, told } = await faultMessages();
    const page = Object.fromEntries((await pageMessages()).map((one) => [one.key, one]));
    return {
        messages: all(page),
        faults: all(faults),
        told: all(told),
        phrases: all(phraseMessages()),
    };
}

// ---- For esbuild --------------------------------------------------------------------------------

// 'words:languages' is the list of languages with the module of each, 'words:de' one of those: lists of
// sentences, whose keys and codes 'words:names' has in the same order, once for all languages.
// 'words:how-to-play' has what loads that text in each language.
export const plugin = {
    name: 'words',
    setup(build) {
        build.onResolve({ filter: /^words:/ }, ({ path: name }) => ({
            path: name.slice('words:'.length),
            namespace: 'words',
        }));
        build.onLoad({ filter: /^languages$/, namespace: 'words' }, () => ({
            contents: `export default {${Object.entries(languages()).map(
                ([language, name]) =>
                    `${JSON.stringify(language)}: { name: ${JSON.stringify(name)},
                      load: () => import(${JSON.stringify(`words:${language}`)}) }`,
            )}};`,
            resolveDir: here,
        }));
        build.onLoad({ filter: /^how-to-play$/, namespace: 'words' }, () => ({
            contents: `export default {${Object.keys(languages()).map(
                (language) =>
                    `${language}: () => import(${JSON.stringify(`words:how-to-play-${language}`)})`,
            )}};`,
            resolveDir: here,
        }));
        build.onLoad({ filter: /^how-to-play-\w+$/, namespace: 'words' }, ({ path: name }) => ({
            contents: `export default ${JSON.stringify(howToPlayIn(name.split('-').pop()))};`,
        }));
        const lists = (words, take) =>
            Object.entries(words)
                .map(([name, all]) => `export const ${name} = ${JSON.stringify(take(all))};`)
                .join('\n');
        build.onLoad({ filter: /^names$/, namespace: 'words' }, async () => ({
            contents: lists(await translated('en'), Object.keys),
        }));
        build.onLoad({ filter: /^\w+$/, namespace: 'words' }, async ({ path: language }) => ({
            contents: lists(await translated(language), Object.values),
        }));
    },
};

// ---- For translators ----------------------------------------------------------------------------

// A text as .po files write it.
const quoted = (text) =>
    text.includes('\n') && !/^[^\n]*\n$/.test(text)
        ? ['""', ...text.split(/(?<=\n)/).map((line) => JSON.stringify(line))].join('\n')
        : JSON.stringify(text);

function templateEntry({ note, context, id, plural }) {
    return [
        `#. ${note}`,
        /\{\w+\}/.test(plural || id) ? '#, python-brace-format' : '',
        context && `msgctxt ${quoted(context)}`,
        `msgid ${quoted(id)}`,
        plural ? `msgid_plural ${quoted(plural)}\nmsgstr[0] ""\nmsgstr[1] ""` : 'msgstr ""',
    ]
        .filter(Boolean)
        .join('\n');
}

async function template() {
    const entries = new Map();
    const add = (entry) => {
        const known = entries.get(found(entry));
        if (known) known.note += `, ${entry.note}`;
        else entries.set(found(entry), entry);
    };
    for (const one of await pageMessages()) add({ ...one, note: one.key });
    for (const { title, text } of howToPlay()) [title, text].forEach(add);
    const { faults, told } = await faultMessages();
    for (const one of [faults, told, phraseMessages()].flatMap(Object.values)) add(one);
    const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
    return [header, ...[...entries.values()].map(templateEntry)].join('\n\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'pot')
    process.stdout.write(`${await template()}\n`);
