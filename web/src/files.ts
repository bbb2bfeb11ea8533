// File names with their hashes, inserted by build.mjs.  They are inserted as a string: bundled as
// an object, they would become a chunk that every other one waits for.
interface Files {
    wasm: { simd: string; plain: string };
    worker: string;
    board: Record<string, string>;
    land: Record<string, string>;
    names: Record<string, string>;
}

export const FILES = JSON.parse(FILE_NAMES) as Files;
