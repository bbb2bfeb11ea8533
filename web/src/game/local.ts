// A game in this browser: people at this screen, and bots in the worker.
//
// It is saved after every turn in the browser's storage: as the current game, which a reload
// resumes, and in the list of all games of this browser.
import { openCore, type CoreClient } from '../core/client';
import type {
    Advice,
    GameEvent,
    Loaded,
    Refusal,
    Seating,
    Setup,
    State,
} from '../core/types';
import { newSeed } from '../core/seed';
import { ADVISER } from '../generated/lists';
import { factsOf, type Game, gameOf, goesOn, keepGameLater, keepGames, newId } from '../games';
import { keep, kept, storageWorks } from '../store';
import { removeElsewhere, tellOfGames } from '../tabs';
import { sinceOwnTurn } from './pace';
import { RecordError } from './server-words';
import { Listeners, type GameSource, type Notice, type SeatInfo, type Snapshot } from './source';

// The stored form.  Older versions stored only a record, or a record with its seed and seats.
export type KeptGame = Partial<Game> & { record: string; seed?: string };

const KEY = 'game';
const STRENGTH_KEY = 'strength'; // the player's strength: see src/game/company.h

// A value in place of a level: bots that are about as strong as the person who plays alone against
// them.
export const ADAPTIVE = 'adaptive';

const strength = (): number => kept<number>(STRENGTH_KEY) ?? -1; // -1: unknown

async function inCompany(core: CoreClient, setup: Setup): Promise<Setup> {
    const wanted = setup.seats.filter(({ bot }) => bot === ADAPTIVE).length;
    if (wanted === 0) return setup;
    const levels = await core.company(strength(), wanted);
    return {
        ...setup,
        seats: setup.seats.map((seat) =>
            seat.bot === ADAPTIVE ? { ...seat, bot: levels.pop()! } : seat,
        ),
    };
}

// Each tab has its own current game, which a reload resumes.  A new tab begins with the game that
// was played last in any tab.
const HERE = 'railhead.here';

function gameHere(): KeptGame | null {
    try {
        return JSON.parse(sessionStorage.getItem(HERE) ?? 'null') as KeptGame | null;
    } catch {
        return null;
    }
}

function keepHere(game: KeptGame | null): void {
    try {
        if (game) sessionStorage.setItem(HERE, JSON.stringify(game));
        else sessionStorage.removeItem(HERE);
    } catch {
        // Denied: a reload then resumes the game played last in any tab.
    }
}

export function keptGame(): KeptGame | null {
    const [here, last] = [gameHere(), kept<KeptGame>(KEY)];
    if (!here || (last && last.id === undefined)) return last;
    const isLater = last?.id === here.id && (last?.changed ?? 0) > (here.changed ?? 0);
    return isLater || !goesOn({ winners: [], ...here }) ? last : here;
}

// Returns the newest stored state of the current game, or null.
export async function gameInHand(): Promise<KeptGame | null> {
    const game = keptGame();
    const other = game?.id ? await gameOf(game.id).catch(() => undefined) : undefined;
    return other && other.changed > (game!.changed ?? 0) ? other : game;
}

// Returns the seats of a setup or a record.  A single person is "you".
export function seatsOf(seating: readonly Seating[]): SeatInfo[] {
    const alone = seating.filter(({ bot }) => bot === null).length === 1;
    return seating.map((one, i) => ({
        ...one,
        seat: i + 1,
        ...(alone && one.bot === null ? { you: true } : {}),
    }));
}

// Reads a record and returns its facts for the list of games.  Throws RecordError if it is invalid.
export async function readGame(
    core: CoreClient,
    game: KeptGame,
): Promise<Pick<Game, 'seats' | keyof ReturnType<typeof factsOf>>> {
    const { fault, seats = [] } = await core.load(savedText(game));
    if (fault) throw new RecordError(fault);
    return { ...factsOf(await core.state(0)), seats };
}

// Adds the current game to the list of games if it is missing there: because an older version
// stored it, or because the browser was closed too early.  Leaves a game alone that cannot be read.
export async function shelveGameInHand(): Promise<void> {
    const game = keptGame();
    if (!game) return;
    if (game.id) {
        await keepGames([game as Game]);
        return;
    }
    const core = await openCore();
    try {
        const now = Date.now();
        const facts = await readGame(core, game);
        const whole = { id: newId(), begun: now, changed: now, ...facts, record: savedText(game) };
        await keepGames([whole]);
        if (keptGame()?.record === game.record) keep(KEY, whole);
    } catch (error) {
        if (!(error instanceof RecordError)) throw error;
    } finally {
        core.close();
    }
}

