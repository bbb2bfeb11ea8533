// The heading of a page, which gets the focus when another page is shown, so that it is read out
// and Tab continues from there; and the title of the browser tab, which also says whose turn it is.
import { useEffect, useRef } from 'preact/hooks';

const SITE = 'Railhead';

interface Title {
    attention: string; // for the title: the reader's turn at other tables, or ''
    turn: string; // for the title: whose turn it is in the game on screen, or ''
    page: string;
}

const title: Title = { attention: '', turn: '', page: '' };

export function setTitle(part: Partial<Title>): void {
    Object.assign(title, part);
    const parts = new Set([title.attention, title.turn, title.page, SITE]);
    document.title = [...parts].filter(Boolean).join(' · ');
}

let anyShown = false; // a page has been shown since the browser loaded the site

// `page` is the title if it differs from the heading; '' for the start page.
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
        // Leaves the focus to a field or button of the page that has already taken it.
        if (isFirst || place.current!.closest('main')?.contains(document.activeElement)) return;
        place.current!.focus({ preventScroll: hidden });
    }, []);
    return (
        <h1 ref={place} tabIndex={-1} class={hidden ? 'sr-only' : undefined}>
            {children}
        </h1>
    );
}
