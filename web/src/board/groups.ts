// The five groups of cities: a colour and a shape for each, centred on 0,0 and about as large as a
// circle of radius 10.

import type { GroupName } from './scene';

export interface GroupStyle {
    id: GroupName;
    shape: 'circle' | 'square' | 'diamond' | 'triangle' | 'star';
    colour: string; // name of a custom property in theme.css
    path: string;
}

function style(id: GroupName, shape: GroupStyle['shape'], path: string): GroupStyle {
    return { id, shape, colour: `var(--group-${id})`, path };
}

/** In dealing order. */
export const GROUPS: readonly GroupStyle[] = [
    style('green', 'circle', 'M0-9.4A9.4 9.4 0 1 1 0 9.4A9.4 9.4 0 1 1 0-9.4Z'),
    style('blue', 'square', 'M-8.4-8.4H8.4V8.4H-8.4Z'),
    style('yellow', 'diamond', 'M0-11.4L11.4 0L0 11.4L-11.4 0Z'),
    style('orange', 'triangle', 'M0-11.4L11 7.8H-11Z'),
    style(
        'red',
        'star',
        'M0-12.2L3.3-4.4L11.6-3.8L5.3 1.8L7.2 10L0 5.6L-7.2 10L-5.3 1.8L-11.6-3.8L-3.3-4.4Z',
    ),
];

export function groupStyle(id: GroupName): GroupStyle {
    const found = GROUPS.find((group) => group.id === id);
    if (!found) throw new Error(`there is no group ${id}`);
    return found;
}
