// The bar of a turn: what is to be done, and the buttons for it.  It has the same size whatever it
// says, and a button the same width whatever it is called: nothing moves under the pointer.
import type { ComponentChildren } from 'preact';
import type { Board } from '../board-data';
import type { Snapshot } from './source';
import { t } from '../text';
import { isYou, junctionName, seatName } from './words';

export interface TurnActions {
    confirm(): void;
    undo(): void;
    reset(): void;
    pass(): void;
    hint(): void;
    toggleOwn(): void;
    toggleMoving(): void;
    toggleMissing(): void;
    togglePlanning(): void;
    unplan(): void; // takes the last line of the plan back
    clearPlan(): void;
}

// What the player is to do now, as one sentence.
export function statusOf(board: Board, snapshot: Snapshot): string {
    const { state, mine, thinking, seats } = snapshot;
    const { draft, toMove } = state;
    if (state.phase === 'dealing') return t('dealing');
    if (state.phase !== 'playing') return t('roundOver', { round: state.round });
    if (snapshot.sending) return t(snapshot.notice?.kind === 'lost' ? 'turnKept' : 'turnSending');
    if (snapshot.ahead === 'promised') return t('turnPromised');
    if (snapshot.ahead && draft && (draft.tracks.length > 0 || draft.marker)) return t('turnAhead');
    if (!mine || !draft) {
        const name = seatName(seats, toMove);
        if (thinking) return t('isThinking', { name });
        return isYou(seats, toMove) ? t('yourTurn') : t('turnOf', { name });
    }
    if (state.markers[toMove - 1] === null) {
        return draft.marker
            ? t('confirmMarker', { place: junctionName(board, draft.marker) })
            : t('placeMarker');
    }
    if (draft.mayPass && draft.tracks.length === 0 && draft.black.length === 0)
        return t('mustPass');
    if (draft.tracks.length === 0) return t('layTracks');
    const more = draft.black.length + draft.coloured.length > 0;
    return more ? t('layAnother') : t('turnIsFull');
}

// What is said below the map, in a place of its own.  What is longer than it lies over the edge of
// the map until it has been read.
export function Words({
    children,
    problem,
    notice,
}: {
    children: ComponentChildren;
    problem?: ComponentChildren;
    notice?: ComponentChildren;
}) {
    return (
        <div class="words">
            <div class="words-now">
                {notice && (
                    <p class="notice" role="status">
                        {notice}
                    </p>
                )}
                {children}
            </div>
            {problem && (
                <p class="notice bad" role="alert">
                    {problem}
                </p>
            )}
        </div>
    );
}

// A button that is as wide as the widest of its words.
function Steady({
    words,
    now,
    ...rest
}: {
    words: string[];
    now: string;
    [other: string]: unknown;
}) {
    return (
        <button type="button" data-ever={words.join('\n')} {...rest}>
            {now}
        </button>
    );
}

interface ButtonsProps {
    snapshot: Snapshot;
    own: boolean;
    moving: boolean;
    missing: boolean;
    planning: boolean;
    planned: boolean; // something has been sketched
    asking: boolean;
    actions: TurnActions;
}

function Entering({ snapshot, own, moving, planning, planned, actions }: ButtonsProps) {
    const { state, mine, ahead } = snapshot;
    const draft = mine || ahead ? state.draft : null;
    const begun = draft !== null && (draft.tracks.length > 0 || draft.marker !== null);
    const coloured = state.coloured[state.viewer - 1] ?? 0;
    const passes = mine && draft?.mayPass && !begun;
    const confirm = passes ? t('pass') : ahead ? t('confirmAhead') : t('confirm');
    return (
        <>
            <Steady
                class="primary confirm"
                onClick={passes ? actions.pass : actions.confirm}
                disabled={
                    !draft || ahead === 'promised' || (!passes && !(begun && draft.mayEnd))
                }
                title={t('keyConfirm')}
                words={[t('pass'), t('confirm'), t('confirmAhead')]}
                now={confirm}
            />
            <button
                type="button"
                onClick={planning ? actions.unplan : actions.undo}
                disabled={planning ? !planned : !begun}
                title={t('keyUndo')}
            >
                {t('undo')}
            </button>
            <Steady
                class="reset"
                onClick={planning ? actions.clearPlan : actions.reset}
                title={t('keyReset')}
                disabled={planning ? !planned : !begun || (draft?.tracks.length ?? 0) < 2}
                words={[t('reset'), t('clearPlan')]}
                now={planning ? t('clearPlan') : t('reset')}
            />
            {state.coloured.length > 0 && (
                <button
                    type="button"
                    class="own"
                    aria-pressed={own}
                    onClick={actions.toggleOwn}
                    title={t('keyOwn')}
                    disabled={!draft || coloured === 0}
                >
                    {t('ownTrack', { n: coloured })}
                </button>
            )}
            {state.variants.includes('blocking') && (
                <button
                    type="button"
                    class="own"
                    aria-pressed={moving}
                    onClick={actions.toggleMoving}
                    title={t('keyMove')}
                    disabled={!draft || draft.tracks.length === 0 || draft.places.length === 0}
                >
                    {t('moveMarker')}
                </button>
            )}
        </>
    );
}

function Looking({
    snapshot,
    missing,
    planning,
    asking,
    actions,
}: ButtonsProps) {
    const { state, mine } = snapshot;
    const needed = missing && state.missing;
    return (
        <>
            <Steady
                onClick={actions.hint}
                disabled={!mine || !state.draft || asking || !snapshot.hints}
                title={t('keyHint')}
                words={[t('hint'), t('hintAsked')]}
                now={asking ? t('hintAsked') : t('hint')}
            />
            <Steady
                class="missing-button"
                aria-pressed={missing}
                onClick={actions.toggleMissing}
                title={t('keyMissing')}
                words={[t('showMissing'), t('missingCost', { n: 88 })]}
                now={needed ? t('missingCost', { n: needed.cost }) : t('showMissing')}
            />
            <button
                type="button"
                aria-pressed={planning}
                onClick={actions.togglePlanning}
                title={t('keyPlan')}
            >
                {t('plan')}
            </button>
        </>
    );
}

// Showing what the others did since the own last turn: once more, or at once.
export interface Showing {
    running: boolean;
    possible: boolean;
    again(): void;
    skip(): void;
}

export function TurnBar({
    board,
    problem,
    notice,
    telling,
    showing,
    over = false,
    bare = false,
    ...props
}: ButtonsProps & {
    board: Board;
    problem?: ComponentChildren;
    notice?: ComponentChildren;
    telling?: string; // what is being shown, in place of what is to be done
    showing?: Showing;
    over?: boolean; // nothing is to be done; the bar keeps its place
    bare?: boolean; // nothing but what a turn is entered with
}) {
    const { snapshot, planning } = props;
    return (
        <div class={`turn-bar${over ? ' idle' : ''}`}>
            <Words problem={problem} notice={notice}>
                <p class="status" id="status">
                    {planning ? t('planning') : (telling ?? statusOf(board, snapshot))}
                </p>
            </Words>
            {!snapshot.watching && (
                <div class="buttons">
                    <Entering {...props} />
                    {!bare && <span class="row-break" />}
                    {!bare && <Looking {...props} />}
                    {showing && (
                        <Steady
                            class="again"
                            onClick={showing.running ? showing.skip : showing.again}
                            disabled={!showing.running && !showing.possible}
                            title={t('keyAgain')}
                            words={[t('showAgain'), t('skip')]}
                            now={showing.running ? t('skip') : t('showAgain')}
                        />
                    )}
                </div>
            )}
        </div>
    );
}
