// The same people and bots once more, everybody a seat further on.
import type { Setup } from '../core/types';
import type { Snapshot } from './source';

export function rematchOf({ state, seats }: Snapshot): Setup {
    const all = seats.map(({ name, bot }) => ({ name, bot }));
    return {
        board: state.board,
        variants: state.variants,
        seats: [...all.slice(-1), ...all.slice(0, -1)],
    };
}
