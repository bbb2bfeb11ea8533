// A rematch with the same people and bots, everyone one seat further on.  Adaptive bots are chosen
// again.
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
