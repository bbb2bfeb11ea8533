// The keyboard's focus is never lost.  A button that is pressed may be disabled by that, be hidden or go
// away, and browsers then let the focus fall to the page's body, from where Tab starts at the very top.
// Here it goes to what the button was in, and back to the button when that can be pressed again.

interface Rest {
    place: HTMLElement; // that has the focus in the meantime
    wanted: Element; // that had it
}

const isDisabled = (element: Element): boolean => element.matches(':disabled');

const isVisible = (element: Element): boolean =>
    element.checkVisibility?.({ visibilityProperty: true }) ?? true;

function ancestorsOf(element: Element, root: Element): HTMLElement[] {
    const all: HTMLElement[] = [];
    for (let one = element.parentElement; one && one !== root; one = one.parentElement) all.push(one);
    return all;
}

// Gives the focus to something that usually takes none, for as long as it has it; whether it took it.
function lend(place: HTMLElement): boolean {
    if (!place.hasAttribute('tabindex')) {
        place.tabIndex = -1;
        place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
    }
    place.focus({ preventScroll: true });
    return document.activeElement === place;
}

export function keepFocus(root: HTMLElement): void {
    let last: Element | null = null; // that had the focus, until the reader leaves it
    let around: HTMLElement[] = []; // what it was in, the nearest first
    let rest: Rest | null = null;
    let looks = false;

    const recover = (wanted: Element): void => {
        const known = around;
        const near = known.filter((one) => one.isConnected && one.tagName !== 'MAIN');
        const heading = root.querySelector<HTMLElement>('main h1');
        const place = [...near, ...(heading ? [heading] : [])].find(lend);
        rest = place && wanted.isConnected ? { place, wanted } : null;
        // It may go away as well.
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
    // Left on purpose, by a click beside it, when it could have stayed.
    root.addEventListener('focusout', ({ target, relatedTarget }) => {
        if (relatedTarget !== null || !(target instanceof Element)) return;
        setTimeout(() => {
            if (last !== target || document.activeElement !== document.body) return;
            if (target.isConnected && !isDisabled(target) && isVisible(target)) last = null;
        });
    });
    // What cannot have the focus any more loses it with the next picture.
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
