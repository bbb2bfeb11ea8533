// The core beside the page: reads the game that the page has kept, says what it should show, and
// which turn a bot would play.
import fs from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Module } = require('../wasm/railhead.js');

export class Referee {
    constructor() {
        this.module = new Module('build/railhead.wasm');
        this.exports = this.module.exports;
        this.bots = this.module.bots().map(({ name }) => name);
    }

    write(text) {
        const bytes = new TextEncoder().encode(text);
        this.module.bytes(this.exports.railhead_input(), bytes.length).set(bytes);
        return bytes.length;
    }

    json(length) {
        return JSON.parse(this.module.output(length));
    }

    load({ record }) {
        const answer = this.json(this.exports.railhead_game_load(this.write(record)));
        if (answer.fault) throw new Error(`the record is faulty: ${JSON.stringify(answer.fault)}`);
        return answer.events;
    }

    state(seat) {
        return this.json(this.exports.railhead_game_state(seat));
    }

    advice(bot = 'medium') {
        return this.json(this.exports.railhead_game_advice(this.bots.indexOf(bot))).turn;
    }
}

export const board = (id) => JSON.parse(fs.readFileSync(`boards/${id}.json`, 'utf8'));

export const keptGame = (page) =>
    page.evaluate(() => JSON.parse(localStorage.getItem('railhead.game') ?? 'null'));