// Marks a game as given up: it is listed as finished.
export async function giveUp(game: Game): Promise<void> {
    const over: Game = { ...game, gaveUp: true, changed: Date.now() };
    if (kept<KeptGame>(KEY)?.id === game.id) keep(KEY, over);
    if (gameHere()?.id === game.id) keepHere(null);
    removeElsewhere(game.id);
    await keepGames([over]);
}

export function forgetGameInHand(id: string): void {
    if (kept<KeptGame>(KEY)?.id === id) keep(KEY, null);
    if (gameHere()?.id === id) keepHere(null);
    removeElsewhere(id);
}

// Returns the text of a saved game, also for one in an older format.
function savedText({ record, seed, seats }: KeptGame): string {
    if (seed === undefined || seats === undefined) return record;
    return `${record}# saved seed ${seed} seats ${seats.map(({ bot }) => bot ?? '-').join(' ')}\n`;
}

export class LocalGame implements GameSource {
    private readonly listeners = new Listeners();
    private readonly seats: SeatInfo[];
    private current!: Snapshot;
    private events: GameEvent[] = [];
    private viewer: number;
    private closed = false;
    private busy = false;
    private confirming = false;
    saved: Game | null = null; // the game as last stored

    private constructor(
        private readonly core: CoreClient,
        private readonly seating: Seating[],
        readonly id: string,
        private readonly begun: number,
        readonly adaptive: boolean,
    ) {
        this.seats = seatsOf(seating);
        this.viewer = this.seats.find(({ you }) => you)?.seat ?? 0;
    }

    static begin(setup: Setup): Promise<LocalGame> {
        const adaptive = setup.seats.some(({ bot }) => bot === ADAPTIVE);
        return LocalGame.start({ adaptive }, async (core) =>
            core.begin(await inCompany(core, setup), newSeed()),
        );
    }

    // Resumes a stored game.  Throws RecordError if it cannot be read.
    static open(game: KeptGame): Promise<LocalGame> {
        return LocalGame.start(game, (core) => core.load(savedText(game)));
    }

    private static async start(
        { id = newId(), begun = Date.now(), adaptive = false }: Partial<Game>,
        opening: (core: CoreClient) => Promise<Loaded>,
    ): Promise<LocalGame> {
        const core = await openCore();
        const { fault, events = [], seats = [] } = await opening(core);
        if (fault) {
            core.close();
            throw new RecordError(fault);
        }
        const game = new LocalGame(core, seats, id, begun, adaptive);
        game.events = events;
        if (game.events.length === 0) game.events.push(...(await core.deal()).events);
        await game.refresh(await game.save());
        void game.run();
        return game;
    }

    snapshot(): Snapshot {
        return this.current;
    }
    subscribe(listener: () => void): () => void {
        return this.listeners.add(listener);
    }

    // ---- Snapshots ----------------------------------------------------------------------------

    private isPerson(seat: number): boolean {
        return this.seats[seat - 1]?.bot === null;
    }

    private publish(state: State, notice: Notice | null, thinking = 0): void {
        this.current = {
            state,
            events: this.events,
            seats: this.seats,
            own: this.seats.find(({ you }) => you)?.seat ?? 0,
            mine: state.draft !== null && this.isPerson(state.toMove),
            thinking,
            curtain:
                state.phase === 'playing' &&
                this.isPerson(state.toMove) &&
                state.toMove !== state.viewer
                    ? state.toMove
                    : 0,
            ready: state.phase === 'round-over' ? 'yes' : 'no',
            takesBack: this.lastOwnTurn(state) >= 0,
            hints: true,
            clock: null,
            notice,
        };
        this.listeners.tell();
    }

    // The viewer changes at the curtain.  Behind the curtain no cards are shown.
    private async refresh(notice: Notice | null = this.current.notice): Promise<void> {
        const state = await this.core.state(this.viewer);
        const other = this.isPerson(state.toMove) && state.toMove !== this.viewer;
        if (!other) {
            this.publish(state, notice);
        } else if (state.variants.includes('open-cards')) {
            this.viewer = state.toMove;
            this.publish(await this.core.state(this.viewer), notice);
        } else {
            this.publish(await this.core.state(0), notice);
        }
    }

