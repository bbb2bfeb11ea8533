// Sentences in the reader's language: one catalogue for each, plurals and numbers by Intl.
import type { Catalogue, Key } from './en';

export const LANGUAGES = { en: 'English', fr: 'Français', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);
export type Values = Record<string, string | number>;

const loaders: Record<
    Language,
    () => Promise<{ default: Catalogue; refusals: Record<string, string> }>
> = {
    en: () => import('./en'),
    fr: () => import('./fr'),
    de: () => import('./de'),
};

let language: Language = 'en';
let catalogue: Catalogue;
let refusals: Record<string, string> = {};
let plurals: Intl.PluralRules;
let numbers: Intl.NumberFormat;
let lists: Intl.ListFormat;

export function browserLanguage(): Language {
    for (const tag of navigator.languages) {
        const short = tag.slice(0, 2).toLowerCase();
        if (short in LANGUAGES) return short as Language;
    }
    return 'en';
}

export async function setLanguage(chosen: Language): Promise<void> {
    const loaded = await loaders[chosen]();
    language = chosen;
    catalogue = loaded.default;
    refusals = loaded.refusals;
    plurals = new Intl.PluralRules(chosen);
    numbers = new Intl.NumberFormat(chosen, { maximumFractionDigits: 1 });
    lists = new Intl.ListFormat(chosen, { type: 'conjunction' });
    document.documentElement.lang = chosen;
}

export const currentLanguage = (): Language => language;
export const number = (value: number): string => numbers.format(value);
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

// Why the core refuses something, as a whole sentence with the rule's id.
export function refusalText({ rule, text }: { rule: string; text: string }): string {
    const own = refusals[text] ?? text.charAt(0).toUpperCase() + text.slice(1);
    return rule && rule !== 'format' ? `${own} (${rule}).` : `${own}.`;
}
