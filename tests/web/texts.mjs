// The catalogues: every language has every message, with the same values in it and every plural
// form that Intl asks for; and a sentence for everything that the core refuses.
import { createRequire } from 'node:module';
import { check, finish, holds, same } from './browser.mjs';
import { Referee } from './referee.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const esbuild = require('esbuild');

async function load(language) {
    const result = await esbuild.build({
        entryPoints: [`web/src/text/${language}.ts`],
        bundle: true,
        format: 'esm',
        write: false,
    });
    const code = Buffer.from(result.outputFiles[0].contents).toString('base64');
    const url = `data:text/javascript;base64,${code}`;
    const { default: messages, refusals } = await import(url);
    return { messages, refusals };
}

const forms = (message) => (typeof message === 'string' ? [message] : Object.values(message));
const values = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const english = await load('en');
for (const language of ['en', 'fr', 'de']) {
    const { messages, refusals } = language === 'en' ? english : await load(language);
    await check(`${language}: no message is missing, none is empty, none is left over`, () => {
        same(Object.keys(english.messages).sort(), Object.keys(messages).sort());
        for (const [key, message] of Object.entries(messages)) {
            holds(
                forms(message).every((text) => text.trim().length > 0),
                `${key} is empty`,
            );
        }
    });
    await check(`${language}: every form of a message has the values of the English one`, () => {
        for (const [key, message] of Object.entries(messages)) {
            const wanted = values(forms(english.messages[key]).at(-1));
            for (const text of forms(message)) same(wanted, values(text), key);
        }
    });
    await check(`${language}: every plural has the forms that this language needs`, () => {
        const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        for (const [key, message] of Object.entries(messages)) {
            if (typeof message === 'string') continue;
            for (const form of needed) holds(form in message, `${key} lacks '${form}'`);
        }
    });
    await check(`${language}: every refusal of the core has a sentence, and no other has`, () => {
        // The core's own are English, so here only those are there that speak of a seat.
        const texts = new Referee()
            .refusals()
            .map(({ text }) => text)
            .filter((text) => text && (language !== 'en' || /\bseat\b/.test(text)));
        same(texts.sort(), Object.keys(refusals).sort());
    });
}
finish();
