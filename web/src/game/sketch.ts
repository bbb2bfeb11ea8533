// What somebody has entered or sketched of a turn and not played yet: kept for a reload of the page, by
// this tab alone.
const KEY = 'railhead.sketch';

export interface Sketch {
    game: string; // its id, or its table's
    seat: number;
    events: number; // that the game had: the turn is for this place in it
    turn: string; // as a record writes it
    plan: readonly string[]; // lines
}

export function keepSketch(sketch: Sketch): void {
    try {
        sessionStorage.setItem(KEY, JSON.stringify(sketch));
    } catch {
        // It is not kept, then.
    }
}

export function keptSketch(): Sketch | null {
    try {
        return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Sketch | null;
    } catch {
        return null;
    }
}
