// How to play, part by part, as src/words/how_to_play.def has it: for the page's catalogues (words.mjs) and
// for the documents (site/).
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const LIST = path.join(path.dirname(fileURLToPath(import.meta.url)), '../src/words/how_to_play.def');

// [{ boards, name, title, text }] in the order of reading; no boards are all of them.
export function howToPlayParts() {
    const entries = fs.readFileSync(LIST, 'utf8').matchAll(/^HOW\((.*?)\)$/gms);
    return [...entries].map(([, words]) => {
        const [boards, name, title, text] = words
            .split(/",\s*"/)
            .map((one) => one.replace(/"\s*\n\s*"/g, '').replace(/^"|"$/g, ''))
            .map((one) => JSON.parse(`"${one}"`));
        return { boards: boards.split(' ').filter(Boolean), name, title, text };
    });
}
