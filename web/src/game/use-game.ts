// The state of a game screen: the snapshot of its source, and what the player does with it.
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { boardAtHand, linesOf, loadBoard, trackWord, type Board } from '../board-data';
import type { Advice, Refusal } from '../core/types';
import { keep, kept } from '../store';
import { refusalText, t } from '../text';
import { useWords } from '../ui';
import { entryWords } from './entry';
import { ServerError } from './server-types';
import { errorWords } from './server-words';
import type { GameSource, Snapshot } from './source';

export function useSnapshot(source: GameSource): Snapshot {
    const [snapshot, set] = useState(() => source.snapshot());
    useEffect(() => {
        set(source.snapshot());
        return source.subscribe(() => set(source.snapshot()));
    }, [source]);
    return snapshot;
}

export function useBoard(id: string): Board | Error | null {
    const [board, set] = useState<Board | Error | null>(() => boardAtHand(id));
    useEffect(() => {
        let alive = true;
        set(boardAtHand(id));
        loadBoard(id).then(
            (value) => {
                if (alive) set(value);
            },
            (error: unknown) => {
                if (alive) set(new Error(String(error)));
            },
        );
        return () => {
            alive = false;
        };
    }, [id]);
    const isOther = board !== null && !(board instanceof Error) && board.data.id !== id;
    return isOther ? null : board;
}

export interface Play {
    snapshot: Snapshot;
    problem: string; // why something was refused, until the next thing is done
    rule: string; // that forbids it, or ''
    own: boolean;
    moving: boolean;
    missing: boolean;
    planning: boolean; // clicks sketch, and lay nothing
    plan: readonly string[]; // the lines that were sketched in this round
    advice: Advice | null;
    asking: boolean;
    line(line: string, own: boolean): void;
    junction(name: string): void;
    type(text: string): Promise<boolean>;
    take(turn: string): void;
    confirm(): void;
    undo(): void;
    reset(): void;
    takeBack(): void;
    answer(yes: boolean): void;
    pass(): void;
    hint(): void;
    toggleOwn(): void;
    toggleMoving(): void;
    toggleMissing(): void;
    togglePlanning(): void;
    unplan(): void;
    clearPlan(): void;
}

// Words one after the other, up to the first that is refused.
async function enterAll(source: GameSource, words: string[]): Promise<Refusal | null> {
    for (const word of words) {
        const refusal = await source.enter(word);
        if (refusal) return refusal;
    }
    return null;
}

// A line that is chosen: one track more, or, where one of this turn lies already, that one less.
// What was laid after it stays if it may.
async function chooseLine(
    source: GameSource,
    board: Board,
    line: string,
    own: boolean,
): Promise<Refusal | null> {
    const { draft } = source.snapshot().state;
    const mayLay = own ? draft?.coloured : draft?.black;
    if (!mayLay?.includes(line) && draft?.tracks.some((track) => track.line === line)) {
        const words = draft.turn.split(' ');
        const index = words.map((word) => linesOf(word)[0]).lastIndexOf(line);
        await source.reset();
        await enterAll(
            source,
            words.filter((_, i) => i !== index),
        );
        return null;
    }
    return source.enter(trackWord(board, line, own));
}

export function usePlay(source: GameSource, board: Board | null): Play {
    const snapshot = useSnapshot(source);
    const [problem, setProblem] = useWords();
    const [rule, setRule] = useState('');
    const [own, setOwn] = useState(false);
    const [moving, setMoving] = useState(false);
    const [missing, setMissing] = useState(() => kept<boolean>('missing') ?? false);
    const [planning, setPlanning] = useState(false);
    const [plan, setPlan] = useState<readonly string[]>([]);
    const [advised, setAdvised] = useState<{ events: number; advice: Advice } | null>(null);
    const [asking, setAsking] = useState(false);
    const { state, mine } = snapshot;

    // Advice is for the moment that it was asked in.
    const advice = advised?.events === snapshot.events.length ? advised.advice : null;

    // Before it is shown, so that nothing is taken back that somebody chose at once.
    useLayoutEffect(() => setPlan([]), [state.round, state.viewer]);
    useLayoutEffect(() => {
        setOwn(false);
        setMoving(false);
    }, [mine, snapshot.events.length]);

    const attempt = useCallback(
        async (run: () => Promise<Refusal | null | void>): Promise<boolean> => {
            setProblem(null);
            setRule('');
            try {
                const refusal = await run();
                if (refusal) setProblem(() => refusalText(refusal));
                setRule(refusal?.rule ?? '');
                return !refusal;
            } catch (error) {
                setProblem(() => errorWords(error));
                setRule(error instanceof ServerError ? (error.fault.rule ?? '') : '');
                return false;
            }
        },
        [],
    );

    return useMemo(
        () => ({
            snapshot,
            problem,
            rule,
            own,
            moving,
            missing,
            planning,
            plan,
            advice,
            asking,
            line: (line, coloured) => {
                if (!board) return;
                if (planning) {
                    setPlan(
                        plan.includes(line) ? plan.filter((one) => one !== line) : [...plan, line],
                    );
                    return;
                }
                void attempt(() => chooseLine(source, board, line, coloured || own));
            },
            junction: (name) => {
                const placing = state.viewer > 0 && state.markers[state.viewer - 1] === null;
                if (planning || (!placing && !moving)) return;
                setMoving(false);
                void attempt(async () => {
                    if (state.draft?.marker) await (placing ? source.reset() : source.undo());
                    return source.enter(`${placing ? '@' : '>'}${name}`);
                });
            },
            type: (text) =>
                attempt(async () => {
                    const placing = state.markers[state.viewer - 1] === null;
                    const words = entryWords(board!, text, placing);
                    if ('bad' in words) {
                        setProblem(() => t('entryBad', { word: words.bad }));
                        return;
                    }
                    if (placing) await source.reset();
                    return enterAll(source, words);
                }),
            take: (turn) =>
                void attempt(async () => {
                    await source.reset();
                    return enterAll(source, turn.split(' '));
                }),
            confirm: () => void attempt(() => source.confirm()),
            undo: () => void attempt(() => source.undo()),
            reset: () => void attempt(() => source.reset()),
            takeBack: () =>
                void attempt(async () => {
                    await source.takeBack?.();
                }),
            answer: (yes) =>
                void attempt(async () => {
                    await source.answer?.(yes);
                }),
            pass: () => void attempt(async () => (await source.enter('pass')) ?? source.confirm()),
            hint: () => {
                if (!mine || asking || !snapshot.hints) return;
                setAsking(true);
                void attempt(async () => {
                    const events = snapshot.events.length;
                    setAdvised({ events, advice: await source.advice() });
                }).then(() => setAsking(false));
            },
            toggleOwn: () => setOwn((on) => !on),
            toggleMoving: () => setMoving((on) => !on),
            toggleMissing: () => {
                keep('missing', !missing);
                setMissing(!missing);
            },
            togglePlanning: () => setPlanning((on) => !on),
            unplan: () => setPlan((lines) => lines.slice(0, -1)),
            clearPlan: () => setPlan([]),
        }),
        [source, board, snapshot, problem, rule, own, moving, missing, planning, plan, advice, asking],
    );
}
