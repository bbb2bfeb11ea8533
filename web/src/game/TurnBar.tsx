// The turn bar: what to do now, and the buttons for it.  Its size does not depend on the text, and
// each button is as wide as its widest label, so that nothing moves under the pointer.
import type { ComponentChildren } from 'preact';
import type { Board } from '../board-data';
import type { State } from '../core/types';
import type { Snapshot } from './source';
import { mayMove } from './use-game';
import { list, t } from '../text';
import { ActButton, Notice } from '../ui';
import { TurnClock } from './Clock';
import { isYou, junctionName, seatName } from './words';

// The main button outside of a turn, in the place of Confirm.  It is disabled without `act`.
export interface Main {
    words: string;
    act?: (() => unknown) | undefined;
}

export interface TurnActions {
    confirm(): unknown;
    undo(): void;
    reset(): void;
    pass(): unknown;
    hint(): void;
    toggleOwn(): void;
    toggleMoving(): void;
    toggleMissing(): void;
    togglePlanning(): void;
    unplan(): void; // removes the last line of the plan
    clearPlan(): void;
}

// Returns the result of a round or a game as a sentence.
function endOf({ state, seats, own }: Snapshot): string {
    const names = (all: readonly number[]): string => list(all.map((seat) => seatName(seats, seat)));
    const { winners, connected } = state;
    if (state.phase === 'game-over')
        return t('gameOver', { names: names(winners), n: winners.length });
    const isMine = connected.length === 1 && isYou(seats, connected[0]!);
    const how = isMine
        ? t('youConnected')
        : connected.length > 0
          ? t('hasConnected', { names: names(connected), n: connected.length })
          : t('logNobody');
    const lost = own > 0 ? state.lost[own - 1]! : 0;
    return lost > 0 ? `${how} ${t('youLose', { n: lost })}` : how;
}

function waitingFor({ seats, waitsFor = [] }: Snapshot): string {
    if (waitsFor.length === 0) return t('waitingForOthers');
    return t('waitingFor', { names: list(waitsFor.map((seat) => seatName(seats, seat))) });
}

// Returns what the player is to do now, as one sentence.
export function statusOf(board: Board, snapshot: Snapshot): string {
    const { state, mine, thinking, seats } = snapshot;
    const { draft, toMove } = state;
    if (state.phase === 'dealing') return t('dealing');
    if (snapshot.ready === 'waiting') return waitingFor(snapshot);
    if (state.phase !== 'playing') return endOf(snapshot);
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
    if (mayMove(draft)) return more ? t('layAnotherOrMove') : t('mayMove');
    return more ? t('layAnother') : t('turnIsFull');
}

// A text below the map in a place of constant size.  A longer text covers the edge of the map until
// it has been read.
export function Words({
    children,
    problem,
    notice,
}: {
    children: ComponentChildren;
    problem?: Problem | undefined;
    notice?: ComponentChildren;
}) {
    return (
        <div class="words">
            <div class="words-now">
                {notice}
                {children}
            </div>
            {problem && (
                <Notice tone="bad" onClose={problem.onClose} fades={problem.text}>
                    {problem.words ?? problem.text}
                </Notice>
            )}
        </div>
    );
}

// An error message, shown until it is closed.
export interface Problem {
    text: string;
    words?: ComponentChildren; // the text with links or other markup
    onClose(): void;
}

// A button as wide as the widest of its labels.
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
    planned: boolean; // the plan is not empty
    asking: boolean;
    actions: TurnActions;
}

// The main button: the first and largest of the bar.
export function MainButton({ main }: { main: Main }) {
    return (
        <ActButton class="primary main" act={main.act ?? (() => {})} disabled={!main.act}>
            {main.words}
        </ActButton>
    );
}

// Returns the draft if a turn can be entered, otherwise null.
const draftOf = ({ mine, ahead, state }: Snapshot) => (mine || ahead ? state.draft : null);
const isBegun = (draft: State['draft']): boolean =>
    draft !== null && (draft.tracks.length > 0 || draft.marker !== null);

