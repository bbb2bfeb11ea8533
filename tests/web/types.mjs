#!/usr/bin/env node
// What the core says is what web/src/core/types.ts declares: every answer of the module is compared
// with the type that its caller was promised, in games on every board and with every variant.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { BOARDS, VARIANTS } from '../wasm/railhead.js';
import { Person } from '../server/client.mjs';
import { check, finish, holds, same } from './browser.mjs';
import { Server } from './server.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const esbuild = require('esbuild');
const ts = require('typescript');

// ---- Types ------------------------------------------------------------------------------------

const FILE = 'web/src/core/module.ts';
const { config } = ts.readConfigFile('web/tsconfig.json', ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, 'web');
const program = ts.createProgram([FILE], options);
const checker = program.getTypeChecker();
const source = program.getSourceFile(FILE);

const declared = (name) =>
    checker.getTypeAtLocation(
        source.statements.find((one) => one.name?.text === name) ?? holds(false, `no ${name}`),
    );

// Where and why a value of JSON is not of the type; nothing where it is.
function misfits(value, type, path) {
    if (type.isUnion()) {
        const each = type.types.map((one) => misfits(value, one, path));
        if (each.some((list) => list.length === 0)) return [];
        return each.sort((a, b) => a.length - b.length)[0];
    }
    if (type.isIntersection()) return type.types.flatMap((one) => misfits(value, one, path));
    const name = checker.typeToString(type);
    const is = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
    const wrong = [`${path} is ${is}, not ${name}`];
    if (type.isStringLiteral()) return value === type.value ? [] : wrong;
    if (type.flags & ts.TypeFlags.Null) return value === null ? [] : wrong;
    if (type.flags & ts.TypeFlags.Undefined) return value === undefined ? [] : wrong;
    if (type.flags & ts.TypeFlags.BooleanLiteral) return String(value) === name ? [] : wrong;
    if (['string', 'number', 'boolean'].includes(name)) return is === name ? [] : wrong;
    if (checker.isTupleType(type)) return tupleMisfits(value, type, path, wrong);
    if (checker.isArrayType(type)) {
        const [element] = checker.getTypeArguments(type);
        if (!Array.isArray(value)) return wrong;
        return value.flatMap((one, i) => misfits(one, element, `${path}[${i}]`));
    }
    return is === 'object' ? memberMisfits(value, type, path) : wrong;
}

function tupleMisfits(value, type, path, wrong) {
    const parts = checker.getTypeArguments(type);
    const { minLength } = type.target;
    if (!Array.isArray(value) || value.length < minLength || value.length > parts.length) return wrong;
    return value.flatMap((one, i) => misfits(one, parts[i], `${path}[${i}]`));
}

const known = new Map(); // the members of types

function membersOf(type) {
    if (!known.has(type))
        known.set(
            type,
            checker.getPropertiesOfType(type).map((member) => ({
                name: member.name,
                optional: (member.flags & ts.SymbolFlags.Optional) !== 0,
                type: checker.getTypeOfSymbolAtLocation(member, source),
            })),
        );
    return known.get(type);
}

// All that is declared is there, and nothing else.
function memberMisfits(value, type, path) {
    const members = membersOf(type);
    const any = type.getStringIndexType(); // of a Record, whatever the key
    const found = Object.keys(value)
        .filter((key) => !members.some(({ name }) => name === key))
        .flatMap((key) =>
            any
                ? misfits(value[key], any, `${path}.${key}`)
                : [`${path}.${key} is not declared`],
        );
    for (const { name, optional, type: declaredType } of members) {
        if (name in value) found.push(...misfits(value[name], declaredType, `${path}.${name}`));
        else if (!optional) found.push(`${path}.${name} is missing`);
    }
    return found;
}

// ---- The module -------------------------------------------------------------------------------

