// Chooses one of the available languages: the reader's choice, or else one that the browser
// prefers.
import { kept } from '../store';

export function wantedLanguage(known: Readonly<Record<string, unknown>>): string {
    const chosen = kept<string>('language');
    if (chosen && chosen in known) return chosen;
    const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
    return wanted.find((short) => short in known) ?? 'en';
}
