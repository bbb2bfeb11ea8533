// What the browser keeps for us: settings and the unfinished game, as JSON under one prefix.
//
// Storage may be denied or full.  Then nothing is lost but the keeping: until the page is closed it
// is remembered here, and the page says so.
const PREFIX = 'railhead.';

const remembered = new Map<string, string>();
let works: boolean | undefined;

export function storageWorks(): boolean {
    if (works === undefined) {
        try {
            localStorage.setItem(`${PREFIX}probe`, '1');
            localStorage.removeItem(`${PREFIX}probe`);
            works = true;
        } catch {
            works = false;
        }
    }
    return works;
}

// False when it could not be kept.
export function keep(key: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    try {
        localStorage.setItem(PREFIX + key, text);
        remembered.delete(key);
        return true;
    } catch {
        remembered.set(key, text);
        return false;
    }
}

export function kept<T>(key: string): T | null {
    try {
        const text = remembered.get(key) ?? localStorage.getItem(PREFIX + key);
        return text === null ? null : (JSON.parse(text) as T);
    } catch {
        return null;
    }
}
