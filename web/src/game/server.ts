// A game at a server's table: what the server tells is written down as a record, and the core in
// the worker reads it, so that the screen shows and offers exactly what it does in a game of its
// own.
import { openCore, type CoreClient } from '../core/client';
import type { Advice, GameEvent, Refusal, State } from '../core/types';
import { api, Link } from './link';
import { ServerError, type ServerEvent, type ServerMessage, type TableInfo } from './server-types';
import {
    Listeners,
    type Clock,
    type GameSource,
    type Notice,
    type SeatInfo,
    type Snapshot,
} from './source';
import { Transcript } from './transcript';

const SETTLE_MS = 20; // events that come together are read together
const ADVISER = 'expert';
const DAY_MS = 24 * 60 * 60 * 1000;
// Events after which the table is another one than it was.
const TABLE_EVENTS = new Set(['sit', 'stand', 'seat', 'start', 'close', 'result']);

const BANK_AFTER_RETURN_MS = 10 * 1000; // as the protocol says

// Something that was said, or who was muted or given the word back.
export interface ChatLine {
    n: number;
    who: string;
    text: string;
    muted?: boolean;
}

// The seat of a person for whom everybody waits where no clock runs, and since when.
export interface WaitedFor {
    seat: number;
    since: number;
}

// A table: its seats and settings, and the game once it has started.
export class ServerTable implements GameSource {
    private readonly listeners = new Listeners();
    private readonly link: Link;
    private readonly transcript = new Transcript();
    private state: State | null = null;
    private events: readonly GameEvent[] = [];
    private current: Snapshot | null = null;
    private core: CoreClient | null = null;
    private last = 0; // the number of the last event seen
    private known = 0; // the events that the table's description has in it
    private text = '';
    private timer = 0;
    private reading = Promise.resolve();
    private waiting = false; // a turn or a ready has been sent and not been answered
    private readonly away = new Set<number>();
    private readonly here = new Set<string>();
    private readonly names = new Map<string, string>();
    private ready = false;
    private readonly left = new Map<number, number>(); // of the banks, in milliseconds
    private since = 0; // when the turn began, by the server's clock
    private resumed = 0; // or began again, because the server was started again
    private readonly returned = new Map<number, number>(); // when a seat got time again
    private ahead = 0; // the server's clock before ours
    private notice: Notice | null = null;

    table: TableInfo | null = null;
    seat = 0;
    chat: ChatLine[] = [];
    readonly muted = new Set<string>();
    watching = 0; // people who watch
    problem: ServerError | null = null; // why there is no table

    constructor(readonly id: string) {
        this.link = new Link(
            () => ({ do: 'follow', table: id, after: this.last, id: 0 }),
            (message) => this.hear(message),
            () => this.lose(),
        );
    }

    snapshot(): Snapshot {
        return this.current!;
    }
    get playing(): boolean {
        return this.current !== null;
    }
    subscribe(listener: () => void): () => void {
        return this.listeners.add(listener);
    }

    // ---- What the server says -----------------------------------------------------------------

    private lose(): void {
        this.notice = { kind: 'lost' };
        this.publish();
    }

    private hear(message: ServerMessage): void {
        switch (message.is) {
            case 'hello':
                this.ahead = (message.now ?? Date.now()) - Date.now();
                break;
            case 'table':
                this.table = message.table!;
                this.seat = message.seat ?? 0;
                this.known = message.last ?? 0;
                this.resumed = message.since ?? 0;
                this.notice = null;
                break;
            case 'hand':
                this.transcript.hand(message.round!, message.seat!, message.cities!);
                this.settle();
                break;
            case 'error': // of the wish to follow this table
                this.problem = new ServerError(message.error ?? '', message);
                break;
            case 'people':
                this.here.clear();
                this.names.clear();
                for (const { id, name, here } of message.people!) {
                    this.names.set(id, name);
                    if (here) this.here.add(id);
                }
                this.watching = message.watching ?? 0;
                break;
            case 'event':
                this.take(message as ServerEvent);
                return;
            default:
        }
        this.publish();
    }

