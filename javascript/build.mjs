// Builds the package's own files into dist, from the core that the page uses: `make javascript`.
//
//     node build.mjs BUILD      the folder with the modules
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);
const build = path.resolve(process.argv[2] ?? path.join(root, 'build'));
const out = path.join(here, 'dist');
const types = path.join(build, 'javascript'); // declarations, in the folders of their sources
const esbuild = createRequire(path.join(root, 'web/package.json'))('esbuild');

for (const folder of [out, types]) fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(path.join(out, 'boards'), { recursive: true });

await esbuild.build({
    entryPoints: {
        browser: path.join(here, 'src/browser.ts'),
        node: path.join(here, 'src/node.ts'),
        worker: path.join(root, 'web/src/core/worker.ts'),
        'worker-node': path.join(here, 'src/worker-node.ts'),
    },
    outdir: out,
    bundle: true,
    format: 'esm',
    target: 'es2020',
    external: ['node:*'],
    logLevel: 'warning',
});

// The declarations lie beside each other in dist, and name each other as Node wants it.
execFileSync(
    path.join(root, 'web/node_modules/.bin/tsc'),
    ['--project', here, '--outDir', types],
    { stdio: 'inherit' },
);
for (const name of fs.readdirSync(types, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const text = fs.readFileSync(path.join(types, name), 'utf8');
    const beside = text.replace(/(from |import\()(['"])\.[^'"]*?([^/'"]+)\2/g, '$1$2./$3.js$2');
    fs.writeFileSync(path.join(out, path.basename(name)), beside);
}

for (const name of ['railhead.wasm', 'railhead-plain.wasm'])
    fs.copyFileSync(path.join(build, name), path.join(out, name));
for (const name of fs.readdirSync(path.join(root, 'boards')).filter((one) => one.endsWith('.json')))
    fs.copyFileSync(path.join(root, 'boards', name), path.join(out, 'boards', name));
fs.copyFileSync(path.join(root, 'LICENSE'), path.join(here, 'LICENSE'));
