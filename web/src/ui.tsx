// Small components that every page uses.
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { groupStyle } from './board/groups';
import { useSeatStyle } from './board/seats';
import type { CityData } from './map';
import { t } from './text';

// A seat's colour with its sign, so that nothing is conveyed by colour alone.
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

// Shown while content is loading, or if loading failed.
export function Pending({ value }: { value: Error | null }) {
    if (value) return <Notice tone="bad">{t('failed', { text: value.message })}</Notice>;
    return (
        <p class="loading" role="status">
            {t('loading')}
        </p>
    );
}

const READ_MS = 8000; // milliseconds that every message is shown at least,
const LETTER_MS = 120; // plus this for each letter

// Closes a message after enough time to read it.  The time does not run while the pointer or the
// focus is on it.  Returns the event handlers for that.
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

// A message to read.  With `onClose` it has a close button.  With `fades`, its text, it also closes
// after enough time to read it: not for messages that require an action.
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

// The message of a page, if any.  Errors stay until they are closed, others until they have been
// read.  `set` is the setter of useWords().
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

// ---- Actions that must not run twice ------------------------------------------------------------

// Runs one action at a time: calls while another action is running are ignored.  Returns whether
// one is running, and the function that runs one.
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

// A button for an action that is sent or stored.  `act` returns a promise and reports its own
// errors.  Until it settles, clicks do nothing.  The second click of a double click and the repeats
// of a held key do nothing either, whatever button has replaced this one.  The button keeps the
// focus meanwhile.
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

// Focuses the first field or button of a part that has just been added, and scrolls all of the part
// into view.  The attribute `autofocus` works only once per page load.
export function useFirstFocus<Part extends HTMLElement>() {
    const part = useRef<Part>(null);
    useLayoutEffect(() => {
        part.current!.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
        part.current!.scrollIntoView?.({ block: 'nearest' });
    }, []);
    return part;
}

// Asks for confirmation before something that cannot be undone, next to the button that would do
// it.  The first field has the focus, or else the button to cancel, which comes first.
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
    children?: ComponentChildren; // fields to fill in first
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

// A message that a page holds, '' for none.  It is stored as a function, so that it changes with
// the reader's language.
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

// Offers a file for download.
export function saveFile(name: string, content: string | Blob): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(
        typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content,
    );
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
