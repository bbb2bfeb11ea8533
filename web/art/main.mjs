// Draws the artwork of boards: node main.mjs FOLDER BOARD.json...  writes FOLDER/<id>.art.json.
// The same files give the same bytes.  What is in them: BoardArt in ../src/board/art.ts.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { artOf } from './artwork.mjs';
import { geographyFor } from './geographies.mjs';

const [folder, ...boards] = process.argv.slice(2);
if (!folder || boards.length === 0) {
    console.error('usage: node main.mjs FOLDER BOARD.json...');
    process.exit(2);
}

mkdirSync(folder, { recursive: true });
for (const path of boards) {
    try {
        const board = JSON.parse(readFileSync(path, 'utf8'));
        const art = artOf(board, geographyFor(board));
        writeFileSync(join(folder, `${board.id}.art.json`), `${JSON.stringify(art)}\n`);
    } catch (error) {
        console.error(`${path}: ${error.message}`);
        process.exit(2);
    }
}
