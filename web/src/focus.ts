// Keeps the keyboard focus from being lost.  A button that is pressed may become disabled, hidden
// or removed; browsers then move the focus to the body, and Tab starts at the top of the page.
// Here the focus moves to the container of the button, and back to the button once it is enabled
// again.

interface Rest {
    place: HTMLElement; // the element that has the focus in the meantime
    wanted: Element; // the element that had the focus
}

const isDisabled = (element: Element): boolean => element.matches(':disabled');

const isVisible = (element: Element): boolean =>
    element.checkVisibility?.({ visibilityProperty: true }) ?? true;

function ancestorsOf(element: Element, root: Element): HTMLElement[] {
    const all: HTMLElement[] = [];
    for (let one = element.parentElement; one && one !== root; one = one.parentElement) all.push(one);
    return all;
}

// Focuses an element that is normally not focusable, until it loses the focus.  Returns whether
// that worked.
function lend(place: HTMLElement): boolean {
    if (!place.hasAttribute('tabindex')) {
        place.tabIndex = -1;
        place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
    }
    place.focus({ preventScroll: true });
    return document.activeElement === place;
}

export function keepFocus(root: HTMLElement): void {
    let last: Element | null = null; // the element that had the focus, until the reader moves it
    let around: HTMLElement[] = []; // its ancestors, innermost first
    let rest: Rest | null = null;
    let looks = false;

    const recover = (wanted: Element): void => {
        const known = around;
        const near = known.filter((one) => one.isConnected && one.tagName !== 'MAIN');
        const heading = root.querySelector<HTMLElement>('main h1');
        const place = [...near, ...(heading ? [heading] : [])].find(lend);
        rest = place && wanted.isConnected ? { place, wanted } : null;
        // The container may be removed as well.
        last = place ?? null;
        around = place === heading ? [] : known;
    };
    const look = (): void => {
        const active = document.activeElement;
        if (rest && active !== rest.place) rest = null;
        if (rest?.wanted.isConnected && !isDisabled(rest.wanted)) {
            (rest.wanted as HTMLElement).focus({ preventScroll: true });
            return;
        }
        if (last && active === last && isDisabled(last)) recover(last);
        else if (last && active === document.body) recover(last);
    };

    root.addEventListener('focusin', ({ target }) => {
        if (!(target instanceof Element) || target === rest?.place) return;
        last = target;
        around = ancestorsOf(target, root);
    });
    // A click elsewhere removed the focus on purpose, if the element could have kept it.
    root.addEventListener('focusout', ({ target, relatedTarget }) => {
        if (relatedTarget !== null || !(target instanceof Element)) return;
        setTimeout(() => {
            if (last !== target || document.activeElement !== document.body) return;
            if (target.isConnected && !isDisabled(target) && isVisible(target)) last = null;
        });
    });
    // The change may take the focus away now, or when the next frame is rendered: check at both
    // times.
    new MutationObserver(() => {
        if (last && (!last.isConnected || isDisabled(last))) look();
        if (looks) return;
        looks = true;
        requestAnimationFrame(() =>
            setTimeout(() => {
                looks = false;
                look();
            }),
        );
    }).observe(root, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['disabled', 'class', 'hidden', 'open'],
    });
}
