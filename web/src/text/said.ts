// Sentences of the core and of a server, which are English, in another language.
//
// A list has the English sentence as the key, with {a} to {d} for the words that differ; those may be
// sentences of the list themselves.  Nothing here knows which language it is.
export type Said = Record<string, string>;

const compiled = new WeakMap<Said, [RegExp, string][]>();

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// The keys with words that differ, in the order of the list.
function patternsOf(said: Said): [RegExp, string][] {
    let patterns = compiled.get(said);
    if (!patterns) {
        patterns = Object.entries(said)
            .filter(([key]) => key.includes('{'))
            .map(([key, text]) => {
                const parts = key.split(/(\{\w\})/).map((part) => {
                    const name = /^\{(\w)\}$/.exec(part)?.[1];
                    return name ? `(?<${name}>.+?)` : escaped(part);
                });
                return [new RegExp(`^${parts.join('')}$`), text];
            });
        compiled.set(said, patterns);
    }
    return patterns;
}

// Null where the list has nothing for it.
export function translate(said: Said, text: string): string | null {
    const whole = said[text];
    if (whole !== undefined) return whole;
    for (const [pattern, translation] of patternsOf(said)) {
        const groups = pattern.exec(text)?.groups;
        if (groups)
            return translation.replace(/\{(\w)\}/g, (_, name: string) => {
                const word = groups[name] ?? '';
                return translate(said, word) ?? word;
            });
    }
    return null;
}
