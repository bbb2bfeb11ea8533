// How to play, part by part, as src/words/how_to_play.def has it: for the page's catalogues (words.mjs) and
// for the documents (site/).
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const LIST = path.join(ROOT, 'src/words/how_to_play.def');

// [{ when, rules, name, title, text }] in the order of reading.
export function howToPlayParts() {
    const entries = fs.readFileSync(LIST, 'utf8').matchAll(/^HOW\((.*?)\)$/gms);
    return [...entries].map(([, words]) => {
        const [when, rules, name, title, text] = words
            .split(/",\s*"/)
            .map((one) => one.replace(/"\s*\n\s*"/g, '').replace(/^"|"$/g, ''))
            .map((one) => JSON.parse(`"${one}"`));
        return {
            when: when.split(' ').filter(Boolean),
            rules: rules.split(' ').filter(Boolean),
            name,
            title,
            text,
        };
    });
}

const readBoard = (id) => JSON.parse(fs.readFileSync(path.join(ROOT, `boards/${id}.json`), 'utf8'));

// What a part may ask of a board, as src/words/how_to_play.c has it.
function wordsOf(board) {
    const ferries = board.lines.some(({ kind }) => kind === 'ferry');
    return [
        board.rules ?? (ferries ? 'transeuropa' : 'transamerica'),
        ...(ferries ? ['ferries'] : []),
        board.barrier_rule ? 'barrier' : 'no-barrier',
    ];
}

function factsOf(board) {
    const groups = new Map();
    for (const { group } of board.cities) groups.set(group, (groups.get(group) ?? 0) + 1);
    const counts = [...groups.values()];
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    return {
        cities: least === most ? least : `${least}–${most}`,
        tracks: board.tracks,
        coloured: board.coloured_tracks ?? 3,
        start: board.start_points,
        end: board.end_points,
    };
}

// Of `parts`, those that are about a board, by its id, with its facts in their texts.
export function howToPlayOn(id, parts = howToPlayParts()) {
    const board = readBoard(id);
    const words = wordsOf(board);
    const facts = factsOf(board);
    return parts
        .filter(({ when }) => when.every((word) => words.includes(word)))
        .map((part) => ({
            ...part,
            text: part.text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name])),
        }));
}
