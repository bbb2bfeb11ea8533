// A game at a server's table.  Messages are passed unparsed to the core in the worker. src/follow/
// knows the table, the permitted actions and the clocks; this class only sends requests and passes
// on results.
import { openCore, type CoreClient } from '../core/client';
import type {
    Advice,
    Followed,
    GameEvent,
    May,
    Message,
    Refusal,
    TalkLine,
    UndoEvent,
} from '../core/types';
import { ADVISER } from '../generated/lists';
import { faultText } from '../text';
import { Link } from './link';
import { ServerError, type ServerMessage, type TableInfo } from './server-types';
import {
    Listeners,
    type Clock,
    type GameSource,
    type Notice,
    type SeatInfo,
    type Snapshot,
} from './source';
import { personName } from './words';

// Remaining time that counts as short, for a live clock and for one of days.
const SHORT_MS = { live: 20 * 1000, slow: 60 * 60 * 1000 };

const PASSING = new Set(['dropped', 'refused', 'takenBack']); // closed by the next action

// Appends new events.  Turns that were taken back are removed.
function happened(
    before: readonly GameEvent[],
    news: readonly (GameEvent | UndoEvent)[],
): readonly GameEvent[] {
    let events = [...before];
    for (const event of news) {
        if (event.kind === 'undo') events = events.slice(0, -event.turns);
        else events.push(event);
    }
    return events;
}

// A table: its seats and settings, and the game once it has started.
export class ServerTable implements GameSource {
    private readonly listeners = new Listeners();
    private readonly link: Link;
    private readonly core: Promise<CoreClient>;
    private heard: Message[] = []; // messages not yet passed to the core
    private reading = false;
    private deaf = false; // messages are ignored, because the person changed or a message was invalid
    private me: string | null = null; // id of the person whom the server greeted
    private followed: Followed | null = null; // the last state without missing events
    private events: readonly GameEvent[] = [];
    private current: Snapshot | null = null;
    private last = 0; // number of the last event processed
    private due = 0; // number of the event that answers the last request; Infinity while that is unknown
    private unseen: { n: number; seen(): void }[] = []; // callbacks waiting for an event
    private timer: ReturnType<typeof setTimeout> | undefined;
    private notice: Notice | null = null;

    problem: ServerError | null = null; // why there is no table

    // `key` is the key of an invitation, or empty.
    constructor(
        readonly id: string,
        private readonly key: string,
    ) {
        this.core = this.open();
        this.link = new Link(
            () => ({ do: 'follow', table: id, after: this.last, undo: true, id: 0 }),
            (message, text) => this.hear(message, text),
            () => this.tell({ kind: 'lost' }),
            () => this.tell(null),
        );
    }

