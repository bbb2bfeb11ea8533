// The name being typed.  It is saved before a table is opened or joined, so that the reader never
// takes a seat under a name other than the one in the field.
import { api } from '../game/link';

let typed = '';
let saving: { name: string; done: Promise<void> } | null = null;

export function typing(name: string): void {
    typed = name.trim();
}

function save(name: string): Promise<void> {
    if (saving?.name === name) return saving.done;
    const done = api('me', { name }).then(() => {
        if (typed === name) typed = '';
    });
    const mine = { name, done };
    saving = mine;
    const over = (): void => {
        if (saving === mine) saving = null;
    };
    done.then(over, over);
    return done;
}

// Saves a typed name that is not saved yet.  Throws ServerError if the server refuses it.
export async function settleName(): Promise<void> {
    if (typed !== '') await save(typed);
}