function Confirm({ snapshot, actions }: ButtonsProps) {
    const { mine, ahead } = snapshot;
    const draft = draftOf(snapshot);
    const begun = isBegun(draft);
    const passes = mine && draft?.mayPass && !begun;
    const words = [t('pass'), t('confirm'), t('confirmAhead')];
    return (
        <ActButton
            class="primary main confirm"
            act={passes ? actions.pass : actions.confirm}
            disabled={!draft || ahead === 'promised' || (!passes && !(begun && draft.mayEnd))}
            title={t('keyConfirm')}
            data-ever={words.join('\n')}
        >
            {passes ? t('pass') : ahead ? t('confirmAhead') : t('confirm')}
        </ActButton>
    );
}

function Entering(props: ButtonsProps) {
    const { snapshot, own, moving, planning, planned, actions } = props;
    const { state } = snapshot;
    const draft = draftOf(snapshot);
    const begun = isBegun(draft);
    const coloured = draft?.colouredLeft ?? state.coloured[state.viewer - 1] ?? 0;
    return (
        <>
            <Confirm {...props} />
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
                    disabled={!draft || draft.coloured.length === 0}
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
                    disabled={!draft || !mayMove(draft)}
                >
                    {t('moveMarker')}
                </button>
            )}
        </>
    );
}

// Returns the number of missing tracks, with a cross if some cannot be laid at the moment.
const missingWords = (n: number, barred: boolean): string =>
    `${t('missingCost', { n })}${barred ? ' ✕' : ''}`;

function Looking({
    snapshot,
    missing,
    planning,
    asking,
    actions,
}: ButtonsProps) {
    const { state, mine } = snapshot;
    const needed = missing && state.missing;
    const barred = needed !== false && needed !== null && needed.barred.length > 0;
    const mayBar = state.coloured.length > 0 || state.variants.includes('blocking');
    return (
        <>
            <Steady
                onClick={actions.hint}
                disabled={snapshot.hints && (!mine || !state.draft || asking)}
                aria-disabled={snapshot.hints ? undefined : 'true'}
                title={t(snapshot.hints ? 'keyHint' : 'hintNotHere')}
                words={[t('hint'), t('hintAsked')]}
                now={asking ? t('hintAsked') : t('hint')}
            />
            <Steady
                class="missing-button"
                aria-pressed={missing}
                onClick={actions.toggleMissing}
                title={barred ? t('missingBarredAbout') : t('keyMissing')}
                aria-label={
                    needed && barred
                        ? t('missingBarred', { missing: t('missingCost', { n: needed.cost }) })
                        : undefined
                }
                words={[t('showMissing'), missingWords(88, mayBar)]}
                now={needed ? missingWords(needed.cost, barred) : t('showMissing')}
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

// The replay of what the others did since the reader's last turn: start it again, or skip to its
// end.
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
    main,
    bare = false,
    ...props
}: ButtonsProps & {
    board: Board;
    problem?: Problem | undefined;
    notice?: ComponentChildren;
    telling?: string | undefined; // what is being shown; replaces the instructions
    showing?: Showing;
    main?: Main | undefined; // the action when no turn is to be entered
    bare?: boolean; // shows only the controls for entering a turn
}) {
    const { snapshot, planning, moving } = props;
    const { clock, seats } = snapshot;
    return (
        <div class="turn-bar">
            <div class="turn-head">
                <Words problem={problem} notice={notice}>
                    <p class="status" id="status">
                        {planning
                            ? t('planning')
                            : moving
                              ? t('chooseMarkerPlace')
                              : (telling ?? statusOf(board, snapshot))}
                    </p>
                </Words>
                {clock && <TurnClock clock={clock} seats={seats} own={snapshot.own} />}
            </div>
            {main ? (
                <div class="buttons">
                    <MainButton main={main} />
                </div>
            ) : (
                !snapshot.watching && (
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
                )
            )}
        </div>
    );
}

// The same bar on pages without a map: at the lower edge of the screen.
export function ActionBar({
    status,
    main,
    problem,
}: {
    status: string;
    main?: Main | undefined;
    problem?: Problem | undefined;
}) {
    return (
        <div class="turn-bar action-bar">
            <Words problem={problem}>
                <p class="status" id="status" role="status">
                    {status}
                </p>
            </Words>
            {main && (
                <div class="buttons">
                    <MainButton main={main} />
                </div>
            )}
        </div>
    );
}