    private async open(): Promise<CoreClient> {
        const core = await openCore();
        await core.follow(this.key);
        return core;
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

    // ---- Messages from the server -------------------------------------------------------------

    private hear(message: ServerMessage, text: string): void {
        if (message.is === 'hello' && this.isSomebodyElse(message.you?.id ?? '')) return;
        if (message.is === 'error') {
            this.problem = new ServerError(message.error ?? '', message); // the table cannot be followed
            this.publish();
        } else if (!this.deaf) {
            this.heard.push({ text, at: Date.now() });
            void this.read();
        }
    }

    // Returns whether another person is greeted than before, as after the end of a session.  The
    // table is then followed again from its beginning, as that person sees it.
    private isSomebodyElse(person: string): boolean {
        const other = this.me !== null && this.me !== '' && this.me !== person;
        this.me = person;
        this.deaf = other; // until the server greets the next connection
        if (!other) return false;
        this.release(Infinity);
        this.heard = [];
        this.last = 0;
        this.events = [];
        void this.core.then((core) => core.follow(this.key)).then(() => this.link.reopen());
        return true;
    }

    // Messages that arrive while the core is busy are passed on together.
    private async read(): Promise<void> {
        if (this.reading) return;
        this.reading = true;
        try {
            const core = await this.core;
            while (this.heard.length > 0) {
                const messages = this.heard;
                this.heard = [];
                const { events, table, fault } = await core.hear(messages, Date.now());
                if (events.length > 0) this.happen(events);
                this.show(table);
                if (fault) throw new Error(faultText(fault));
            }
        } catch (error) {
            this.deaf = true;
            this.release(Infinity);
            this.tell({ kind: 'failed', text: error instanceof Error ? error.message : '' });
        } finally {
            this.reading = false;
        }
    }

    private happen(news: readonly (GameEvent | UndoEvent)[]): void {
        const { kind } = this.notice ?? {};
        const last = news.at(-1)!;
        if (kind === 'refused' || kind === 'takenBack') this.notice = null; // the player has seen it
        if (last.kind === 'undo' && last.seat !== this.seat)
            this.notice = { kind: 'takenBack', seat: last.seat };
        this.events = happened(this.events, news);
    }

    // Returns whether the others have refused our request to take back a turn.
    private isRefused({ takeback, seat, takebackRefused }: Followed): boolean {
        return this.followed?.takeback?.seat === seat && !takeback && takebackRefused;
    }

    // Updates the state when the permitted actions change because time has passed.
    private async look(): Promise<void> {
        this.show(await (await this.core).followed(Date.now()));
    }

    // Publishes the state that the core returned.
    private show(followed: Followed | null): void {
        clearTimeout(this.timer);
        if (!followed) return;
        this.last = followed.last;
        if (!followed.current) return; // missing events will follow
        if (this.isRefused(followed)) this.notice = { kind: 'refused' };
        this.followed = followed;
        const next = [followed.patience ?? 0, followed.takebackAgain];
        const soon = Math.min(...next.filter((time) => time > followed.now));
        if (soon < Infinity) this.timer = setTimeout(() => void this.look(), soon - followed.now);
        if (followed.dropped) this.notice = { kind: 'dropped', why: followed.dropped };
        this.publish();
        this.release(this.last);
        if (followed.ahead === 'due' && this.due <= this.last) void this.confirm();
    }

    private tell(notice: Notice | null): void {
        this.notice = notice;
        this.publish();
    }

    // ---- State of the table -------------------------------------------------------------------

    get table(): TableInfo | null {
        return this.followed?.table ?? null;
    }
    get seat(): number {
        return this.followed?.seat ?? 0;
    }
    get chat(): readonly TalkLine[] {
        return this.followed?.talk ?? [];
    }
    get muted(): ReadonlySet<string> {
        return new Set(this.followed?.muted);
    }
    get watching(): number {
        return this.followed?.watching ?? 0;
    }
    get rematch(): Followed['rematch'] {
        return this.followed?.rematch ?? null;
    }
    get amAway(): boolean {
        return this.followed?.seats[this.seat - 1]?.away ?? false;
    }

    may(what: May): boolean {
        return this.followed?.may.includes(what) ?? false;
    }
    maySit(seat: number): boolean {
        return this.followed?.seats[seat - 1]?.maySit ?? false;
    }

    // Returns the seat that has been idle for so long that a bot may take over, or 0.
    waitedFor(): number {
        return this.may('away') ? this.followed!.game!.toMove : 0;
    }

    nameOf(who: string): string {
        return this.followed?.people.find(({ id }) => id === who)?.name ?? '';
    }

    seats(): SeatInfo[] {
        const { table, seats } = this.followed!;
        return table.seats.map(({ kind, name = '', who, bot, program }, i) => ({
            seat: i + 1,
            name: personName(name, i + 1, program),
            bot: kind === 'bot' ? (bot ?? '') : null,
            away: seats[i]!.away,
            guest: who !== undefined,
            you: i + 1 === this.seat,
            ...(who ? { here: seats[i]!.here } : {}),
        }));
    }

    // ---- Snapshots ----------------------------------------------------------------------------

    private publish(): void {
        if (this.followed?.game) this.current = this.snapshotOf(this.followed);
        this.listeners.tell();
    }

    private snapshotOf({ game, seat, may, ahead, takeback }: Followed): Snapshot {
        const seats = this.seats();
        const state = game!;
        const asked = this.due > this.last; // a request is unanswered
        const ready = may.includes('ready') && !asked;
        return {
            state,
            events: this.events,
            seats,
            own: seat,
            mine: may.includes('turn') && !asked,
            ...(may.includes('plan') ? { ahead: ahead === 'promised' ? ahead : 'open' } : {}),
            watching: seat === 0,
            sending: asked,
            thinking: seats[state.toMove - 1]?.bot ? state.toMove : 0,
            curtain: 0,
            ...(seat > 0
                ? {
                      takesBack: may.includes('takeback') && !asked,
                      asksBack: this.followed!.opponents,
                  }
                : {}),
            ...(takeback && (may.includes('agree') || takeback.seat === seat)
                ? { takeback: { seat: takeback.seat, mine: may.includes('agree') } }
                : {}),
            ready: ready ? 'yes' : state.phase === 'round-over' && seat > 0 ? 'waiting' : 'no',
            waitsFor: this.unready(),
            hints: may.includes('advice'),
            clock: this.clock(),
            notice: this.notice,
        };
    }

    // Returns the other seats for which the next round waits.
    private unready(): number[] {
        const { seats } = this.followed!;
        return seats.flatMap(({ awaited }, i) => (awaited && i + 1 !== this.seat ? [i + 1] : []));
    }

    private clock(): Clock | null {
        const { table, seats, now } = this.followed!;
        const { kind = 'none' } = table.settings.clock ?? {};
        if (kind === 'none') return null;
        const runs = seats.findIndex((seat) => seat.runs) + 1;
        return { left: seats.map(({ left }) => left), runs, short: SHORT_MS[kind], at: now };
    }

    // ---- The player's actions -----------------------------------------------------------------

    async enter(word: string): Promise<Refusal | null> {
        if (this.notice && PASSING.has(this.notice.kind)) this.notice = null; // the player has seen it
        const { refusal, fault, table } = await (await this.core).followDo('enter', word, Date.now());
        if (!refusal && !fault) this.show(table);
        return refusal ?? fault ?? null;
    }

    private async change(verb: 'undo' | 'reset' | 'promise'): Promise<void> {
        this.show((await (await this.core).followDo(verb, '', Date.now())).table);
    }

    undo(): Promise<void> {
        return this.change('undo');
    }

    reset(): Promise<void> {
        return this.change('reset');
    }

    // Sends a request.  `due` keeps further ones from being sent until the resulting event has been
    // processed.
    private async ask(message: object): Promise<void> {
        this.due = Infinity;
        this.publish();
        try {
            this.due = await this.link.ask({ ...message, after: this.last });
        } catch (error) {
            this.due = 0;
            throw error;
        } finally {
            this.publish();
        }
    }

    async confirm(): Promise<Refusal | null> {
        const { state, mine, ahead } = this.current!;
        if (mine) await this.ask({ do: 'turn', turn: state.draft!.turn });
        if (ahead) await this.change('promise');
        return null;
    }

    async liftCurtain(): Promise<void> {
        /* at a server each person has their own screen */
    }

    nextRound(): Promise<void> {
        return this.ask({ do: 'ready' });
    }

    async takeBack(): Promise<boolean> {
        if (!this.may('takeback')) return false;
        await this.say({ do: 'takeback', event: this.followed!.lastTurn });
        return true;
    }

    async answer(yes: boolean): Promise<void> {
        const { event } = this.followed?.takeback ?? {};
        if (event) await this.say({ do: 'answer', event, yes });
    }

    async advice(): Promise<Advice> {
        return (await this.core).followAdvice(ADVISER);
    }
    async record(): Promise<string> {
        return (await this.core).followRecord();
    }

    // Sends any other request: sit, stand, seat, fill, start, close, chat.  Resolves when the
    // resulting event has been processed, so that the screen is up to date.
    async say(message: { do: string } & Record<string, unknown>): Promise<number> {
        const n = await this.link.ask(message);
        if (n > this.last) await new Promise<void>((seen) => this.unseen.push({ n, seen }));
        return n;
    }

    // Calls the callbacks that wait for events up to this one.
    private release(last: number): void {
        for (const { n, seen } of this.unseen) if (n <= last) seen();
        this.unseen = this.unseen.filter(({ n }) => n > last);
    }

    close(): void {
        clearTimeout(this.timer);
        this.release(Infinity);
        this.link.close();
        void this.core.then((core) => core.close());
    }
}
