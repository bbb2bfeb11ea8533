// What a screen reader says of the board's junctions and lines.
import type { Board } from '../board-data';
import type { State } from '../core/types';
import type { BoardLabels } from '../map';
import { t } from '../text';
import { junctionName, lineWords } from './words';

export function boardLabels(board: Board, state: State): BoardLabels {
    const tracks = new Map(state.tracks.map(([line, ...pieces]) => [line, pieces.length]));
    const mine = new Set(state.hand ?? []);
    const legal = new Set(state.draft ? [...state.draft.black, ...state.draft.coloured] : []);
    const laid = (line: string): string => {
        const pieces = tracks.get(line) ?? 0;
        if (pieces === 0) return legal.has(line) ? t('labelFree') : t('labelEmpty');
        return board.kind.get(line) === 'ferry' && pieces === 1 ? t('labelHalf') : t('labelTrack');
    };
    return {
        map: t('mapOf', { name: board.data.name }),
        keys: t('mapKeys'),
        zoomIn: t('zoomIn'),
        zoomOut: t('zoomOut'),
        zoomReset: t('zoomReset'),
        junction: (name) => {
            const city = board.cityAt.get(name);
            const marker = state.markers.indexOf(name);
            return [
                junctionName(board, name),
                ...(city && mine.has(city.id) ? [t('labelMine')] : []),
                ...(marker >= 0 ? [t('labelMarker', { seat: marker + 1 })] : []),
            ].join(', ');
        },
        line: (line) => `${lineWords(board, line)}, ${laid(line)}`,
    };
}
