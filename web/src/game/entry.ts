// Parses a turn that is typed and converts it into the notation of records.  The core checks it.
import type { Board } from '../board-data';
import { trackWord } from '../board-data';

const fold = (text: string): string =>
    text
        .normalize('NFD')
        .replace(/[^\p{L}\p{N}]/gu, '')
        .toLowerCase();

// Returns a junction by its own name or its city's, or null.
function junctionOf(board: Board, word: string): string | null {
    const upper = word.toUpperCase();
    if (board.data.junctions.some(({ name }) => name === upper)) return upper;
    const wanted = fold(word);
    const city = board.data.cities.find(({ id, name, english }) =>
        [id, name, english ?? ''].some((one) => fold(one) === wanted && wanted !== ''),
    );
    return city?.junction ?? null;
}

// Returns the line between two junctions, or null.  A line is named with its smaller column first,
// then its smaller row.
function lineBetween(board: Board, one: string, other: string): string | null {
    const both = [`${one}-${other}`, `${other}-${one}`];
    return both.find((line) => board.kind.has(line)) ?? null;
}

// Why the text is no turn: a word that is no place, a place without a second one, or two places
// without a line between them.
export type BadEntry = { bad: string } | { alone: string } | { apart: [string, string] };

// Parses "K7 L7 M7", "K7-L7, L7-M7*", "denver" or "> K7".  Returns the words of a record, or why it
// failed.
export function entryWords(
    board: Board,
    text: string,
    placing: boolean,
): string[] | BadEntry {
    if (text.trim().toLowerCase() === 'pass') return ['pass'];
    const words: string[] = [];
    let from: string | null = null;
    for (const part of text
        .trim()
        .split(/[\s,;]+/)
        .filter(Boolean)) {
        const own = part.endsWith('*');
        const plain = own ? part.slice(0, -1) : part;
        const moves = plain.startsWith('>');
        const bare = plain.replace(/^[@>]/, '');
        const ends = junctionOf(board, bare) ? [bare] : bare.split(/[-~–]/);
        const junctions = ends.map((end) => junctionOf(board, end));
        if (junctions.length > 2 || junctions.includes(null)) return { bad: part };
        const [a, b] = junctions as [string, string | undefined];
        if (moves || plain.startsWith('@') || (placing && !b)) {
            words.push(`${moves ? '>' : '@'}${a}`);
            continue;
        }
        const pair: [string, string] | null = b ? [a, b] : from ? [from, a] : null;
        from = b ?? a;
        if (!pair) continue;
        const line = lineBetween(board, ...pair);
        if (!line) return { apart: pair };
        words.push(trackWord(board, line, own));
    }
    if (words.length > 0) return words;
    return from ? { alone: from } : { bad: text.trim() };
}
