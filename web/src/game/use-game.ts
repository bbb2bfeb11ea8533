// The state of a game screen: the snapshot of its source, and the player's actions.
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { boardAtHand, linesOf, loadBoard, trackWord, type Board } from '../board-data';
import type { Advice, Draft, Refusal } from '../core/types';
import { keep, kept } from '../store';
import { refusalText, t } from '../text';
import { useWords } from '../ui';
import { entryWords, type BadEntry } from './entry';
import { ServerError } from './server-types';
import { errorWords } from './server-words';
import { keepSketch, keptSketch } from './sketch';
import type { GameSource, Snapshot } from './source';
import { junctionName } from './words';

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
    problem: string; // why the last action was refused; cleared by the next one
    rule: string; // id of the rule that forbids it, or ''
    own: boolean;
    moving: boolean;
    missing: boolean;
    planning: boolean; // clicks draw the plan and lay nothing
    plan: readonly string[]; // lines of the plan, in this round
    advice: Advice | null;
    asking: boolean;
    line(line: string, own: boolean): void;
    junction(name: string): void;
    type(text: string): Promise<boolean>;
    take(turn: string): void;
    // These resolve to whether they succeeded.  A failure is shown as `problem`.
    confirm(): Promise<boolean>;
    pass(): Promise<boolean>;
    takeBack(): Promise<boolean>;
    answer(yes: boolean): Promise<boolean>;
    nextRound(): Promise<boolean>;
    undo(): void;
    reset(): void;
    forgetProblem(): void;
    hint(): void;
    toggleOwn(): void;
    toggleMoving(): void;
    toggleMissing(): void;
    togglePlanning(): void;
    unplan(): void;
    clearPlan(): void;
}

// V2: returns whether the start marker can be moved now.
export const mayMove = ({ tracks, places }: Draft): boolean =>
    tracks.length > 0 && places.length > 0;

// Enters words in order, up to the first that is refused.  Returns its refusal, or null.
async function enterAll(source: GameSource, words: string[]): Promise<Refusal | null> {
    for (const word of words) {
        const refusal = await source.enter(word);
        if (refusal) return refusal;
    }
    return null;
}

// Handles a click on a line: lays a track, or removes the one of this turn.  Tracks laid after a
// removed one stay if they are still legal.
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

function entryProblem(board: Board, entry: BadEntry): string {
    if ('bad' in entry) return t('entryBad', { word: entry.bad });
    if ('apart' in entry) {
        const [from, to] = entry.apart;
        return t('entryApart', { from: junctionName(board, from), to: junctionName(board, to) });
    }
    const place = entry.alone;
    const line = [...board.kind.keys()].find((one) => one.split('-').includes(place)) ?? '';
    const other = line.split('-').find((end) => end !== place) ?? '';
    const start = board.cityAt.get(place)?.name.replace(/[ -]/g, '') ?? place;
    return t('entryAlone', { place: junctionName(board, place), example: `${start} ${other}` });
}

// Restores the turn entered before a reload and its plan, then stores both whenever they change.
function useSketch(
    source: GameSource,
    snapshot: Snapshot,
    plan: readonly string[],
    setPlan: (plan: readonly string[]) => void,
): void {
    const [restored, setRestored] = useState(false);
    const { state, events, curtain, mine, ahead } = snapshot;
    const { id = '' } = source;
    useEffect(() => {
        const sketch = keptSketch();
        const fits =
            sketch?.game === id && sketch.seat === state.viewer && sketch.events === events.length;
        if (!fits || id === '' || curtain > 0 || state.draft?.turn) {
            setRestored(true);
            return;
        }
        setPlan(sketch.plan);
        const words = mine || ahead === 'open' ? sketch.turn.split(' ').filter(Boolean) : [];
        enterAll(source, words).then(
            () => setRestored(true),
            () => setRestored(true),
        );
    }, [source]);
    const turn = state.draft?.turn ?? '';
    useEffect(() => {
        if (!restored || id === '' || curtain > 0) return;
        keepSketch({ game: id, seat: state.viewer, events: events.length, turn, plan });
    }, [restored, turn, plan, events.length, curtain]);
}

export function usePlay(source: GameSource, board: Board | null): Play {
    const snapshot = useSnapshot(source);
    const [problem, setProblem] = useWords();
    const [rule, setRule] = useState('');
    const [wantsOwn, setOwn] = useState(false);
    const [wantsMoving, setMoving] = useState(false);
    const [missing, setMissing] = useState(() => kept<boolean>('missing') ?? false);
    const [planning, setPlanning] = useState(false);
    const [plan, setPlan] = useState<readonly string[]>([]);
    const [advised, setAdvised] = useState<{ events: number; advice: Advice } | null>(null);
    const [asking, setAsking] = useState(false);
    const { state, mine } = snapshot;
    const { draft } = state;

    // A mode ends when it has become useless; the mode for coloured tracks ends after one track.
    const ownLaid = draft?.tracks.filter((track) => track.own).length ?? 0;
    const own = wantsOwn && draft !== null && draft.coloured.length > 0;
    const moving = wantsMoving && draft !== null && mayMove(draft);
    useLayoutEffect(() => setOwn(false), [ownLaid]);
    useLayoutEffect(() => {
        if (!own) setOwn(false);
        if (!moving) setMoving(false);
    }, [own, moving]);

    // Advice is valid only for the position in which it was requested.
    const advice = advised?.events === snapshot.events.length ? advised.advice : null;

    // Before the render is visible, so that it does not undo a choice the player has made since.
    useLayoutEffect(() => setPlan([]), [state.round, state.viewer]);
    useLayoutEffect(() => {
        setOwn(false);
        setMoving(false);
    }, [mine, snapshot.events.length]);

    useSketch(source, snapshot, plan, setPlan);

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
                    if (!Array.isArray(words)) {
                        setProblem(() => entryProblem(board!, words));
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
            confirm: () => attempt(() => source.confirm()),
            undo: () => void attempt(() => source.undo()),
            reset: () => void attempt(() => source.reset()),
            takeBack: () =>
                attempt(async () => {
                    await source.takeBack?.();
                }),
            answer: (yes) =>
                attempt(async () => {
                    await source.answer?.(yes);
                }),
            pass: () => attempt(async () => (await source.enter('pass')) ?? source.confirm()),
            nextRound: () => attempt(() => source.nextRound()),
            forgetProblem: () => setProblem(null),
            hint: () => {
                if (!snapshot.hints) {
                    setProblem(() => t('hintNotHere'));
                    return;
                }
                if (!mine || asking) return;
                setAsking(true);
                void attempt(async () => {
                    const events = snapshot.events.length;
                    setAdvised({ events, advice: await source.advice() });
                }).then(() => setAsking(false));
            },
            // A click means either a line or a junction: each mode ends the other.
            toggleOwn: () => {
                setMoving(false);
                setOwn((on) => !on);
            },
            toggleMoving: () => {
                setOwn(false);
                setMoving((on) => !on);
            },
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
