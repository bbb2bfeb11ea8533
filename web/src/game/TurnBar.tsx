// The bar of a turn: what is to be done, and the buttons for it.
import type { Snapshot } from './source';
import { t } from '../text';
import { isYou, seatName } from './words';

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
    clearPlan(): void;
}

// What the player is to do now, as one sentence.
export function statusOf(snapshot: Snapshot): string {
    const { state, mine, thinking, seats } = snapshot;
    const { draft, toMove } = state;
    if (state.phase === 'dealing') return t('dealing');
    if (state.phase !== 'playing') return t('roundOver', { round: state.round });
    if (snapshot.sending) return t(snapshot.notice?.kind === 'lost' ? 'turnKept' : 'turnSending');
    if (!mine || !draft) {
        const name = seatName(seats, toMove);
        if (thinking) return t('isThinking', { name });
        return isYou(seats, toMove) ? t('yourTurn') : t('turnOf', { name });
    }
    if (state.markers[toMove - 1] === null) {
        return draft.marker ? t('confirmMarker', { place: draft.marker }) : t('placeMarker');
    }
    if (draft.mayPass && draft.tracks.length === 0 && draft.black.length === 0)
        return t('mustPass');
    if (draft.tracks.length === 0) return t('layTracks');
    const more = draft.black.length + draft.coloured.length > 0;
    return more ? t('layAnother') : t('turnIsFull');
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

function Buttons({
    snapshot,
    own,
    moving,
    missing,
    planning,
    planned,
    asking,
    actions,
}: ButtonsProps) {
    const { state, mine } = snapshot;
    const draft = mine ? state.draft : null;
    const begun = draft !== null && (draft.tracks.length > 0 || draft.marker !== null);
    const coloured = state.coloured[state.viewer - 1] ?? 0;
    const passes = draft?.mayPass && !begun;
    return (
        <div class="buttons">
            <button
                type="button"
                class="primary confirm"
                onClick={passes ? actions.pass : actions.confirm}
                disabled={!draft || (!passes && !(begun && draft.mayEnd))}
                title={t('keyConfirm')}
            >
                {passes ? t('pass') : t('confirm')}
            </button>
            <button type="button" onClick={actions.undo} disabled={!begun} title={t('keyUndo')}>
                {t('undo')}
            </button>
            <button
                type="button"
                class="reset"
                onClick={actions.reset}
                title={t('keyReset')}
                disabled={!begun || (draft?.tracks.length ?? 0) < 2}
            >
                {t('reset')}
            </button>
            {state.coloured.length > 0 && (
                <button
                    type="button"
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
                    aria-pressed={moving}
                    onClick={actions.toggleMoving}
                    title={t('keyMove')}
                    disabled={!draft || draft.tracks.length === 0 || draft.places.length === 0}
                >
                    {t('moveMarker')}
                </button>
            )}
            <span class="row-break" />
            <button
                type="button"
                onClick={actions.hint}
                disabled={!draft || asking || !snapshot.hints}
                title={t('keyHint')}
            >
                {asking ? t('hintAsked') : t('hint')}
            </button>
            <button
                type="button"
                aria-pressed={missing}
                onClick={actions.toggleMissing}
                title={t('keyMissing')}
            >
                {missing && state.missing
                    ? t('missingCost', { n: state.missing.cost })
                    : t('showMissing')}
            </button>
            <button
                type="button"
                aria-pressed={planning}
                onClick={actions.togglePlanning}
                title={t('keyPlan')}
            >
                {t('plan')}
            </button>
            {planning && planned && (
                <button type="button" onClick={actions.clearPlan}>
                    {t('clearPlan')}
                </button>
            )}
        </div>
    );
}

export function TurnBar(props: ButtonsProps) {
    const { snapshot, planning } = props;
    return (
        <div class="turn-bar">
            <p class="status" id="status">
                {planning ? t('planning') : statusOf(snapshot)}
            </p>
            {!snapshot.watching && <Buttons {...props} />}
        </div>
    );
}
