// Small pieces that every page uses.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { groupStyle, seatStyle, type CityData } from './map';

// A seat's colour with its sign, so that nothing is told by colour alone.
export function SeatBadge({ seat, size = 22 }: { seat: number; size?: number }) {
    const style = seatStyle(seat);
    return (
        <svg class="badge" width={size} height={size} viewBox="-16 -16 32 32" aria-hidden="true">
            <circle r="15" style={{ fill: style.colour }} />
            <path d={style.path} style={{ fill: style.ink }} />
        </svg>
    );
}

// A locomotive seen from the side, in the seat's colour and with its sign.
export function Locomotive({ seat, size = 34 }: { seat: number; size?: number }) {
    const style = seatStyle(seat);
    return (
        <svg
            class="locomotive"
            width={size}
            height={size * 0.7}
            viewBox="0 0 40 28"
            aria-hidden="true"
        >
            <path d="M3 4h13v6h10V5h5v5h3l4 6v5H3z" style={{ fill: style.colour }} class="body" />
            <g class="wheels">
                <circle cx="10" cy="22" r="4.5" />
                <circle cx="21" cy="22" r="4.5" />
                <circle cx="32" cy="22" r="4.5" />
            </g>
            <g transform="translate(9.5 11) scale(.42)">
                <path d={style.path} style={{ fill: style.ink }} />
            </g>
        </svg>
    );
}

export function GroupBadge({ city, size = 18 }: { city: CityData; size?: number }) {
    const style = groupStyle(city.group);
    return (
        <svg class="badge" width={size} height={size} viewBox="-13 -13 26 26" aria-hidden="true">
            <path d={style.path} style={{ fill: style.colour }} class="group-shape" />
        </svg>
    );
}

export function Notice({
    children,
    tone = 'plain',
}: {
    children: ComponentChildren;
    tone?: 'plain' | 'bad';
}) {
    return (
        <p class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
            {children}
        </p>
    );
}

export function useMedia(query: string): boolean {
    const [matches, set] = useState(() => matchMedia(query).matches);
    useEffect(() => {
        const media = matchMedia(query);
        const change = (): void => set(media.matches);
        media.addEventListener('change', change);
        return () => media.removeEventListener('change', change);
    }, [query]);
    return matches;
}

export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');

// Gives the browser a file to save.
export function saveFile(name: string, text: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
