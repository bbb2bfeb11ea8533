// The same people and bots once more, everybody a seat further on; bots that were chosen for whoever
// plays are chosen anew.
import type { Setup } from '../core/types';
import { ADAPTIVE, LocalGame } from './local';
import type { GameSource } from './source';

export function rematchOf(source: GameSource): Setup {
    const { state, seats } = source.snapshot();
    const adaptive = source instanceof LocalGame && source.adaptive;
    const all = seats.map(({ name, bot }) => ({ name, bot: bot && adaptive ? ADAPTIVE : bot }));
    return {
        board: state.board,
        variants: state.variants,
        seats: [...all.slice(-1), ...all.slice(0, -1)],
    };
}
