// Builds the browser client into one folder of files that any web server can serve.
//
//     node build.mjs OUT BUILD      as `make web` does: build/web, and build with the modules
//
// Every file but the pages, sw.js, the manifest and pictures has a hash of its content in its name,
// so that it can be kept for ever; the service worker gets the list of all that a game needs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { drawPictures } from './pictures.mjs';
import { languages, plugin as words } from './words.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? path.join(here, '../build/web'));
const build = path.resolve(process.argv[3] ?? path.join(here, '../build'));
const boards = path.join(here, '../boards');

fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });

const hashOf = (content) => createHash('sha256').update(content).digest('hex').slice(0, 10);

// Writes a file under a name with its hash, and answers that name.
function put(name, content) {
    const { dir, name: stem, ext } = path.parse(name);
    const hashed = path.posix.join(dir, `${stem}.${hashOf(content)}${ext}`);
    fs.mkdirSync(path.join(out, dir), { recursive: true });
    fs.writeFileSync(path.join(out, hashed), content);
    return hashed;
}

const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

const files = { wasm: {}, board: {}, land: {}, names: {} };
for (const [key, name] of [
    ['simd', 'railhead.wasm'],
    ['plain', 'railhead-plain.wasm'],
]) {
    files.wasm[key] = put(name, fs.readFileSync(path.join(build, name)));
}
for (const name of fs.readdirSync(boards).filter((one) => one.endsWith('.json'))) {
    const id = path.parse(name).name;
    const art = path.join(build, 'art', `${id}.art.json`);
    execFileSync(
        process.execPath,
        [path.join(here, 'art/main.mjs'), path.dirname(art), path.join(boards, name)],
        { stdio: 'inherit' },
    );
    const { notes, lattice, ...board } = read(path.join(boards, name)); // without words for people
    files.board[id] = put(`boards/${name}`, JSON.stringify(board));
    // Boards of one country lie on the same land, which is one file then; names are their own.
    const { format, board: of, names, ...land } = read(art);
    files.land[id] = put('art/land.json', JSON.stringify(land));
    files.names[id] = put(`art/${name}`, JSON.stringify(names));
}

const options = {
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    outdir: out,
    absWorkingDir: here,
    metafile: true,
    logLevel: 'warning',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name].[hash]',
    chunkNames: 'part.[hash]',
    assetNames: '[name].[hash]',
    plugins: [words],
};

// The names of what an entry was written to: { js, css }.
function outputs(result, entry) {
    const found = Object.entries(result.metafile.outputs).find(
        ([, output]) => output.entryPoint === entry,
    );
    const name = (file) => path.relative(out, path.resolve(here, file));
    return { js: name(found[0]), css: found[1].cssBundle ? name(found[1].cssBundle) : undefined };
}

const worker = await esbuild.build({ ...options, entryPoints: ['src/core/worker.ts'] });
files.worker = outputs(worker, 'src/core/worker.ts').js;
const app = await esbuild.build({
    ...options,
    entryPoints: ['src/main.ts'],
    splitting: true,
    define: { FILE_NAMES: JSON.stringify(JSON.stringify(files)) },
});
const main = outputs(app, 'src/main.ts');
const wordFiles = Object.keys(languages()).map((name) => [name, outputs(app, `words:${name}`).js]);
const first = await esbuild.build({
    ...options,
    entryPoints: ['src/first.ts'],
    define: { WORDS: JSON.stringify(Object.fromEntries(wordFiles)) },
});

// The files that the first page runs: those that it imports and those that they import, of which a
// browser would else hear one after the other.
function needed(result, entries) {
    const all = result.metafile.outputs;
    const found = new Set();
    const take = (file) => {
        if (found.has(file)) return;
        found.add(file);
        for (const { path: next, kind } of all[file].imports)
            if (kind === 'import-statement') take(next);
    };
    for (const [file, { entryPoint }] of Object.entries(all))
        if (entries.includes(entryPoint) && file.endsWith('.js')) take(file);
    return [...found].map((file) => path.relative(out, path.resolve(here, file)));
}
const preloads = needed(app, ['src/main.ts'])
    .filter((file) => file !== main.js)
    .map((file) => `<link rel="modulepreload" href="${file}">`)
    .join('\n');

for (const name of fs.readdirSync(path.join(here, 'public'))) {
    fs.copyFileSync(path.join(here, 'public', name), path.join(out, name));
}
drawPictures(path.join(build, 'railhead'), boards, out);
// The page, and the same for addresses one folder deeper: a server's /t/ID.
const page = fs
    .readFileSync(path.join(here, 'index.html'), 'utf8')
    .replace('%FIRST%', outputs(first, 'src/first.ts').js)
    .replace('%JS%', main.js)
    .replace('%CSS%', main.css)
    .replace('%PRELOADS%', preloads);
fs.writeFileSync(path.join(out, 'index.html'), page);
fs.writeFileSync(path.join(out, 'table.html'), page.replace(/(href|src)="(?!\.\.)/g, '$1="../'));

// What the service worker keeps: everything but itself, what it takes when it is asked for (the module that
// this browser will not use; codes of links, of which there are none without a server), and pictures that a
// game does not show.
const later = [files.wasm.plain, outputs(app, 'src/pages/code.ts').js];
const filesIn = (folder) =>
    fs.readdirSync(path.join(out, folder), { withFileTypes: true }).flatMap((entry) => {
        const name = path.posix.join(folder, entry.name);
        return entry.isDirectory() ? filesIn(name) : [name];
    });
const isPicture = (name) => /\.(png|jpg)$/.test(name);
const all = filesIn('')
    .filter((name) => !later.includes(name) && name !== 'index.html' && !isPicture(name))
    .sort();
const version = hashOf(
    ['index.html', ...all]
        .map((name) => fs.readFileSync(path.join(out, name)))
        .map(hashOf)
        .join(),
);
await esbuild.build({
    ...options,
    entryPoints: ['src/sw.ts'],
    format: 'iife',
    entryNames: '[name]',
    define: { KEPT: JSON.stringify(['./', ...all]), VERSION: JSON.stringify(version) },
});

// A compressed copy beside each file, for servers that send such copies.  zopfli searches longer than gzip -9
// and finds 5% less, which is 13 KB of the first visit.
execFileSync('zopfli', ['index.html', 'sw.js', ...later, ...all], { cwd: out });
