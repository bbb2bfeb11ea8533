// The games of this browser, finished or not, each with its record.  IndexedDB can hold thousands.
//
// The current game is also in store.ts (game/local.ts), which can be read synchronously after a
// reload.  The more recently changed of the two copies counts.  Callers let the core check a record
// before they store it.
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
    winners: number[]; // empty while the game is in progress
    gaveUp?: boolean;
    adaptive?: boolean; // its bots were chosen to match the strength of the player
    record: string; // as saved by the core, with everything needed to resume
}

const DATABASE = 'railhead';
const STORE = 'games';
const BY_TIME = 'changed';

export const goesOn = ({ winners, gaveUp }: Pick<Game, 'winners' | 'gaveUp'>): boolean =>
    winners.length === 0 && !gaveUp;

export const newId = (): string =>
    [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => (byte % 36).toString(36)).join('');

// Returns the facts of a state for the list of games.  Seats and record are not among them.
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

// Opens the database with a timeout.  In WebKit, opening never completes if the page was left while
// the database was being created.  A database that is only slow is available to the next caller.
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

// Runs `use` in one transaction.  Resolves when the transaction is complete.
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

// Stores games, but never an older state over a newer one.  Returns how many were stored.
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

// Stores a game after a delay, if it is also stored elsewhere: the first turn need not wait for a
// database that is being created.
export function keepGameLater(game: Game): void {
    const waits = later.size > 0;
    later.set(game.id, game);
    if (waits) return;
    setTimeout(() => {
        const games = [...later.values()];
        later.clear();
        if (games.length > 0) keepGames(games).catch(() => {}); // the next turn tries again
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

// Returns the most recently changed games, newest first.
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

// ---- Export and import
// ----------------------------------------------------------------------------

const FORMAT = 'railhead games 1';

// Returns one file with all games: each with its record, and what the record does not contain.
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

// Parses such a file.  Returns null if it is none.  The records have not been checked.
export function brought(text: string): Brought[] | null {
    try {
        const { format, games } = JSON.parse(text) as { format: unknown; games: unknown };
        if (format !== FORMAT || !Array.isArray(games)) return null;
        return games.filter(isBrought);
    } catch {
        return null;
    }
}
