// The table that the reader wants to open, stored as the default for the next time, and the request
// that opens it.
import type { Variant } from '../core/types';
import { api } from '../game/link';
import type { TableInfo, TableSettings } from '../game/server-types';
import { kept } from '../store';
import { settleName } from './name';

export interface Wish {
    board: string;
    variants: Variant[];
    friends: number;
    bots: number;
    level: string;
    public: boolean;
    clock: string;
}

const USUAL: Wish = {
    board: 'transamerica',
    variants: [],
    friends: 1,
    bots: 1,
    level: 'medium',
    public: false,
    clock: 'none',
};
const CLOCKS: Record<string, NonNullable<TableSettings['clock']>> = {
    none: { kind: 'none' },
    live: { kind: 'live', bank: 300, increment: 15 },
    slow: { kind: 'slow', days: 2 },
};
export const SEATS_MAX = 6;
export const WISH_KEY = 'table';

export const lastWish = (): Wish => ({ ...USUAL, ...kept<Wish>(WISH_KEY) });

export const botsOf = ({ bots, friends }: Wish): number => Math.min(bots, SEATS_MAX - 1 - friends);

function settingsOf(wish: Wish): TableSettings {
    const friends = Array.from({ length: wish.friends }, () => (wish.public ? 'open' : 'invited'));
    const bots = Array.from({ length: botsOf(wish) }, () => wish.level);
    return {
        board: wish.board,
        variants: wish.variants,
        seats: ['me', ...friends, ...bots],
        clock: CLOCKS[wish.clock]!,
        public: wish.public,
    };
}

// Opens the table and navigates to it.
export async function openTable(wish: Wish): Promise<void> {
    await settleName();
    const { id } = await api<TableInfo>('tables', settingsOf(wish));
    location.hash = `/table/${id}`;
}
