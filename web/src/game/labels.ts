// The labels of junctions and lines for screen readers.
import type { Board } from '../board-data';
import type { State } from '../core/types';
import type { BoardLabels } from '../map';
import { t } from '../text';
import { neededBy, openHands, type SeenHand } from './Hand';
import type { SeatInfo } from './source';
import { boardName, isYou, junctionName, lineWords, seatName } from './words';

// `hands`: those of others that the reader sees, with open cards, after a round or in a replay.
export function boardLabels(
    board: Board,
    state: State,
    seats: readonly SeatInfo[],
    hands: readonly SeenHand[] = openHands(state),
): BoardLabels {
    const tracks = new Map(state.tracks.map(([line, ...pieces]) => [line, pieces.length]));
    const mine = new Set(state.hand ?? []);
    const needed = new Map(neededBy(hands).map((one) => [one.city, one]));
    const barred = new Set(state.missing?.barred);
    const beyond = new Set(state.blocked?.lines);
    const drafted = state.draft?.marker ? state.draft : null;
    const stateWords = (reached: boolean): string => t(reached ? 'cityReached' : 'cityOpen');
    // Returns whose city it is, and whether that player has reached it.
    const cityWords = (id: string): string[] => {
        if (mine.has(id))
            return [t('labelMine'), stateWords(state.missing?.reached.includes(id) ?? false)];
        const need = needed.get(id);
        if (!need) return [];
        const who = isYou(seats, need.seat)
            ? t('labelMine')
            : t('labelNeeded', { name: seatName(seats, need.seat) });
        return [who, stateWords(need.reached)];
    };
    // Returns whose start marker is on a junction, including one that is only in the draft.
    const markerWords = (name: string): string[] => {
        const seat =
            drafted?.marker === name
                ? drafted.seat
                : state.markers.findIndex(
                      (at, i) => at === name && drafted?.seat !== i + 1,
                  ) + 1;
        if (seat === 0) return [];
        const who = isYou(seats, seat)
            ? t('labelMyMarker')
            : t('labelMarker', { name: seatName(seats, seat) });
        return state.blocked?.by.includes(seat) ? [who, t('labelBlocks')] : [who];
    };
    const legal = new Set(state.draft ? [...state.draft.black, ...state.draft.coloured] : []);
    const laid = (line: string): string => {
        const pieces = tracks.get(line) ?? 0;
        if (pieces === 0) return legal.has(line) ? t('labelFree') : t('labelEmpty');
        return board.kind.get(line) === 'ferry' && pieces === 1 ? t('labelHalf') : t('labelTrack');
    };
    return {
        map: t('mapOf', { name: boardName(board.data.id) }),
        keys: t('mapKeys'),
        zoomIn: t('zoomIn'),
        zoomOut: t('zoomOut'),
        zoomReset: t('zoomReset'),
        junction: (name) => {
            const city = board.cityAt.get(name);
            return [
                junctionName(board, name),
                ...(city ? cityWords(city.id) : []),
                ...markerWords(name),
            ].join(', ');
        },
        line: (line) =>
            [
                lineWords(board, line),
                laid(line),
                ...(beyond.has(line) || barred.has(line) ? [t('labelBarred')] : []),
            ].join(', '),
    };
}
