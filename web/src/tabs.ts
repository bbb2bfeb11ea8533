// Coordinates the tabs of one browser, so that each game is open in only one of them.  Two tabs
// would continue from the same turn, and the later save would overwrite the other.
//
// They communicate over a BroadcastChannel, which unlike Web Locks is also available over plain
// HTTP.  The answer of a tab that is too busy also counts when it is late: the tab that opened the
// game later then closes it.
import type { KeptGame } from './game/local';
import { keepSketch, keptSketch, type Sketch } from './game/sketch';

const ANSWER_MS = 150;
const HANDOVER_MS = 1500;
const ME = crypto.getRandomValues(new Uint32Array(2)).join('-');

// Why this tab no longer has the game: another tab already had it, another tab took it over, or it
// was deleted.
export type Lost = 'open' | 'taken' | 'gone';

interface Held {
    id: string;
    give(): KeptGame | null; // returns its current state
    lose(how: Lost): void;
}

interface Word {
    is: 'asks' | 'has' | 'takes' | 'gives' | 'removes' | 'changes';
    id: string; // id of a game
    from: string;
    to?: string;
    game?: KeptGame | null;
    sketch?: Sketch | null;
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('railhead') : null;
const listeners = new Set<(word: Word) => void>();
let held: Held | null = null;
let asked = ''; // id of the game that is about to be held
let late = ''; // id of a game that another tab has, if its answer came too late

function tell(word: Omit<Word, 'from'>): void {
    channel?.postMessage({ ...word, from: ME });
}

function lose(how: Lost): void {
    const lost = held;
    held = null;
    lost?.lose(how);
}

function hear(word: Word): void {
    const { is, id, from, to } = word;
    const mine = held?.id === id;
    if (is === 'asks' && (mine || (asked === id && ME < from))) tell({ is: 'has', id, to: from });
    if (is === 'has' && to === ME && mine) lose('open'); // the answer came late
    else if (is === 'has' && to === ME && asked === id) late = id;
    if (is === 'removes' && mine) lose('gone');
    if (is === 'takes' && mine) {
        tell({ is: 'gives', id, to: from, game: held!.give(), sketch: keptSketch() });
        lose('taken');
    }
    for (const listener of [...listeners]) listener(word);
}

if (channel) channel.onmessage = ({ data }) => hear(data as Word);

// Resolves to the first message that is wanted, or to null after `ms` milliseconds.
function answer(wanted: (word: Word) => boolean, ms: number): Promise<Word | null> {
    return new Promise((resolve) => {
        const end = (word: Word | null): void => {
            clearTimeout(timer);
            listeners.delete(listener);
            resolve(word);
        };
        const listener = (word: Word): void => {
            if (wanted(word)) end(word);
        };
        const timer = setTimeout(() => end(null), channel ? ms : 0);
        listeners.add(listener);
    });
}

export async function isOpenElsewhere(id: string): Promise<boolean> {
    asked = id;
    late = '';
    const coming = answer((word) => word.is === 'has' && word.id === id && word.to === ME, ANSWER_MS);
    tell({ is: 'asks', id });
    if ((await coming) === null) return false;
    asked = late = ''; // this tab does not open it
    return true;
}

// Claims the game for this tab.  Returns a function that releases it.
export function hold(game: Held): () => void {
    held = game;
    if (late === game.id) setTimeout(() => held === game && lose('open'));
    late = '';
    return () => {
        if (held === game) held = null;
        asked = '';
    };
}

// Takes the game over from another tab.  Resolves to its current state, or to null if no tab
// answers.
export async function takeOver(id: string): Promise<KeptGame | null> {
    const coming = answer((word) => word.is === 'gives' && word.id === id && word.to === ME, HANDOVER_MS);
    asked = late = '';
    tell({ is: 'takes', id });
    const given = await coming;
    if (given?.sketch) keepSketch(given.sketch);
    return given?.game ?? null;
}

// Closes the game in all other tabs, because it was deleted or given up.
export const removeElsewhere = (id: string): void => tell({ is: 'removes', id });

// Tells lists of games in other tabs that the games of this browser have changed.
export const tellOfGames = (): void => tell({ is: 'changes', id: '' });

export function onGames(changed: () => void): () => void {
    const listener = ({ is }: Word): void => {
        if (is === 'changes' || is === 'removes') changed();
    };
    listeners.add(listener);
    return () => {
        listeners.delete(listener);
    };
}
