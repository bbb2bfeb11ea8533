// The games of this browser, finished or not, each with its record: thousands of them, in IndexedDB.
//
// The game in hand lies in store.ts as well (game/local.ts), which is there at once after a reload;
// of the two the one that changed last is right.  Whether a record is good, and what it says, is
// asked of the core by whoever puts it here.
import type { Seating, State, Variant } from './core/types';

export interface Game {
    id: string;
    begun: number;
    changed: number;
    board: string;
    variants: Variant[];
    seats: Seating[];
    round: number;
    points: number[];
    winners: number[]; // nobody while it goes on
    gaveUp?: boolean;
    adaptive?: boolean; // its bots were chosen to be as strong as whoever played
    record: string; // as the core saves it, with all that is needed to go on
}

const DATABASE = 'railhead';
const STORE = 'games';
const BY_TIME = 'changed';

export const goesOn = ({ winners, gaveUp }: Pick<Game, 'winners' | 'gaveUp'>): boolean =>
    winners.length === 0 && !gaveUp;

export const newId = (): string =>
    [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => (byte % 36).toString(36)).join('');

// What a state tells of a game, beside its seats and its record.
export const factsOf = ({ board, variants, round, points, winners }: State) => ({
    board,
    variants,
    round,
    points,
    winners,
});

function answer<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
    if (opened) return opened;
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () =>
        request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex(BY_TIME, BY_TIME);
    opened = answer(request);
    opened.then(
        (one) => {
            one.onclose = () => {
                opened = undefined;
            };
        },
        () => {
            opened = undefined;
        },
    );
    return opened;
}

const OPENS_MS = 3000;

// A database that does not open in time counts as one that fails: WebKit's never does again when a
// page was left while it was being made.  One that is only slow is there for whoever asks next.
function databaseInTime(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(
            () => reject(new DOMException('the database does not open', 'TimeoutError')),
            OPENS_MS,
        );
        database()
            .then(resolve, reject)
            .finally(() => clearTimeout(timer));
    });
}

// Runs `use` in one transaction, and answers when that is on disk.
async function within<T>(
    mode: IDBTransactionMode,
    use: (games: IDBObjectStore) => Promise<T>,
): Promise<T> {
    const transaction = (await databaseInTime()).transaction(STORE, mode);
    const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([use(transaction.objectStore(STORE)), done]);
    return result;
}

// Keeps games, but none over a later state of itself; how many of them were news.
export function keepGames(games: readonly Game[]): Promise<number> {
    return within('readwrite', async (store) => {
        const kept = await Promise.all(
            games.map(async (game) => {
                const old = (await answer(store.get(game.id))) as Game | undefined;
                if (old && old.changed >= game.changed) return 0;
                await answer(store.put(game));
                return 1;
            }),
        );
        return kept.reduce<number>((sum, one) => sum + one, 0);
    });
}

const LATER_MS = 300;
const later = new Map<string, Game>();

// The same soon, for a game that lies safe elsewhere until then: the first turn need not wait for a
// database that is being made.
export function keepGameLater(game: Game): void {
    const waits = later.size > 0;
    later.set(game.id, game);
    if (waits) return;
    setTimeout(() => {
        const games = [...later.values()];
        later.clear();
        if (games.length > 0) keepGames(games).catch(() => {}); // tried again with the next turn
    }, LATER_MS);
}

export const gameOf = (id: string): Promise<Game | undefined> =>
    within('readonly', (store) => answer(store.get(id)));

export const countGames = (): Promise<number> =>
    within('readonly', (store) => answer(store.count()));

export const allGames = (): Promise<Game[]> =>
    within('readonly', (store) => answer(store.index(BY_TIME).getAll()));

export function deleteGame(id: string): Promise<void> {
    later.delete(id);
    return within('readwrite', async (store) => answer(store.delete(id)));
}

// The games that changed last, the latest first.
export function latestGames(most: number): Promise<Game[]> {
    return within(
        'readonly',
        (store) =>
            new Promise((resolve, reject) => {
                const games: Game[] = [];
                const request = store.index(BY_TIME).openCursor(null, 'prev');
                request.onerror = () => reject(request.error);
                request.onsuccess = () => {
                    const cursor = request.result;
                    if (!cursor || games.length >= most) {
                        resolve(games);
                        return;
                    }
                    games.push(cursor.value as Game);
                    cursor.continue();
                };
            }),
    );
}

// ---- Taken home and brought back ------------------------------------------------------------------

const FORMAT = 'railhead games 1';

// One file of all games: what a record does not tell, and the record.
export const exported = (games: readonly Game[]): string =>
    JSON.stringify({
        format: FORMAT,
        games: games.map(({ id, begun, changed, gaveUp, record }) => ({
            id,
            begun,
            changed,
            ...(gaveUp ? { gaveUp } : {}),
            record,
        })),
    });

export type Brought = Pick<Game, 'id' | 'begun' | 'changed' | 'gaveUp' | 'record'>;

const isBrought = (one: Partial<Brought> | null): one is Brought =>
    typeof one === 'object' &&
    one !== null &&
    typeof one.id === 'string' &&
    /^\w{1,64}$/.test(one.id) &&
    Number.isFinite(one.begun) &&
    Number.isFinite(one.changed) &&
    typeof one.record === 'string';

// The games of such a file, or null where it is none; its records are still to be read.
export function brought(text: string): Brought[] | null {
    try {
        const { format, games } = JSON.parse(text) as { format: unknown; games: unknown };
        if (format !== FORMAT || !Array.isArray(games)) return null;
        return games.filter(isBrought);
    } catch {
        return null;
    }
}
