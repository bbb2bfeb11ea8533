// A position to practise on: no bots, nothing is stored, and playing one turn ends it.
import { openCore, type CoreClient } from '../core/client';
import type { Advice, GameEvent, Refusal } from '../core/types';
import { RecordError } from './server-words';
import { Listeners, type GameSource, type SeatInfo, type Snapshot } from './source';

const ME = 1;

export class LessonGame implements GameSource {
    private readonly listeners = new Listeners();
    private current!: Snapshot;
    private events: GameEvent[] = [];
    played: GameEvent[] = []; // events that the player's turn caused

    private constructor(
        private readonly core: CoreClient,
        private readonly seats: SeatInfo[],
    ) {}

    static async open(record: string, seats: SeatInfo[]): Promise<LessonGame> {
        const core = await openCore();
        const game = new LessonGame(core, seats);
        const loaded = await core.load(record);
        if (loaded.fault) throw new RecordError(loaded.fault);
        game.events = loaded.events ?? [];
        await game.refresh();
        return game;
    }

    private async refresh(): Promise<void> {
        const state = await this.core.state(ME);
        this.current = {
            state,
            events: this.events,
            seats: this.seats,
            own: ME,
            mine: state.draft !== null && this.played.length === 0,
            thinking: 0,
            curtain: 0,
            ready: 'no',
            hints: false,
            clock: null,
            notice: null,
        };
        this.listeners.tell();
    }

    snapshot(): Snapshot {
        return this.current;
    }
    subscribe(listener: () => void): () => void {
        return this.listeners.add(listener);
    }

    async enter(word: string): Promise<Refusal | null> {
        const { refusal, fault } = await this.core.enter(ME, word);
        await this.refresh();
        return refusal ?? fault ?? null;
    }

    async undo(): Promise<void> {
        await this.core.undo();
        await this.refresh();
    }

    async reset(): Promise<void> {
        await this.core.reset();
        await this.refresh();
    }

    async confirm(): Promise<Refusal | null> {
        const { events, refusal } = await this.core.confirm();
        if (refusal) return refusal;
        this.played = events;
        this.events = [...this.events, ...events];
        await this.refresh();
        return null;
    }

    async liftCurtain(): Promise<void> {
        /* a lesson has only one person */
    }
    async nextRound(): Promise<void> {
        /* a lesson has only one turn */
    }
    advice(): Promise<Advice> {
        return this.core.advice('medium');
    }
    record(): Promise<string> {
        return this.core.record(ME);
    }
    close(): void {
        this.core.close();
    }
}
