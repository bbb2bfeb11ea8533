// Inserted by build.mjs: the names of files with their hashes, and the languages (words.mjs).
declare const FILE_NAMES: string; // see files.ts
declare const WORDS: Record<string, string>; // by language
declare const KEPT: string[];
declare const VERSION: string;
declare module '*.css';
declare module 'words:how-to-play' {
    export interface Part {
        name: string;
        title: string;
        text: string;
    }
    // By language, then by board id.
    const parts: Record<string, () => Promise<{ default: Record<string, Part[]> }>>;
    export default parts;
}
declare module 'words:languages' {
    const languages: Record<
        string,
        {
            name: string;
            load(): Promise<{
                messages: import('./text').Message[];
                faults: string[];
                told: string[];
                phrases: string[];
            }>;
        }
    >;
    export default languages;
}
declare module 'words:names' {
    export const messages: import('./text/en').Key[];
    export const faults: string[];
    export const told: string[];
    export const phrases: string[];
}
