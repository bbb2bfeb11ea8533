#!/usr/bin/env node
// The words of the page, as they are compiled from po/: every language has every message, with every
// plural form that Intl asks for, and says what is read to a person in its own words.
import { check, finish, holds, same } from './browser.mjs';
import { languages, pageMessages, translated } from '../../web/words.mjs';

const forms = (message) => (typeof message === 'string' ? [message] : Object.values(message));
const values = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const english = await pageMessages();
const others = Object.keys(languages()).filter((language) => language !== 'en');

await check('a language is a file in po/, and says what it is called', () => {
    same({ de: 'Deutsch', en: 'English', fr: 'Français' }, languages());
});

for (const language of others) {
    const { messages } = await translated(language);
    await check(`${language}: no message is missing, none is empty, none is left over`, () => {
        same(english.map(({ key }) => key).sort(), Object.keys(messages).sort());
        for (const [key, message] of Object.entries(messages))
            holds(
                forms(message).every((text) => text.trim().length > 0),
                `${key} is empty`,
            );
    });
    await check(`${language}: every form of a message has the values of the English one`, () => {
        for (const { key, id, plural } of english)
            for (const text of forms(messages[key])) same(values(plural || id), values(text), key);
    });
    await check(`${language}: every plural has the forms that this language needs`, () => {
        const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        for (const { key, plural } of english)
            if (plural) same(needed.slice().sort(), Object.keys(messages[key]).sort(), key);
    });
    await check(`${language}: a sentence of more than two words is not the English one`, () => {
        for (const { key, id } of english)
            holds(
                !/\w+ \w+ \w+/.test(id) || !forms(messages[key]).includes(id),
                `${key} is English`,
            );
    });
}

await check('French has many of a million, and one of none', async () => {
    const { playersCount } = (await translated('fr')).messages;
    const said = (n) => playersCount[new Intl.PluralRules('fr').select(n)];
    same(['{n} joueur', '{n} joueurs', '{n} joueurs'], [0, 2, 1e6].map(said));
});
finish();
