// Small pieces that every page uses.
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { groupStyle } from './board/groups';
import { useSeatStyle } from './board/seats';
import type { CityData } from './map';
import { t } from './text';

// A seat's colour with its sign, so that nothing is told by colour alone.
export function SeatBadge({ seat, size = 22 }: { seat: number; size?: number }) {
    const style = useSeatStyle()(seat);
    return (
        <svg class="badge" width={size} height={size} viewBox="-16 -16 32 32" aria-hidden="true">
            <circle r="15" style={{ fill: style.colour }} />
            <path d={style.path} style={{ fill: style.ink }} />
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

// Instead of what is not there yet, or will not come.
export function Pending({ value }: { value: Error | null }) {
    if (value) return <Notice tone="bad">{t('failed', { text: value.message })}</Notice>;
    return (
        <p class="loading" role="status">
            {t('loading')}
        </p>
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

// Asked before something that cannot be taken back, in the place of the button that would do it.  The
// way back comes first and has the focus.
export function Question({
    text,
    no,
    yes,
    onNo,
    onYes,
}: {
    text: string;
    no: string;
    yes: string;
    onNo(): void;
    onYes(): void;
}) {
    return (
        <div
            class="question"
            role="alertdialog"
            aria-label={text}
            onKeyDown={(event) => {
                if (event.key === 'Escape') onNo();
            }}
        >
            <p>{text}</p>
            <p class="buttons">
                <button type="button" autofocus onClick={onNo}>
                    {no}
                </button>
                <button type="button" class="danger" onClick={onYes}>
                    {yes}
                </button>
            </p>
        </div>
    );
}

// A sentence that a page keeps, '' for none.  It is kept as what finds the words, so that it follows
// when the reader takes another language.
export type Words = () => string;

export function useWords(): [string, (words: Words | null) => void] {
    const [kept, set] = useState<{ words: Words | null }>({ words: null });
    const keep = useCallback((words: Words | null) => set({ words }), []);
    return [kept.words?.() ?? '', keep];
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
export function saveFile(name: string, content: string | Blob): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(
        typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content,
    );
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