    private async save(): Promise<Notice | null> {
        const [record, state] = await Promise.all([this.core.saved(), this.core.state(0)]);
        const { id, begun, adaptive, seating: seats } = this;
        const facts = { ...factsOf(state), ...(adaptive ? { adaptive } : {}) };
        const game: Game = { id, begun, changed: Date.now(), ...facts, seats, record };
        this.saved = game;
        if (!this.closed) keepHere(game);
        const inHand = !this.closed && keep(KEY, game); // another game may be the current one by now
        tellOfGames();
        if (inHand) {
            keepGameLater(game);
            return null;
        }
        const shelved = await keepGames([game]).catch(() => 0);
        return shelved || this.closed || !storageWorks() ? null : { kind: 'storage' };
    }

    private async happened(events: GameEvent[], notice: Notice | null = null): Promise<void> {
        this.events = [...this.events, ...events];
        if (events.some(({ kind }) => kind === 'closed'))
            keep(STRENGTH_KEY, await this.core.strengthAfter(strength()));
        await this.refresh((await this.save()) ?? notice);
    }

    // Lets bots play until it is a person's turn or the round is over.
    private async run(): Promise<void> {
        if (this.busy) return;
        this.busy = true;
        try {
            for (;;) {
                const { state } = this.current;
                if (this.closed || state.phase !== 'playing' || this.isPerson(state.toMove)) break;
                this.publish(state, this.current.notice, state.toMove);
                const { events, pondered = 0 } = await this.core.botTurn(0);
                if (this.closed) break;
                await this.happened(
                    events.map((one) => (one.kind === 'turn' ? { ...one, pondered } : one)),
                );
            }
        } catch (error) {
            if (!this.closed)
                this.publish(this.current.state, { kind: 'failed', text: String(error) });
        } finally {
            this.busy = false;
        }
    }

    // ---- The player's actions -----------------------------------------------------------------

    async enter(word: string): Promise<Refusal | null> {
        const { refusal, fault } = await this.core.enter(this.viewer || 1, word);
        if (!refusal && !fault) await this.refresh(null);
        return refusal ?? fault ?? null;
    }

    async undo(): Promise<void> {
        await this.core.undo();
        await this.refresh(null);
    }

    async reset(): Promise<void> {
        await this.core.reset();
        await this.refresh(null);
    }

    async confirm(): Promise<Refusal | null> {
        if (!this.current.mine || this.confirming) return null;
        this.confirming = true; // a double click must not play two turns
        try {
            const { events, refusal, stayed } = await this.core.confirm();
            if (refusal) return refusal;
            await this.happened(events, stayed ? { kind: 'stayed' } : null);
        } finally {
            this.confirming = false;
        }
        void this.run();
        return null;
    }

    // Returns the index of the last turn that the player to move may take back, or -1.  Not with
    // several people at one screen: they have seen the following turns.
    private lastOwnTurn({ phase, draft, toMove }: State): number {
        const alone = this.seats.filter(({ bot }) => bot === null).length === 1;
        if (!alone || phase !== 'playing' || draft === null) return -1;
        const at = sinceOwnTurn(this.events, toMove) - 1;
        return this.events[at]?.kind === 'turn' ? at : -1;
    }

    async takeBack(): Promise<boolean> {
        const own = this.lastOwnTurn(this.current.state);
        if (own < 0 || this.confirming || this.busy) return false;
        for (let left = this.events.length; left > own; left -= 1) await this.core.takeBack();
        this.events = this.events.slice(0, own);
        await this.happened([]);
        return true;
    }

    async liftCurtain(): Promise<void> {
        if (this.current.curtain) this.viewer = this.current.curtain;
        await this.refresh();
    }

    async nextRound(): Promise<void> {
        if (this.seats.filter(({ bot }) => bot === null).length > 1) this.viewer = 0;
        await this.happened((await this.core.deal()).events);
        void this.run();
    }

    advice(): Promise<Advice> {
        return this.core.advice(ADVISER);
    }

    record(): Promise<string> {
        return this.core.record(this.viewer || 1);
    }

    close(): void {
        this.closed = true;
        this.core.close();
    }
}
