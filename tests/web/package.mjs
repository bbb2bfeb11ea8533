#!/usr/bin/env node
// The npm package of the core: packed, installed into an empty folder without a network, and used there
// as its documents say, by Node, by TypeScript and by a browser.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { scratch } from '../tap.mjs';
import { check, finish, holds, launch, openPage, same } from './browser.mjs';
import { serveSite } from './site.mjs';

const folder = scratch();
const read = (file) => fs.readFileSync(file, 'utf8');
const run = (program, args, options = {}) =>
    execFileSync(program, args, { encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'], ...options });
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
const node = (name) => run('node', [name], { cwd: folder });

// A turn of a person and of a bot, by a core of either kind, and the record of it.
const TURNS = `
    const seats = [{ name: 'Ada', bot: null }, { name: '', bot: 'easy' }];
    await core.begin({ board: 'transeuropa', variants: [], seats }, '5a'.repeat(32));
    await core.deal();
    for (let turns = 0; turns < 4; turns += 1) {
        if ((await core.state(0)).toMove === 2) await core.botTurn(100);
        else {
            const { turn } = await core.advice('medium');
            for (const word of turn.split(' ')) await core.enter(1, word);
            await core.confirm();
        }
    }
    const record = await core.record(1);`;

await check('npm pack makes it and npm install takes it', () => {
    const [{ filename, version, files }] = JSON.parse(
        run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: 'javascript' }),
    );
    same(`railhead ${version}`, run('build/railhead', ['--version']).split('\n')[0]);
    for (const name of ['LICENSE', 'README.md', 'dist/railhead.wasm', 'dist/browser.d.ts'])
        holds(files.some((file) => file.path === name), `${name} is not in it`);
    write('package.json', '{ "type": "module" }\n');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
});

await check('the example has ten lines and plays a game by the rules', () => {
    const example = read('javascript/example.mjs');
    holds(example.split('\n').filter(Boolean).length <= 10, 'it is longer');
    for (const document of ['docs/javascript.md', 'javascript/README.md'])
        holds(read(document).includes(example), `${document} has another one`);
    write('example.mjs', example);
    const printed = node('example.mjs');
    const [, record, rest] = /^(.*?\n)\n(.*)$/s.exec(printed);
    write('example.rail', record);
    const checked = run('build/railhead', ['check', path.join(folder, 'example.rail')]);
    holds(/^all well: 1 file/.test(checked), checked);
    same(3, rest.match(/\d+/g)?.length, rest);
});

// What Debian 12's Node 18 has not, taken away before anything is loaded.
write(
    'eighteen.cjs',
    `for (const name of ['crypto', 'CustomEvent', 'File', 'WebSocket', 'navigator', 'Iterator'])
        Reflect.deleteProperty(globalThis, name);
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name];
    for (const [of, names] of [[Array, ['fromAsync']], [Object, ['groupBy']], [Map, ['groupBy']],
        [Promise, ['withResolvers', 'try']], [Set.prototype, ['union', 'difference', 'intersection']],
        [String.prototype, ['isWellFormed', 'toWellFormed']], [Uint8Array.prototype, ['toHex', 'toBase64']],
        [Uint8Array, ['fromHex', 'fromBase64']]]) for (const name of names) delete of[name];\n`,
);

await check('the oldest Node that it promises has all that it needs', () => {
    write('old.js', `console.log(typeof crypto, typeof [].toSorted); await import('./example.mjs');\n`);
    const printed = run('node', ['--require', './eighteen.cjs', 'old.js'], { cwd: folder });
    holds(/^undefined undefined\nrailhead 1\n/.test(printed), printed);
});

let inThread;
await check('a core in a worker of Node plays the same', () => {
    const script = (open, close) =>
        `import { ${open} } from 'railhead';
        const core = await ${open}();${TURNS}
        console.log(JSON.stringify([record, ${close}]));`;
    write('thread.js', script('openCore', 'null'));
    write('worker.js', script('openWorker', 'core.close() ?? null'));
    inThread = JSON.parse(node('thread.js'))[0];
    holds(inThread.includes('Ada'), inThread);
    same(inThread, JSON.parse(node('worker.js'))[0]);
});

await check('a wrong call is an error with a sentence, in both, and the game stays', () => {
    const wrong = `
        const { CoreError } = await import('railhead');
        const told = [];
        const attempt = async (name, ...args) => {
            try {
                const { fault } = (await core[name](...args)) ?? {};
                told.push(fault ? fault.text : 'it was done');
            } catch (error) {
                told.push([error instanceof CoreError, error.fault?.code, error.message]);
            }
        };
        await attempt('state', 0);
        ${TURNS}
        await attempt('state', 99);
        await attempt('botTurn', -1);
        await attempt('advice', 'nope');
        await attempt('load', 'hello\\n');
        await attempt('begin', { board: 'transamerica', variants: [], seats: [] }, 'x');
        while ((await core.state(0)).toMove === 2) await core.botTurn(100);
        await attempt('botTurn');
        told.push((await core.record(1)).startsWith(record));`;
    for (const open of ['openCore', 'openWorker']) {
        write(
            'wrong.js',
            `import { ${open} } from 'railhead';
            const core = await ${open}();${wrong}
            console.log(JSON.stringify(told));
            process.exit();`,
        );
        same(
            [
                [true, 'call-no-game', 'no game has been begun or loaded'],
                [true, 'call-no-seat', 'this game has seats 1 to 2, not 99'],
                [false, null, 'work is a whole number from 0 on, not -1'],
                [false, null, 'there is no bot nope'],
                "unknown key word 'hello'",
                'a seed is 64 hexadecimal digits',
                [true, 'call-person-moves', 'a person is to move in seat 1, not a bot'],
                true,
            ],
            JSON.parse(node('wrong.js')),
        );
    }
});

await check('it has types, for Node and for bundlers', () => {
    write(
        'typed.ts',
        `import { BOARDS, openCore, openWorker, type CoreClient, type State } from 'railhead';
        const state: State = (await openCore()).state(1);
        const client: CoreClient = await openWorker();
        const names: Promise<string[]> = client.state(1).then((one) => one.names);
        // @ts-expect-error: there is no such thing
        state.nothing;
        // @ts-expect-error: a number
        client.state('1');
        console.log(BOARDS[0].id satisfies 'transamerica', names);\n`,
    );
    for (const [module, resolution] of [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
    ]) {
        const options = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022'];
        const tsc = path.resolve('web/node_modules/typescript/bin/tsc');
        run('node', [tsc, '--noEmit', '--strict', ...options, 'typed.ts'], { cwd: folder });
    }
});

await check('a browser plays the same, in the page and in a worker', async () => {
    const inPage = (open) => `${open}().then(async (core) => {${TURNS} return record; })`;
    write('index.html', '<!doctype html><script type="module" src="page.js"></script>\n');
    write(
        'page.js',
        `import { openCore, openWorker } from './node_modules/railhead/dist/browser.js';
        window.played = Promise.all([${inPage('openCore')}, ${inPage('openWorker')}]);
        document.title = 'ready';\n`,
    );
    write('favicon.ico', '');
    const site = await serveSite(folder);
    const browser = await launch();
    const page = await openPage(browser);
    await page.goto(site.url);
    await page.waitForFunction(() => document.title === 'ready');
    same([inThread, inThread], await page.evaluate(() => window.played));
    same([], page.problems);
    await browser.close();
    await site.close();
});

finish();
