// What a page is called: its heading, which gets the focus when another page is shown, so that it is read
// out and Tab goes on from there; and the title of the browser's tab, with whose turn it is.
import { useEffect, useRef } from 'preact/hooks';

const SITE = 'Railhead';

interface Title {
    attention: string; // where the reader is awaited
    turn: string; // in the game that is shown
    page: string;
}

const title: Title = { attention: '', turn: '', page: '' };

export function setTitle(part: Partial<Title>): void {
    Object.assign(title, part);
    const parts = new Set([title.attention, title.turn, title.page, SITE]);
    document.title = [...parts].filter(Boolean).join(' · ');
}

let anyShown = false; // page, since the browser loaded them

// `page` is what the title says where that is not the heading; '' for the first page.
export function Heading({
    children,
    page = children,
    hidden = false,
}: {
    children: string;
    page?: string;
    hidden?: boolean;
}) {
    const place = useRef<HTMLHeadingElement>(null);
    useEffect(() => setTitle({ page }), [page]);
    useEffect(() => {
        const isFirst = !anyShown;
        anyShown = true;
        // A field or a button of the page may have asked for the focus.
        if (isFirst || place.current!.closest('main')?.contains(document.activeElement)) return;
        place.current!.focus({ preventScroll: hidden });
    }, []);
    return (
        <h1 ref={place} tabIndex={-1} class={hidden ? 'sr-only' : undefined}>
            {children}
        </h1>
    );
}
