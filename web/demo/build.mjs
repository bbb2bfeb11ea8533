// Builds the page of the board alone: node demo/build.mjs FOLDER.  Run from web/.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = process.argv[2];
if (!folder) {
    console.error('usage: node demo/build.mjs FOLDER');
    process.exit(2);
}
const boards = ['transamerica', 'transeuropa', 'transeuropa-classic'].map(
    (id) => `../boards/${id}.json`,
);
mkdirSync(join(folder, 'boards'), { recursive: true });
for (const board of boards) cpSync(board, join(folder, board.slice(3)));
cpSync('demo/board.html', join(folder, 'board.html'));
await build({
    entryPoints: ['demo/board.tsx'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: folder,
    logLevel: 'warning',
});
if (!process.argv.includes('--no-art')) {
    const art = spawnSync('node', ['art/main.mjs', join(folder, 'art'), ...boards], {
        stdio: 'inherit',
    });
    process.exit(art.status ?? 1);
}
