// The panels beside the map.  With enough space, the fixed panels are always visible and the others
// are tabs in one place below them.  On a small screen all of them are tabs, at the lower edge.
// Sizes are constant: switching a tab moves nothing else.
import type { ComponentChildren } from 'preact';
import { useMedia } from '../ui';

export const SMALL = '(max-width: 900px), (max-height: 500px)';

export interface Panel {
    id: string;
    name: string;
    keeps?: boolean; // has a fixed place if there is enough space
    news?: number; // number of unseen items
    content: ComponentChildren;
}

export function Panels({
    panels,
    shown,
    onShow,
}: {
    panels: readonly Panel[];
    shown: string;
    onShow(id: string): void;
}) {
    const small = useMedia(SMALL);
    const tabs = small ? panels : panels.filter(({ keeps }) => !keeps);
    const open = tabs.find(({ id }) => id === shown) ?? tabs[0];
    const first = tabs[0] ? panels.indexOf(tabs[0]) : panels.length;
    const kept = (from: number, until: number) =>
        panels.slice(from, until).filter((panel) => !tabs.includes(panel));
    const still = (all: readonly Panel[]) =>
        all.map(({ id, content }) => (
            <div key={id} class={`panel-${id}`}>
                {content}
            </div>
        ));
    return (
        <>
            {still(kept(0, first))}
            <div class="tabs" role="group">
                {tabs.map(({ id, name, news = 0 }) => (
                    <button
                        key={id}
                        type="button"
                        class="tab"
                        data-panel={id}
                        aria-pressed={id === open?.id}
                        onClick={() => onShow(id)}
                    >
                        {name}
                        {news > 0 && id !== open?.id && <sup class="news">{news}</sup>}
                    </button>
                ))}
            </div>
            <div class="stack">
                {tabs.map(({ id, name, content }) => (
                    <div
                        key={id}
                        class={`stacked panel-${id}${id === open?.id ? ' open' : ''}`}
                        role="group"
                        aria-label={name}
                        tabIndex={id === open?.id ? 0 : -1}
                    >
                        {content}
                    </div>
                ))}
            </div>
            {still(kept(first, panels.length))}
        </>
    );
}
