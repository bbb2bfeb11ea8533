// For the tests of the map: the boards, and the modules of the client.

import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { passes } from '../tap.mjs';

export { finish, passes } from '../tap.mjs';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const BOARDS = ['transamerica', 'transeuropa', 'transeuropa-classic'];
const require = createRequire(join(ROOT, 'web/package.json'));

/** A package of the client. */
export function clientPackage(name) {
    return import(pathToFileURL(require.resolve(name)).href);
}

/** Modules of web/src/board as one module that can be imported here. */
export async function boardModules(folder, ...names) {
    const esbuild = await clientPackage('esbuild');
    mkdirSync(folder, { recursive: true });
    const out = join(folder, 'modules.mjs');
    await esbuild.build({
        stdin: {
            contents: names.map((name) => `export * from './${name}';`).join('\n'),
            resolveDir: join(ROOT, 'web/src/board'),
        },
        bundle: true,
        format: 'esm',
        outfile: out,
        logLevel: 'error',
    });
    return import(pathToFileURL(out).href);
}

export function readJson(path) {
    return JSON.parse(readFileSync(path, 'utf8'));
}

export function readBoard(id) {
    return readJson(join(ROOT, 'boards', `${id}.json`));
}

export function same(sentence, expected, got) {
    const [one, other] = [JSON.stringify(expected), JSON.stringify(got)];
    passes(sentence, one === other ? [] : [`expected: ${one}`, `got:      ${other}`]);
}
