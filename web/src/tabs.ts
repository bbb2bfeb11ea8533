// The tabs of one browser know of each other, so that each game is played in one of them: two would go on
// from the same turn, and the one that is saved last would undo the other.
//
// They talk over a BroadcastChannel, which is there on plain http as well, where Web Locks are not.  A tab
// that is too busy to answer in time is heard all the same: whoever opened the game later lets it go.
import type { KeptGame } from './game/local';
import { keepSketch, keptSketch, type Sketch } from './game/sketch';

const ANSWER_MS = 150;
const HANDOVER_MS = 1500;
const ME = crypto.getRandomValues(new Uint32Array(2)).join('-');

// Why this tab has a game no longer: another one had it already, or took it, or there is no such game.
export type Lost = 'open' | 'taken' | 'gone';

interface Held {
    id: string;
    give(): KeptGame | null; // as it is now
    lose(how: Lost): void;
}

interface Word {
    is: 'asks' | 'has' | 'takes' | 'gives' | 'removes' | 'changes';
    id: string; // of a game
    from: string;
    to?: string;
    game?: KeptGame | null;
    sketch?: Sketch | null;
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('railhead') : null;
const listeners = new Set<(word: Word) => void>();
let held: Held | null = null;
let asked = ''; // the game that is about to be held
let late = ''; // that another tab has, as it said too late

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

// The first word that is wanted, or null when none comes in time.
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
    asked = late = ''; // it is not opened here
    return true;
}

// The game is played here from now on; the result ends that.
export function hold(game: Held): () => void {
    held = game;
    if (late === game.id) setTimeout(() => held === game && lose('open'));
    late = '';
    return () => {
        if (held === game) held = null;
        asked = '';
    };
}

// Takes the game over from the tab that has it: as it is there, or null where no tab answers.
export async function takeOver(id: string): Promise<KeptGame | null> {
    const coming = answer((word) => word.is === 'gives' && word.id === id && word.to === ME, HANDOVER_MS);
    asked = late = '';
    tell({ is: 'takes', id });
    const given = await coming;
    if (given?.sketch) keepSketch(given.sketch);
    return given?.game ?? null;
}

// The game is deleted or given up: no tab goes on with it.
export const removeElsewhere = (id: string): void => tell({ is: 'removes', id });

// The games of this browser are others now, which lists of them in other tabs hear of.
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
