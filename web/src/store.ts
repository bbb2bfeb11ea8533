// Settings and the unfinished game in the browser's storage, as JSON with a common prefix.
//
// Storage may be denied or full.  Values are then kept in memory until the page is closed, and the
// page shows a warning.
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

// Stores a value.  Returns false if it could only be kept in memory.
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
