// A game at a server's table.  What the server says goes to the core in the worker as it comes:
// src/follow/ knows the table, what may be done at it and what its clocks show, and this only asks
// and passes on.
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

// Less than so much is little time, with a clock for a sitting and with one of days.
const SHORT_MS = { live: 20 * 1000, slow: 60 * 60 * 1000 };

const PASSING = new Set(['dropped', 'refused', 'takenBack']); // until something is done

// What has happened with what happens now; turns that are taken back are gone.
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
    private heard: Message[] = []; // and not yet read
    private reading = false;
    private deaf = false; // what comes is not to be believed
    private me: string | null = null; // whom the server greeted
    private followed: Followed | null = null; // as it was when nothing was missing
    private events: readonly GameEvent[] = [];
    private current: Snapshot | null = null;
    private last = 0; // the number of the last event seen
    private due = 0; // the number of the event that answers what was asked of the server
    private unseen: { n: number; seen(): void }[] = []; // who waits for an event
    private timer: ReturnType<typeof setTimeout> | undefined;
    private notice: Notice | null = null;

    problem: ServerError | null = null; // why there is no table

    // `key` is that of an invitation, or empty.
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

    // ---- What the server says -----------------------------------------------------------------

    private hear(message: ServerMessage, text: string): void {
        if (message.is === 'hello' && this.isSomebodyElse(message.you?.id ?? '')) return;
        if (message.is === 'error') {
            this.problem = new ServerError(message.error ?? '', message); // no table to follow
            this.publish();
        } else if (!this.deaf) {
            this.heard.push({ text, at: Date.now() });
            void this.read();
        }
    }

    // Whether another person is greeted than before, as after a session has ended.  They see the
    // table with their own eyes, from its beginning.
    private isSomebodyElse(person: string): boolean {
        const other = this.me !== null && this.me !== '' && this.me !== person;
        this.me = person;
        this.deaf = other; // until another connection greets
        if (!other) return false;
        this.release(Infinity);
        this.heard = [];
        this.last = 0;
        this.events = [];
        void this.core.then((core) => core.follow(this.key)).then(() => this.link.reopen());
        return true;
    }

    // Messages that come while the core reads are read together.
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
        if (kind === 'refused' || kind === 'takenBack') this.notice = null; // it has been read
        if (last.kind === 'undo' && last.seat !== this.seat)
            this.notice = { kind: 'takenBack', seat: last.seat };
        this.events = happened(this.events, news);
    }

    // Whether others have refused what was asked for here.
    private isRefused({ takeback, seat, takebackRefused }: Followed): boolean {
        return this.followed?.takeback?.seat === seat && !takeback && takebackRefused;
    }

    // As time passes, what may be done changes.
    private async look(): Promise<void> {
        this.show(await (await this.core).followed(Date.now()));
    }

    // Takes over what the core knows now.
    private show(followed: Followed | null): void {
        clearTimeout(this.timer);
        if (!followed) return;
        this.last = followed.last;
        if (!followed.current) return; // what is still to come changes it
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

    // ---- What is known ------------------------------------------------------------------------

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

    // The seat that has kept everybody waiting so long that a bot may play for it, or 0.
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

    // ---- What is shown ------------------------------------------------------------------------

    private publish(): void {
        if (this.followed?.game) this.current = this.snapshotOf(this.followed);
        this.listeners.tell();
    }

    private snapshotOf({ game, seat, may, ahead, takeback }: Followed): Snapshot {
        const seats = this.seats();
        const state = game!;
        const asked = this.due > this.last; // and not yet answered
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

    // Others for whom the next round waits.
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

    // ---- What the player wants ----------------------------------------------------------------

    async enter(word: string): Promise<Refusal | null> {
        if (this.notice && PASSING.has(this.notice.kind)) this.notice = null; // it has been read
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

    // Nothing else is asked for until the event that this leads to has come.
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
        /* everybody has a screen of their own */
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

    // Everything else that can be said to a table: sit, stand, seat, fill, start, close, chat.
    // It is said when the event that it leads to has been read here: what is shown follows from it.
    async say(message: { do: string } & Record<string, unknown>): Promise<number> {
        const n = await this.link.ask(message);
        if (n > this.last) await new Promise<void>((seen) => this.unseen.push({ n, seen }));
        return n;
    }

    // Those who wait for events up to this one need not any longer.
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