    private take(event: ServerEvent): void {
        if (event.n <= this.last) return;
        this.last = event.n;
        this.takeTalk(event);
        this.takeTime(event);
        if (event.kind === 'ready' && event.seat === this.seat) this.ready = true;
        if (event.kind === 'round') this.ready = false;
        if (TABLE_EVENTS.has(event.kind) && event.n > this.known) void this.refreshTable();
        if (this.transcript.take(event, this.table?.seats.length ?? 0)) this.settle();
        else this.publish();
    }

    private takeTalk({ n, kind, who = '', text, on }: ServerEvent): void {
        if (kind === 'chat' && text) this.chat = [...this.chat, { n, who, text }];
        if (kind !== 'mute') return;
        if (on) this.muted.add(who);
        else this.muted.delete(who);
        this.chat = [...this.chat, { n, who, text: '', muted: on === true }];
    }

    // For whom a bot plays, when the turn began and what is left of the banks.
    private takeTime({ kind, at, seat = 0, left, why }: ServerEvent): void {
        if (kind === 'turn' || kind === 'round') this.since = at;
        if (kind === 'turn' && left !== undefined) this.left.set(seat, left);
        if (kind === 'away') {
            this.away.add(seat);
            const live = this.table?.settings.clock?.kind === 'live';
            if (why === 'time' && live) this.left.set(seat, 0); // a slow clock has no bank
        }
        if (kind === 'back') {
            this.away.delete(seat);
            this.giveTime(seat, at);
        }
    }

    // Whoever comes back with nothing left gets a little, and their turn begins anew.
    private giveTime(seat: number, at: number): void {
        const clock = this.table?.settings.clock;
        if (clock?.kind === 'live') {
            if (this.left.get(seat) !== 0) return;
            this.left.set(seat, Math.max((clock.increment ?? 0) * 1000, BANK_AFTER_RETURN_MS));
        } else if (clock?.kind === 'slow' && at - this.since < (clock.days ?? 0) * DAY_MS) {
            return;
        }
        this.returned.set(seat, at);
    }

    // When the turn of a seat began, by this machine's clock.
    private begun(seat: number): number {
        return Math.max(this.since, this.resumed, this.returned.get(seat) ?? 0) - this.ahead;
    }

    private async refreshTable(): Promise<void> {
        const me = await api<{ id: string }>('me');
        this.table = await api<TableInfo>(`tables/${this.id}`);
        this.seat = this.table.seats.findIndex(({ who }) => who === me.id) + 1;
        this.settle();
        this.publish();
    }

    nameOf(who: string): string {
        return (
            this.names.get(who) || this.table?.seats.find((seat) => seat.who === who)?.name || ''
        );
    }

    seats(): SeatInfo[] {
        return (this.table?.seats ?? []).map(({ kind, who = '', bot }, i) => ({
            seat: i + 1,
            name: kind === 'person' ? this.nameOf(who) : '',
            bot: kind === 'bot' ? (bot ?? '') : null,
            away: this.away.has(i + 1),
            ...(kind === 'person' ? { here: this.here.has(who) } : {}),
        }));
    }

    // ---- What is shown ------------------------------------------------------------------------

