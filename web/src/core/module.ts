// The WebAssembly module, typed: calls in, JSON out.  Runs in the worker, and in tests of the core.
// It knows how the module is spoken to and nothing else; no rule is here.
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

// What can be done with the turn that is entered at a table, in the order of enum verb of exports_follow.c.
const VERBS = ['enter', 'undo', 'redo', 'reset', 'promise'] as const;

// A line of what begins a game.
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

    // An answer in which the caller looks for the fault of a text: of a record, a turn, a message.
    private answer<T extends { fault?: Fault }>(length: number): T {
        const answer = JSON.parse(this.read(length)) as T;
        if (answer.fault?.code.startsWith('call-')) throw new CoreError(answer.fault);
        return answer;
    }

    // One that is a fault only where the call was wrong.
    private json<T>(length: number): T {
        const answer = JSON.parse(this.read(length)) as (T & { fault?: Fault }) | null;
        if (answer?.fault) throw new CoreError(answer.fault);
        return answer as T;
    }

    // A record, or a fault.
    private text(length: number): string {
        const answer = this.read(length);
        if (answer.startsWith('{')) throw new CoreError((JSON.parse(answer) as Required<Entered>).fault);
        return answer;
    }

    /** The bots, with the work that each does for a turn if it is not told otherwise. */
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

    /** A name as a record can hold it. */
    name(text: string): string {
        return this.read(this.exports.railhead_name(this.write(text)));
    }

    /** A new game, of which nothing is dealt yet. */
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

    /** A record, or a saved game with its bots. */
    load(record: string): Loaded {
        if (new TextEncoder().encode(record).length > this.exports.railhead_input_size())
            return { fault: this.tooLong() };
        return this.answer(this.exports.railhead_game_load(this.write(record)));
    }

    /** Deals the next round. */
    deal(): Happened {
        return this.json(this.exports.railhead_game_deal());
    }
    /** To another place in the record, counted in events from its beginning. */
    seek(events: number): Happened {
        return this.json(this.exports.railhead_game_seek(events));
    }
    /** All that a seat may know; for seat 0, what everybody may. */
    state(seat: number): State {
        return this.json(this.exports.railhead_game_state(seat));
    }
    /** Everybody's cards, and what each still misses. */
    hands(): KnownHand[] {
        return this.json(this.exports.railhead_game_hands());
    }
    /** The record so far, with the cards that a seat may know. */
    record(seat: number): string {
        return this.text(this.exports.railhead_game_record(seat));
    }

    /** The record with all that is needed to go on with it. */
    saved(): string {
        return this.text(this.exports.railhead_game_saved());
    }

    /** Adds a word of a record to the turn of a seat: `@K7`, `K7-L7`, `pass`. */
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

    /** Lets the bot whose turn it is play, with that much work; 0 is its usual work. */
    botTurn(work = 0): Happened {
        if (!Number.isSafeInteger(work) || work < 0)
            throw new RangeError(`work is a whole number from 0 on, not ${work}`);
        return this.json(this.exports.railhead_game_bot_turn(BigInt(work)));
    }

    /** The levels of so many bots that are together as strong as somebody. */
    company(strength: number, bots: number): Level[] {
        return this.json(this.exports.railhead_company(strength, bots));
    }

    /** How strong somebody is after the round that they have just played alone against bots. */
    strengthAfter(strength: number): number {
        return this.exports.railhead_game_strength(strength);
    }

    /** Whether there was a turn of this round to take back. */
    takeBack(): boolean {
        return this.exports.railhead_game_take_back() !== 0;
    }

    /** What a bot would play now. */
    advice(bot: string): Advice {
        return this.json(this.exports.railhead_game_advice(this.botNumber(bot)));
    }

    /** Of the turn that led to this place, as `railhead analyse` judges it. */
    review(): Review {
        return this.json(this.exports.railhead_game_review());
    }

    // ---- A table at a server ------------------------------------------------------------------

    /** Nothing is known of it yet, but for the key of an invitation. */
    follow(key: string): void {
        this.json(this.exports.railhead_follow_begin(this.write(key)));
    }

    /**
     * What the server says, in its own words: what happened, and the table after it.  What comes after a
     * message that cannot be believed is not read.
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

    // Writes as many of these lines as fit, at least one, and takes them away.
    private writeFirst(lines: string[]): number {
        const most = this.exports.railhead_input_size();
        let bytes = 0;
        let count = 0;
        for (; count < lines.length; count += 1) {
            bytes += 3 * lines[count]!.length; // UTF-8 takes no more
            if (count > 0 && bytes > most) break;
        }
        return this.write(lines.splice(0, count).join(''));
    }

    /** All that is known of the table at a moment; null before the server has described it. */
    followed(now: number): Followed | null {
        return this.json(this.exports.railhead_follow_state(now));
    }

    /** Something done with the turn that is entered, and the table after it. */
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
    /** Whether what is entered will be played when our turn comes. */
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
