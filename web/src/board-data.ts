// Board files: each is fetched once, when it is first needed.
import { FILES } from './files';
import type { BoardArt, BoardData, CityData } from './map';
import { ROOT } from './root';

export interface Board {
    data: BoardData;
    art: BoardArt;
    city: Map<string, CityData>; // by city id
    cityAt: Map<string, CityData>; // by junction id
    kind: Map<string, 'single' | 'double' | 'ferry'>; // by line name
}

const boards = new Map<string, Promise<Board>>();
const ready = new Map<string, Board>();

async function json<T>(file: string | undefined): Promise<T> {
    if (file === undefined) throw new Error('there is no such board');
    const response = await fetch(new URL(file, ROOT));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return (await response.json()) as T;
}

async function load(id: string): Promise<Board> {
    const [data, land, names] = await Promise.all([
        json<BoardData>(FILES.board[id]),
        json<Omit<BoardArt, 'names'>>(FILES.land[id]),
        json<BoardArt['names']>(FILES.names[id]),
    ]);
    return {
        data,
        art: { ...land, names },
        city: new Map(data.cities.map((city) => [city.id, city])),
        cityAt: new Map(data.cities.map((city) => [city.junction, city])),
        kind: new Map(data.lines.map(({ a, b, kind }) => [`${a}-${b}`, kind])),
    };
}

// Returns a board that is already loaded, or null.  Never waits.
export const boardAtHand = (id: string): Board | null => ready.get(id) ?? null;

// Fetches a board and caches it.  A failed fetch is not cached.
export function loadBoard(id: string): Promise<Board> {
    const known = boards.get(id);
    if (known) return known;
    const promise = load(id);
    boards.set(id, promise);
    promise.then(
        (board) => ready.set(id, board),
        () => boards.delete(id),
    );
    return promise;
}

// Returns a track in the notation of records: `F4-G4`, `F4~G4` for a ferry, and `*` added if it is
// coloured.
export function trackWord(board: Board, line: string, own: boolean): string {
    const word = board.kind.get(line) === 'ferry' ? line.replace('-', '~') : line;
    return own ? `${word}*` : word;
}

// Returns the lines of a turn in record notation, by the names that the board uses.
export function linesOf(turn: string): string[] {
    return turn
        .split(' ')
        .filter((word) => /^[A-Z]\d+[-~]/.test(word))
        .map((word) => word.replace('~', '-').replace('*', ''));
}

export const markerOf = (turn: string): string | null => /[@>]([A-Z]\d+)/.exec(turn)?.[1] ?? null;
