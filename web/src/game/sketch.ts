// The unconfirmed turn and the plan.  They survive a reload of the page, in this tab only.
const KEY = 'railhead.sketch';

export interface Sketch {
    game: string; // id of the game or of its table
    seat: number;
    events: number; // number of events in the game: the sketch is valid only for this position
    turn: string; // in record notation
    plan: readonly string[]; // lines
}

export function keepSketch(sketch: Sketch): void {
    try {
        sessionStorage.setItem(KEY, JSON.stringify(sketch));
    } catch {
        // Denied: the sketch does not survive a reload.
    }
}

export function keptSketch(): Sketch | null {
    try {
        return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Sketch | null;
    } catch {
        return null;
    }
}
