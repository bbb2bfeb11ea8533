// Typed bindings of the WebAssembly module: method calls in, JSON out.  Runs in the worker and in
// tests.  Contains no rules.
import { CoreError } from './core-error';
import type {
    Advice,
    BotInfo,
    Done,
    Entered,
    Fault,
    Followed,
    Happened,
    Heard,
    KnownHand,
    Level,
    Loaded,
    Message,
    Review,
    Setup,
    State,
} from './types';

export const INTERFACE_VERSION = 7;

interface Exports {
    memory: WebAssembly.Memory;
    railhead_version(): number;
    railhead_bots(): number;
    railhead_bot_name(bot: number): number;
    railhead_bot_about(bot: number): number;
    railhead_bot_work(bot: number): bigint;
    railhead_input(): number;
    railhead_input_size(): number;
    railhead_output(): number;
    railhead_name(length: number): number;
    railhead_game_begin(length: number): number;
    railhead_game_load(length: number): number;
    railhead_game_deal(): number;
    railhead_game_seek(events: number): number;
    railhead_game_state(seat: number): number;
    railhead_game_hands(): number;
    railhead_game_record(seat: number): number;
    railhead_game_saved(): number;
    railhead_game_enter(seat: number, length: number): number;
    railhead_game_undo(): number;
    railhead_game_redo(): number;
    railhead_game_reset(): number;
    railhead_game_confirm(): number;
    railhead_game_bot_turn(work: bigint): number;
    railhead_company(strength: number, bots: number): number;
    railhead_game_strength(strength: number): number;
    railhead_game_take_back(): number;
    railhead_game_advice(bot: number): number;
    railhead_game_review(): number;
    railhead_follow_begin(length: number): number;
    railhead_follow_hear(length: number, now: number): number;
    railhead_follow_state(now: number): number;
    railhead_follow_do(verb: number, length: number, now: number): number;
    railhead_follow_advice(bot: number): number;
    railhead_follow_record(): number;
}

// What can be done with the turn being entered at a table.  Same order as enum verb in
// src/page/exports_follow.c.
const VERBS = ['enter', 'undo', 'redo', 'reset', 'promise'] as const;

// Makes a text one line of the arguments of railhead_game_begin().
const line = (text: string): string => text.replaceAll('\n', ' ');

export class Core {
    private readonly exports: Exports;

    private constructor(instance: WebAssembly.Instance) {
        this.exports = instance.exports as unknown as Exports;
        if (this.exports.railhead_version() !== INTERFACE_VERSION) {
            throw new Error('the module is of another version than the page');
        }
    }

    static async load(bytes: BufferSource): Promise<Core> {
        return new Core((await WebAssembly.instantiate(bytes)).instance);
    }

    private write(text: string): number {
        const bytes = new TextEncoder().encode(text);
        if (bytes.length > this.exports.railhead_input_size()) throw new CoreError(this.tooLong());
        new Uint8Array(this.exports.memory.buffer, this.exports.railhead_input(), bytes.length).set(
            bytes,
        );
        return bytes.length;
    }

    private tooLong(): Fault {
        const most = this.exports.railhead_input_size();
        const text = `this is longer than ${most} bytes`;
        return { line: 1, rule: 'format', code: 'too-long', args: { most }, text };
    }

    private read(length: number): string {
        return new TextDecoder().decode(
            new Uint8Array(this.exports.memory.buffer, this.exports.railhead_output(), length),
        );
    }

    // Parses a result.  `fault` describes what is wrong with the text that was passed in: a record,
    // a turn or a message.
    private answer<T extends { fault?: Fault }>(length: number): T {
        const answer = JSON.parse(this.read(length)) as T;
        if (answer.fault?.code.startsWith('call-')) throw new CoreError(answer.fault);
        return answer;
    }

    // Parses a result of a call that takes no text.  Throws CoreError for a fault, which means a
    // wrong call.
    private json<T>(length: number): T {
        const answer = JSON.parse(this.read(length)) as (T & { fault?: Fault }) | null;
        if (answer?.fault) throw new CoreError(answer.fault);
        return answer as T;
    }

    // Returns a record.  Throws CoreError for a fault.
    private text(length: number): string {
        const answer = this.read(length);
        if (answer.startsWith('{')) throw new CoreError((JSON.parse(answer) as Required<Entered>).fault);
        return answer;
    }

    /** Returns the bots, each with its default amount of work per turn. */
    bots(): BotInfo[] {
        return Array.from({ length: this.exports.railhead_bots() }, (_, bot) => ({
            name: this.read(this.exports.railhead_bot_name(bot)),
            about: this.read(this.exports.railhead_bot_about(bot)),
            work: Number(this.exports.railhead_bot_work(bot)),
        }));
    }

    private botNumber(name: string): number {
        const number = this.bots().findIndex((bot) => bot.name === name);
        if (number < 0) throw new Error(`there is no bot ${name}`);
        return number;
    }

    /** Returns the name as it can be stored in a record. */
    name(text: string): string {
        return this.read(this.exports.railhead_name(this.write(text)));
    }

    /** Begins a new game.  Nothing is dealt yet. */
    begin({ board, variants, seats }: Setup, seed: string): Loaded {
        const lines = [
            seed,
            board,
            variants.join(' '),
            ...seats.map(({ name, bot }) => (bot === null ? `person ${name}` : `bot ${bot}`)),
        ];
        const text = lines.map((one) => `${line(one)}\n`).join('');
        return this.answer(this.exports.railhead_game_begin(this.write(text)));
    }

