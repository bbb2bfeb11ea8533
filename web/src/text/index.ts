// Texts in the reader's language: a catalogue per language; plurals and numbers by Intl.
import languages from 'words:languages';
import * as names from 'words:names';
import type { Catalogue, Key } from './en';

// The languages by their own names.  Each has a file in po/.
export const LANGUAGES: Record<string, string> = Object.fromEntries(
    Object.entries(languages).map(([language, { name }]) => [language, name]),
);

export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Values = Record<string, string | number>;

// An error found by the core or a server: a code of src/text/faults.def with its arguments, and the
// same as an English sentence.
export interface Fault {
    code?: string;
    args?: Record<string, string | number | { code: string }>;
    rule?: string;
    text?: string;
    line?: number;
}

let language = 'en';
let catalogue: Catalogue;
let faults: Record<string, string> = {}; // sentences by fault code
let told: Record<string, string> = {}; // their replacements for errors about the reader's own actions
let phrases = new Map<string, string>(); // translations by the English phrase that is sent
let plurals: () => Intl.PluralRules;
let numbers: () => Intl.NumberFormat;
let lists: () => Intl.ListFormat;
let days: () => Intl.DateTimeFormat;

// Returns a function that calls `make` once, when first needed: creating Intl objects is slow, and
// the start page needs few of them.
function once<T>(make: () => T): () => T {
    let made: T | undefined;
    return () => (made ??= make());
}

// Returns the reader's locale for a language, such as en-GB, whose dates differ from those of
// en-US.
const localeFor = (chosen: string): string =>
    globalThis.navigator?.languages?.find((one) => one === chosen || one.startsWith(`${chosen}-`)) ??
    chosen;

const named = <K extends string, V>(keys: readonly K[], values: readonly V[]): Record<K, V> =>
    Object.fromEntries(keys.map((key, i) => [key, values[i]])) as Record<K, V>;

export async function setLanguage(chosen: string): Promise<void> {
    const loaded = await languages[chosen]!.load();
    language = chosen;
    catalogue = named(names.messages, loaded.messages);
    faults = named(names.faults, loaded.faults);
    told = named(names.told, loaded.told);
    phrases = new Map(names.phrases.map((said, i) => [said, loaded.phrases[i]!]));
    plurals = once(() => new Intl.PluralRules(chosen));
    numbers = once(() => new Intl.NumberFormat(chosen, { maximumFractionDigits: 1 }));
    lists = once(() => new Intl.ListFormat(chosen, { type: 'conjunction' }));
    days = once(() => new Intl.DateTimeFormat(localeFor(chosen), { dateStyle: 'medium' }));
    document.documentElement.lang = chosen;
}

export const currentLanguage = (): string => language;
// Formats a number.  Small integers, which are nearly all, look alike in every language here.
export const number = (value: number): string =>
    Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : numbers().format(value);
export const day = (time: number): string => days().format(time);
export const list = (items: string[]): string => lists().format(items);

function filled(sentence: string, values: Values): string {
    return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name];
        if (value === undefined) return whole;
        return typeof value === 'number' ? number(value) : value;
    });
}

// Returns a message with its values filled in; `n` selects the plural form.
export function t(key: Key, values: Values = {}): string {
    const message: Message = catalogue[key];
    const form =
        typeof message === 'string'
            ? message
            : (message[plurals().select(Number(values['n'] ?? 0))] ?? message.other);
    return filled(form, values);
}

// Returns the phrases for the chat: [the English phrase that is sent, its translation].
export const allPhrases = (): [string, string][] => [...phrases];

// Translates a chat message if it is one of the phrases.
export const saidWords = (text: string): string => phrases.get(text) ?? text;

// ---- Faults --------------------------------------------------------------------------------------

// Returns the sentence of a fault, or null if this page does not know its code.
function sentenceOf(sentences: Record<string, string>, { code = '', args = {} }: Fault) {
    const words = sentences[code];
    if (words === undefined) return null;
    const values = Object.entries(args).map(([name, value]) => [
        name,
        typeof value === 'object' ? (faults[value.code] ?? value.code) : value,
    ]);
    return filled(words, Object.fromEntries(values) as Values);
}

function sentence(words: string, rule = ''): string {
    const named = rule && rule !== 'format' ? `${words} (${rule})` : words;
    return named.charAt(0).toUpperCase() + named.slice(1) + (/[.?!]$/.test(named) ? '' : '.');
}

// Returns why an action of the reader was refused.  The rule is shown beside it.
export const refusalText = (fault: Fault): string =>
    sentence(sentenceOf({ ...faults, ...told }, fault) ?? fault.text ?? '');

// Returns the sentence for an invalid record, in which no seat is the reader's.
export const faultText = (fault: Fault): string =>
    sentence(sentenceOf({ ...told, ...faults }, fault) ?? fault.text ?? '', fault.rule);

// Returns the sentence for a server's error, or null if this page does not know its code.
export function saidText(fault: Fault): string | null {
    const words = sentenceOf({ ...faults, ...told }, fault);
    return words && sentence(words);
}