const { outputFiles } = await esbuild.build({
    entryPoints: [FILE],
    bundle: true,
    format: 'esm',
    write: false,
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { Core } = await import(`data:text/javascript;base64,${code}`);
const bytes = fs.readFileSync('build/railhead.wasm');

const calls = declared('Core');
const seen = new Map(); // how often each function was asked

// A core whose answers are compared with what they are declared to be.
async function openChecked() {
    const core = await Core.load(bytes);
    return new Proxy(core, {
        get(target, name) {
            if (typeof target[name] !== 'function') return target[name];
            const method = checker.getTypeOfSymbolAtLocation(calls.getProperty(name), source);
            const answer = method.getCallSignatures()[0].getReturnType();
            return (...args) => {
                const value = target[name](...args);
                seen.set(name, (seen.get(name) ?? 0) + 1);
                if (!(answer.flags & ts.TypeFlags.Void)) same(misfits(value, answer, name), []);
                return value;
            };
        },
    });
}

// Enters a line as a record writes it: the lists name a ferry line like any other.
function enterLine(enter, line) {
    const answer = enter(line);
    return answer.fault?.code === 'line-is-ferry' ? enter(line.replace('-', '~')) : answer;
}

// The first thing that a person may enter, and the turn with it.
function playPerson(core, seat, seats) {
    const { draft } = core.state(seat);
    const line = draft.black[0] ?? `${draft.coloured[0]}*`;
    const word = draft.places.length ? `@${draft.places[0]}` : draft.mayPass ? 'pass' : line;
    const enter = () => enterLine((text) => core.enter(seat, text), word);
    enter();
    core.state(seat);
    core.enter(seat, 'Q99');
    core.enter((seat % seats) + 1, 'pass');
    core.undo();
    core.redo();
    core.reset();
    enter();
    const { refusal } = core.confirm();
    same(refusal, undefined);
}

// A game of a person and bots, looked at by everybody.
async function playGame(board, variants, seats, seed, rounds) {
    const core = await openChecked();
    const others = Array.from({ length: seats - 1 }, () => ({ name: '', bot: 'medium' }));
    core.begin({ board, variants, seats: [{ name: 'Ada', bot: null }, ...others] }, seed);
    for (let turns = 0; ; turns++) {
        const state = core.state(turns % (seats + 1));
        if (state.phase === 'game-over' || (state.phase !== 'playing' && state.round === rounds)) break;
        if (turns === 15 && !variants.length && state.phase === 'playing') core.advice('expert');
        if (state.phase === 'round-over') same(core.company(core.strengthAfter(-1), 3).length, 3);
        if (state.phase !== 'playing') core.deal();
        else if (state.toMove === 1) playPerson(core, 1, seats);
        else core.botTurn(200);
    }
    core.takeBack();
    core.hands();
    core.load(core.saved());
    core.seek(3 * seats);
    if (!variants.length) core.review();
    core.load(core.record(0));
}

await check('every function that the page calls is in the module, with its arguments', () => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    const members = checker.getPropertiesOfType(declared('Exports'));
    holds(members.length > 15, 'the interface was not found');
    for (const member of members) {
        if (member.name === 'memory') continue;
        holds(member.name in exports, `${member.name} is not in the module`);
        const type = checker.getTypeOfSymbolAtLocation(member, source);
        const [signature] = type.getCallSignatures();
        same(exports[member.name].length, signature.parameters.length, member.name);
    }
});

for (const board of BOARDS) {
    await check(`${board}: every answer is of its declared type`, async () => {
        for (let variants = 0; variants < 1 << VARIANTS.length; variants++) {
            const names = VARIANTS.filter((_, bit) => (variants >> bit) & 1);
            const seed = String(variants).padStart(64, '0');
            await playGame(board, names, 2 + (variants % 5), seed, variants === 0 ? 2 : 1);
        }
    });
}

await check('so are refusals and faults', async () => {
    const core = await openChecked();
    holds(core.load('railhead 1\nboard nowhere\n').fault, 'a board that is not there');
    const seats = [
        { name: core.name('# Ada'), bot: null },
        { name: '', bot: 'easy' },
    ];
    const setup = { board: 'transamerica', variants: [], seats };
    holds(core.begin({ ...setup, board: 'nowhere' }, '0'.repeat(64)).fault, 'nor here');
    core.begin(setup, '0'.repeat(64));
    core.deal();
    if (core.state(0).toMove === 2) core.botTurn(1);
    holds(core.confirm().refusal, 'an empty turn');
    core.bots();
});

// A whole game at a server's table against bots, followed by its player and by somebody who watches.
async function followGame(server, board, clock) {
    const [ada, bea] = [new Person(), new Person()];
    const place = { host: new URL(server.url).host, port: new URL(server.url).port };
    const table = await ada.open(place, { board, seats: ['me', 'easy', 'open'], clock, seed: 'types' });
    const [player, watcher] = [await ada.connect(place), await bea.connect(place)];
    const [core, other] = [await openChecked(), await openChecked()];
    core.follow(table.key ?? '');
    other.follow('');
    same(core.followed(0), null);
    const all = []; // that the player was told
    const messages = (connection) => {
        const at = Date.now();
        const texts = connection.raw.splice(0);
        if (connection === player) all.push(...texts);
        return texts.map((text) => ({ text, at }));
    };
    const look = () => {
        same(other.hear(messages(watcher)).fault, undefined);
        same(core.hear(messages(player)).fault, undefined);
        other.followed(Date.now());
        return core.followed(Date.now());
    };
    for (const connection of [player, watcher]) {
        connection.knowsUndo = true;
        await connection.follow(table.id);
    }
    await watcher.ask({ do: 'chat', text: 'a "word" from outside' });
    await player.ask({ do: 'mute', who: bea.id, on: true });
    await player.ask({ do: 'fill', as: 'medium' });
    await player.ask({ do: 'start' });
    for (let turns = 0; ; ) {
        const followed = look();
        if (other.followed(Date.now()).table.state === 'finished') break; // both have seen it
        if (followed.may.includes('ready')) {
            await player.ask({ do: 'ready', after: followed.last });
        } else if (followed.may.includes('turn')) {
            const { turn } = core.followAdvice('medium');
            for (const word of turn.split(' ')) same(core.followEnter(word), {});
            core.followUndo();
            same(core.followDo('redo', '', Date.now()).done, true);
            core.followUndo();
            core.followRedo();
            same(core.followed(Date.now()).game.draft.turn, turn);
            if (turns++ === 1) {
                holds(core.followEnter('Q99').fault, 'no such place');
                core.followReset();
                core.followed(Date.now());
            }
            await player.ask({ do: 'turn', after: followed.last, turn });
            if (turns === 3) await takeBack(player, look);
        } else {
            core.followPromise();
            await new Promise((resolve) => setTimeout(resolve, 5));
        }
    }
    await breakPromise(all);
    const record = core.followRecord();
    same(other.followRecord(), record);
    same(core.load(record).fault, undefined);
    holds(core.hear([{ text: '{"is":"event","n":100000,"at":1,"kind":"start"}', at: 1 }]).fault, 'a gap');
    player.socket.close();
    watcher.socket.close();
}

// What was promised while others move is not played when the turn before it is taken back.
async function breakPromise(texts) {
    const core = await openChecked();
    const isTurn = (text) => text.includes('"kind":"turn","seat":1,');
    const turn = texts.filter(isTurn)[2];
    const at = Date.now();
    core.follow('');
    core.hear(texts.slice(0, texts.indexOf(turn) + 1).map((text) => ({ text, at })));
    const { last, lastTurn, may, game } = core.followed(at);
    holds(may.includes('plan'), 'others move');
    same(enterLine((text) => core.followEnter(text), game.draft.black[0]), {});
    core.followPromise();
    same(core.followed(at).ahead, 'promised');
    const told = (n, rest) => ({ text: JSON.stringify({ is: 'event', n, at, seat: 1, ...rest }), at });
    const { fault } = core.hear([
        told(last + 1, { kind: 'takeback', event: lastTurn }),
        told(last + 2, { kind: 'undo', turns: 1 }),
    ]);
    same(fault, undefined);
    const after = core.followed(at);
    same(after.ahead, 'not', 'nothing is due');
    holds(after.may.includes('turn'), 'it is our turn again');
}

// A turn against bots is taken back at once.
async function takeBack(player, look) {
    const { lastTurn, game } = look();
    const from = player.messages.length;
    await player.ask({ do: 'takeback', event: lastTurn });
    await player.event('undo', from);
    const followed = look();
    holds(followed.may.includes('turn'), 'it is our turn again');
    same(followed.takeback, null);
    same(followed.game.round, game.round);
    same(followed.game.takenBack, 1);
}

await check("so is a server's table, whatever its clock", async () => {
    const server = new Server();
    await server.start();
    try {
        await followGame(server, 'transamerica', { kind: 'live', bank: 600, increment: 5 });
        await followGame(server, 'transeuropa', { kind: 'slow', days: 1 });
        await followGame(server, 'transeuropa-classic', undefined);
    } finally {
        await server.remove();
    }
});

await check('every function of the core has been asked', () => {
    const methods = checker
        .getPropertiesOfType(calls)
        .filter(({ valueDeclaration: one }) => one && ts.isMethodDeclaration(one))
        .filter(({ valueDeclaration: one }) => !(ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Private))
        .map(({ name }) => name);
    same(methods.filter((name) => !seen.has(name)), []);
});

await check('a value of another shape is seen', () => {
    const state = checker
        .getTypeOfSymbolAtLocation(calls.getProperty('state'), source)
        .getCallSignatures()[0]
        .getReturnType();
    const complaints = misfits({ board: 7, phase: 'asleep', more: 1 }, state, 'state');
    for (const part of ['state.board is number', 'state.phase is string', 'state.more', 'state.seats'])
        holds(complaints.some((one) => one.startsWith(part)), `${part} was not seen`);
});

finish();
