// The name that is being typed: whoever sits down or opens a table before it is saved has it saved
// first, so that nobody sits there under another one than they see in the field.
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

// Saves what is typed, if anything is; throws what the server says against it.
export async function settleName(): Promise<void> {
    if (typed !== '') await save(typed);
}