    private settle(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.reading = this.reading
                .then(() => this.read())
                .catch((error: unknown) => {
                    this.notice = { kind: 'failed', text: String(error) };
                    this.publish();
                });
        }, SETTLE_MS) as unknown as number;
    }

    // Has the core read the record as it is now.
    private async read(): Promise<void> {
        if (!this.table || this.transcript.round === 0) return;
        const core = (this.core ??= await openCore());
        const names = this.seats().map(({ name, bot }) => core.name(bot ? `bot ${bot}` : name));
        const text = this.transcript.record(this.table, await Promise.all(names));
        if (text === this.text && this.state?.viewer === this.seat) return;
        const loaded = await core.load(text, true); // what a server tells
        if (loaded.fault) {
            // The result of a game comes behind the end of its last round: that is all right.
            if (loaded.fault.code === 'record-missing-result') return;
            throw new Error(`${loaded.fault.line}: ${loaded.fault.text}`);
        }
        this.text = text;
        this.waiting = false;
        await this.show(loaded.events ?? []);
    }

    private async show(events: readonly GameEvent[]): Promise<void> {
        this.state = await this.core!.state(this.seat);
        this.events = events;
        this.publish();
    }

    private publish(): void {
        if (this.state) this.current = this.snapshotOf(this.state);
        this.listeners.tell();
    }

    private snapshotOf(state: State): Snapshot {
        const seats = this.seats();
        const over = state.phase === 'round-over' && this.seat > 0;
        return {
            state,
            events: this.events,
            seats,
            mine: state.draft !== null && !this.waiting && !this.away.has(this.seat),
            watching: this.seat === 0,
            thinking: seats[state.toMove - 1]?.bot ? state.toMove : 0,
            curtain: 0,
            ready: over ? (this.ready ? 'waiting' : 'yes') : 'no',
            hints: seats.every(({ seat, bot }) => bot !== null || seat === this.seat),
            clock: this.clockOf(seats),
            notice: this.notice,
        };
    }

    private clockOf(seats: readonly SeatInfo[]): Clock | null {
        const clock = this.table?.settings.clock;
        if (!clock || clock.kind === 'none') return null;
        const whole = clock.kind === 'live' ? (clock.bank ?? 0) * 1000 : (clock.days ?? 0) * DAY_MS;
        return {
            left: seats.map(({ seat, bot }) =>
                bot === null ? (this.left.get(seat) ?? whole) : null,
            ),
            since: this.begun(this.state!.toMove),
        };
    }

    // ---- What the player wants ----------------------------------------------------------------

    async enter(word: string): Promise<Refusal | null> {
        const { refusal, fault } = await this.core!.enter(this.seat || 1, word);
        if (!refusal && !fault) await this.show(this.events);
        return refusal ?? fault ?? null;
    }

    async undo(): Promise<void> {
        await this.core!.undo();
        await this.show(this.events);
    }

    async reset(): Promise<void> {
        await this.core!.reset();
        await this.show(this.events);
    }

    async confirm(): Promise<Refusal | null> {
        const { draft } = this.current!.state;
        if (!draft || !this.current!.mine) return null;
        this.waiting = true;
        this.publish();
        try {
            await this.link.ask({ do: 'turn', after: this.last, turn: draft.turn });
            return null;
        } catch (error) {
            this.waiting = false;
            this.publish();
            throw error;
        }
    }

    async liftCurtain(): Promise<void> {
        /* everybody has a screen of their own */
    }

    async nextRound(): Promise<void> {
        this.ready = true;
        this.publish();
        await this.link.ask({ do: 'ready', after: this.last });
    }

    advice(): Promise<Advice> {
        return this.core!.advice(ADVISER);
    }
    record(): Promise<string> {
        return this.core!.record(this.seat);
    }

    // Everything else that can be said to a table: sit, stand, seat, fill, start, close, chat.
    say(message: { do: string } & Record<string, unknown>): Promise<number> {
        return this.link.ask(message);
    }

    // Null where nobody waits, or a clock sees to it.
    waitedFor(): WaitedFor | null {
        const { phase, toMove } = this.state ?? {};
        const clock = this.table?.settings.clock?.kind ?? 'none';
        if (phase !== 'playing' || !toMove || clock !== 'none') return null;
        const { kind } = this.table!.seats[toMove - 1]!;
        if (kind !== 'person' || toMove === this.seat || this.away.has(toMove)) return null;
        return { seat: toMove, since: this.begun(toMove) };
    }

    get amAway(): boolean {
        return this.away.has(this.seat);
    }

    close(): void {
        clearTimeout(this.timer);
        this.link.close();
        this.core?.close();
    }
}
