// What build.mjs puts in: the names of files with their hashes.
declare const FILES: {
    wasm: { simd: string; plain: string };
    worker: string;
    board: Record<string, string>;
    art: Record<string, string>;
};
declare const KEPT: string[];
declare const VERSION: string;
declare module '*.css';
