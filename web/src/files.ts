// The names of files with their hashes, as build.mjs puts them in: a text, since an object would become a
// file by itself that every other one waits for.
interface Files {
    wasm: { simd: string; plain: string };
    worker: string;
    board: Record<string, string>;
    land: Record<string, string>;
    names: Record<string, string>;
}

export const FILES = JSON.parse(FILE_NAMES) as Files;