    /** Loads a record, or a saved game with its bots. */
    load(record: string): Loaded {
        if (new TextEncoder().encode(record).length > this.exports.railhead_input_size())
            return { fault: this.tooLong() };
        return this.answer(this.exports.railhead_game_load(this.write(record)));
    }

    /** Deals the next round. */
    deal(): Happened {
        return this.json(this.exports.railhead_game_deal());
    }
    /** Moves to another place in the record, counted in events from the beginning. */
    seek(events: number): Happened {
        return this.json(this.exports.railhead_game_seek(events));
    }
    /** Returns everything that a seat may know; seat 0 is a spectator. */
    state(seat: number): State {
        return this.json(this.exports.railhead_game_state(seat));
    }
    /** Returns all known hands, and what each still misses. */
    hands(): KnownHand[] {
        return this.json(this.exports.railhead_game_hands());
    }
    /** Returns the record so far, with the cards that the seat may know. */
    record(seat: number): string {
        return this.text(this.exports.railhead_game_record(seat));
    }

    /** Returns the record with everything needed to resume the game. */
    saved(): string {
        return this.text(this.exports.railhead_game_saved());
    }

    /** Adds a word in record notation to the turn of a seat: `@K7`, `K7-L7`, `pass`. */
    enter(seat: number, word: string): Entered {
        return this.answer(this.exports.railhead_game_enter(seat, this.write(word)));
    }

    undo(): void {
        this.json(this.exports.railhead_game_undo());
    }
    redo(): void {
        this.json(this.exports.railhead_game_redo());
    }
    reset(): void {
        this.json(this.exports.railhead_game_reset());
    }
    /** Plays the turn that has been entered. */
    confirm(): Happened {
        return this.json(this.exports.railhead_game_confirm());
    }

    /** Plays the turn of the bot to move.  `work` is its budget; 0 is its default. */
    botTurn(work = 0): Happened {
        if (!Number.isSafeInteger(work) || work < 0)
            throw new RangeError(`work is a whole number from 0 on, not ${work}`);
        return this.json(this.exports.railhead_game_bot_turn(BigInt(work)));
    }

    /** Returns the levels of that many bots that together match the strength of a player. */
    company(strength: number, bots: number): Level[] {
        return this.json(this.exports.railhead_company(strength, bots));
    }

    /** Returns a player's strength after the round that they have just played alone against bots. */
    strengthAfter(strength: number): number {
        return this.exports.railhead_game_strength(strength);
    }

    /** Takes back the last turn of the round.  Returns false if there was none. */
    takeBack(): boolean {
        return this.exports.railhead_game_take_back() !== 0;
    }

    /** Returns what a bot would play now. */
    advice(bot: string): Advice {
        return this.json(this.exports.railhead_game_advice(this.botNumber(bot)));
    }

    /** Reviews the turn before the current place, as `railhead analyse` does. */
    review(): Review {
        return this.json(this.exports.railhead_game_review());
    }

    // ---- A table at a server ------------------------------------------------------------------

    /** Begins to follow a table.  `key` is the key of an invitation, or empty. */
    follow(key: string): void {
        this.json(this.exports.railhead_follow_begin(this.write(key)));
    }

    /**
     * Processes messages of the server, unparsed.  Returns the events and the table after them.
     * Stops at the first message that is invalid.
     */
    hear(messages: readonly Message[], now = Date.now()): Heard {
        const all: Heard = { events: [], table: null };
        const lines = messages.map(({ text, at }) => `${Math.max(0, Math.floor(at))}${line(text)}\n`);
        while (lines.length > 0) {
            const heard: Heard = this.answer(
                this.exports.railhead_follow_hear(this.writeFirst(lines), now),
            );
            all.events.push(...heard.events);
            all.table = heard.table;
            if (heard.fault) return { ...all, fault: heard.fault };
        }
        return all;
    }

    // Writes as many of these lines as fit into the input buffer, at least one, and removes them
    // from the list.
    private writeFirst(lines: string[]): number {
        const most = this.exports.railhead_input_size();
        let bytes = 0;
        let count = 0;
        for (; count < lines.length; count += 1) {
            bytes += 3 * lines[count]!.length; // UTF-8 needs at most 3 bytes per UTF-16 unit
            if (count > 0 && bytes > most) break;
        }
        return this.write(lines.splice(0, count).join(''));
    }

    /** Returns all that is known of the table at a time; null before the server has described it. */
    followed(now: number): Followed | null {
        return this.json(this.exports.railhead_follow_state(now));
    }

    /** Changes the turn being entered.  Returns the table after that. */
    followDo(verb: (typeof VERBS)[number], word: string, now: number): Done {
        const number = VERBS.indexOf(verb);
        return this.answer(this.exports.railhead_follow_do(number, this.write(word), now));
    }
    followEnter(word: string): Entered {
        const { refusal, fault } = this.followDo('enter', word, Date.now());
        return { ...(refusal ? { refusal } : {}), ...(fault ? { fault } : {}) };
    }
    followUndo(): void {
        this.followDo('undo', '', Date.now());
    }
    followRedo(): void {
        this.followDo('redo', '', Date.now());
    }
    followReset(): void {
        this.followDo('reset', '', Date.now());
    }
    /**
     * Makes the turn entered a premove: it is played as soon as it is our turn.  Returns false if
     * that is not possible.
     */
    followPromise(): boolean {
        return this.followDo('promise', '', Date.now()).done;
    }
    followAdvice(bot: string): Advice {
        return this.json(this.exports.railhead_follow_advice(this.botNumber(bot)));
    }
    followRecord(): string {
        return this.text(this.exports.railhead_follow_record());
    }
}
