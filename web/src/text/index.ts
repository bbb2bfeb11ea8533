// Sentences in the reader's language: one catalogue for each, plurals and numbers by Intl.
import languages from 'words:languages';
import type { Catalogue, Key } from './en';
import { translate, type Said } from './said';

// By their own names; each is a file in po/.
export const LANGUAGES: Record<string, string> = Object.fromEntries(
    Object.entries(languages).map(([language, { name }]) => [language, name]),
);

export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Values = Record<string, string | number>;

interface Saying {
    default: Said; // what the core and servers say
    refusals: Record<string, string>; // what the rules forbid the reader, by the core's sentence
}
const sayings: Record<string, () => Promise<Saying>> = {
    en: async () => ({ default: {}, refusals: (await import('./en')).refusals }),
    fr: () => import('./fr-said'),
    de: () => import('./de-said'),
};

let language = 'en';
let catalogue: Catalogue;
let refusals: Record<string, string> = {};
let said: Said = {};
let plurals: Intl.PluralRules;
let numbers: Intl.NumberFormat;
let lists: Intl.ListFormat;
let days: Intl.DateTimeFormat;

export function browserLanguage(): string {
    const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
    return wanted.find((short) => short in LANGUAGES) ?? 'en';
}

export async function setLanguage(chosen: string): Promise<void> {
    const [loaded, saying] = await Promise.all([
        languages[chosen]!.load(),
        (sayings[chosen] ?? sayings['en'])!(),
    ]);
    language = chosen;
    catalogue = loaded.default;
    refusals = saying.refusals;
    said = saying.default;
    plurals = new Intl.PluralRules(chosen);
    numbers = new Intl.NumberFormat(chosen, { maximumFractionDigits: 1 });
    lists = new Intl.ListFormat(chosen, { type: 'conjunction' });
    days = new Intl.DateTimeFormat(chosen, { dateStyle: 'medium' });
    document.documentElement.lang = chosen;
}

export const currentLanguage = (): string => language;
export const number = (value: number): string => numbers.format(value);
export const day = (time: number): string => days.format(time);
export const list = (items: string[]): string => lists.format(items);

// The sentence with its values put in; `n` decides between singular and plural.
export function t(key: Key, values: Values = {}): string {
    const message: Message = catalogue[key];
    const form =
        typeof message === 'string'
            ? message
            : (message[plurals.select(Number(values['n'] ?? 0))] ?? message.other);
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name];
        if (value === undefined) return whole;
        return typeof value === 'number' ? number(value) : value;
    });
}

// ---- What others say, in English ----------------------------------------------------------------

// Words that are quoted, as the language does it; English ones stay as they came.
const QUOTES: Record<string, string> = { en: "'$1'", fr: '«\u00a0$1\u00a0»', de: '„$1“' };

function inWords(text: string): string | null {
    if (language === 'en') return text;
    return translate(said, text)?.replace(/'([^']*)'/g, QUOTES[language]!) ?? null;
}

function sentence(words: string, rule = ''): string {
    const named = rule && rule !== 'format' ? `${words} (${rule})` : words;
    return named.charAt(0).toUpperCase() + named.slice(1) + (/[.?!]$/.test(named) ? '' : '.');
}

// Why the core refuses the reader something, as a whole sentence with the rule's id.
export const refusalText = ({ rule, text }: { rule: string; text: string }): string =>
    sentence(refusals[text] ?? inWords(text) ?? text, rule);

// What is wrong with a line of a record, where nobody's turn is the reader's.
export const faultText = ({ rule, text }: { rule: string; text: string }): string =>
    sentence(inWords(text) ?? refusals[text] ?? text, rule);

// What a server says, or null where this language has no words for it.  English ones may begin with
// the name of a field, which is for programs.
export function saidText(text: string): string | null {
    const words = text === '' ? null : inWords(text);
    return words && sentence(words.replace(/^\w+: /, ''));
}
