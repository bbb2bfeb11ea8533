// Small pieces that every page uses.
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
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

const READ_MS = 8000; // a sentence is shown for at least so long,
const LETTER_MS = 120; // and for so long for each of its letters

// Closes what was said when there was time to read it; the time does not run while the pointer or
// the focus is on it.
function useFading(text: string, onClose?: () => void) {
    const [held, setHeld] = useState(false);
    const close = useRef(onClose);
    close.current = onClose;
    useEffect(() => {
        if (held || !close.current || !text) return undefined;
        const timer = setTimeout(() => close.current?.(), READ_MS + LETTER_MS * text.length);
        return () => clearTimeout(timer);
    }, [text, held]);
    return {
        onMouseEnter: () => setHeld(true),
        onMouseLeave: () => setHeld(false),
        onFocusIn: () => setHeld(true),
        onFocusOut: () => setHeld(false),
    };
}

// Something to be read.  With `onClose` it can be closed; with `fades`, its text, it also closes
// itself after a time in which that can be read: not for what the reader has to do something about.
export function Notice({
    children,
    tone = 'plain',
    onClose,
    fades = '',
}: {
    children: ComponentChildren;
    tone?: 'plain' | 'bad';
    onClose?: (() => void) | undefined;
    fades?: string;
}) {
    const holding = useFading(fades, onClose);
    return (
        <div class={`notice ${tone}`} {...(fades ? holding : {})}>
            <span role={tone === 'bad' ? 'alert' : 'status'}>{children}</span>
            {onClose && (
                <button
                    type="button"
                    class="notice-close"
                    aria-label={t('close')}
                    title={t('close')}
                    onClick={onClose}
                />
            )}
        </div>
    );
}

// What a page has to say, if anything: a failure until it is closed, anything else until it has been
// read.  `set` is that of useWords().
export function Remark({
    words,
    set,
    tone = 'bad',
    fades = tone === 'plain',
}: {
    words: string;
    set(words: null): void;
    tone?: 'plain' | 'bad';
    fades?: boolean;
}) {
    if (!words) return null;
    return (
        <Notice tone={tone} onClose={() => set(null)} fades={fades ? words : ''}>
            {words}
        </Notice>
    );
}

// ---- What is asked for once ---------------------------------------------------------------------

// Does one thing at a time: what is asked for while the last is under way is not done.  The first is
// whether something is.
export function useAct(): [boolean, (what: () => unknown) => void] {
    const [busy, setBusy] = useState(false);
    const running = useRef(false);
    const act = useCallback((what: () => unknown) => {
        if (running.current) return;
        const doing = what();
        if (!(doing instanceof Promise)) return;
        running.current = true;
        setBusy(true);
        const over = (): void => {
            running.current = false;
            setBusy(false);
        };
        doing.then(over, over);
    }, []);
    return [busy, act];
}

// A button for what is sent or kept.  `act` returns a promise of the end of it, with its failure
// said; until then a click does nothing, nor does the second one of a double click, or a key that is
// held, whatever button the first press has left in its place.  Meanwhile it keeps the focus.
export function ActButton({
    act,
    disabled = false,
    children,
    ...rest
}: {
    act(): unknown;
    disabled?: boolean;
    children: ComponentChildren;
    [other: string]: unknown;
}) {
    const [busy, start] = useAct();
    return (
        <button
            type="button"
            {...rest}
            disabled={disabled}
            aria-disabled={busy || undefined}
            aria-busy={busy}
            onKeyDown={(event: KeyboardEvent) => {
                if (event.repeat) event.preventDefault();
            }}
            onClick={({ detail }: MouseEvent) => {
                if (detail < 2) start(act);
            }}
        >
            {children}
        </button>
    );
}

// Gives the focus to the first field or button of a part that has just been added, and scrolls all of the
// part into view.  The attribute `autofocus` works only once in the life of a page.
export function useFirstFocus<Part extends HTMLElement>() {
    const part = useRef<Part>(null);
    useLayoutEffect(() => {
        part.current!.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
        part.current!.scrollIntoView?.({ block: 'nearest' });
    }, []);
    return part;
}

// Asked before something that cannot be undone, next to the button that would do it.  What has to be
// entered has the focus, or the way back, which comes first.
export function Question({
    text,
    no,
    yes,
    onNo,
    onYes,
    children,
}: {
    text: string;
    no: string;
    yes: string;
    onNo(): void;
    onYes(): unknown;
    children?: ComponentChildren; // what has to be entered before
}) {
    const part = useFirstFocus<HTMLDivElement>();
    return (
        <div
            ref={part}
            class="question"
            role="alertdialog"
            aria-label={text}
            onKeyDown={(event) => {
                if (event.key === 'Escape') onNo();
            }}
        >
            <p>{text}</p>
            {children}
            <p class="buttons">
                <button type="button" onClick={onNo}>
                    {no}
                </button>
                <ActButton class="danger" act={onYes}>
                    {yes}
                </ActButton>
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
