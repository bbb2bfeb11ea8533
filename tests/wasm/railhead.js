// The WebAssembly modules and the native program side by side, for tests and measurements.  Those of
// build/wasm (make wasm-engine) are spoken to in the engine protocol, in lines, like the native one.
'use strict';

const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const BOARDS = ['transamerica', 'transeuropa', 'transeuropa-classic']; // as in the Makefile
const VARIANTS = ['open-cards', 'blocking', 'private-tracks']; // bit 0, 1, 2

function variantOptions(variants) {
    return VARIANTS.filter((_, bit) => (variants >> bit) & 1).flatMap((name) => ['--variant', name]);
}

function load(file) {
    return new WebAssembly.Module(fs.readFileSync(file));
}

// A module's bots.
class Module {
    constructor(file) {
        this.exports = new WebAssembly.Instance(load(file)).exports;
    }

    bytes(address, length) {
        return new Uint8Array(this.exports.memory.buffer, address, length);
    }

    output(length) {
        return new TextDecoder().decode(this.bytes(this.exports.railhead_output(), length));
    }

    // [{ name, about, work }], by number.
    bots() {
        return Array.from({ length: this.exports.railhead_bots() }, (_, bot) => ({
            name: this.output(this.exports.railhead_bot_name(bot)),
            about: this.output(this.exports.railhead_bot_about(bot)),
            work: Number(this.exports.railhead_bot_work(bot)),
        }));
    }
}

// A module whose bots answer in the engine protocol.
class EngineModule extends Module {
    begin(name, seed = 0) {
        const bot = this.bots().findIndex((one) => one.name === name);
        this.exports.railhead_engine(bot, BigInt(seed));
    }

    // Lines in, the answers out.
    tell(text) {
        const bytes = new TextEncoder().encode(text);
        this.bytes(this.exports.railhead_input(), bytes.length).set(bytes);
        return this.output(this.exports.railhead_tell(bytes.length));
    }
}

// What the native program answers to a whole conversation.
function nativeAnswers(program, bot, text) {
    return execFileSync(program, ['engine', '--bot', bot], { input: text, encoding: 'utf8' });
}

// A native engine that is kept: ask() resolves with the answers up to and with `pong`.
class NativeEngine {
    constructor(program, bot) {
        this.child = spawn(program, ['engine', '--bot', bot], { stdio: ['pipe', 'pipe', 'inherit'] });
        this.heard = '';
        this.reject = () => {};
        this.child.on('close', (status) => this.reject(new Error(`${program} ended: ${status}`)));
        this.child.stdout.setEncoding('utf8');
        this.child.stdout.on('data', (text) => {
            this.heard += text;
            if (this.heard.endsWith('pong\n')) {
                const heard = this.heard;
                this.heard = '';
                this.resolve(heard);
            }
        });
    }

    ask(text) {
        return new Promise((resolve, reject) => {
            this.resolve = resolve;
            this.reject = reject;
            this.child.stdin.write(`${text}ping\n`);
        });
    }

    quit() {
        this.child.stdin.end('quit\n');
    }
}

// The first round of a seeded game between quick bots, as lines of its record.
function recordOfRound(program, { board, variants, seats, seed }) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'railhead-'));
    const bots = Array.from({ length: seats }, (_, i) => ['medium', 'easy'][i % 2]);
    try {
        execFileSync(program, ['arena', '--board', board, '--bots', bots.join(','), '--games', 1,
            '--seed', seed, '--threads', 1, '--records', folder, ...variantOptions(variants)],
        { stdio: ['ignore', 'ignore', 'inherit'] });
        const file = fs.readdirSync(folder).find((name) => name.endsWith('.rail'));
        const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
        return lines.slice(0, lines.findIndex((line) => line.startsWith('end ')));
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
}

// A round as one seat is told of it: the others' cards are hidden unless they lie open, and before
// each of up to `turns` turns of that seat it is asked what it would do.
function conversation(record, { seat, variants, work, turns, first = 0 }) {
    const lines = ['set ideas 8', 'set beliefs on', 'newgame', `seat ${seat}`, 'seed 7'];
    let number = 0;
    for (const line of record) {
        const words = line.split(' ');
        if (words[0] === String(seat)) {
            number += 1;
            if (number > first + turns) break;
            if (number > first) lines.push(`go ${number} work ${work}`);
        }
        const hide = words[0] === 'deal' && words[1] !== String(seat) && !(variants & 1);
        lines.push(hide ? `deal ${words[1]} ? ? ? ? ?` : line);
    }
    return `${lines.join('\n')}\n`;
}

module.exports = { BOARDS, VARIANTS, variantOptions, load, Module, EngineModule, NativeEngine,
    nativeAnswers, recordOfRound, conversation };
