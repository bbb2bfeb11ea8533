// Pointer gestures on the map: click, tap, long press, drag, pinch and wheel.  Knows points of the
// sheet and the camera, not what is there.

import type { Camera } from './camera';

const DRAG_FROM = 7; // pixels
const LONG_PRESS = 550; // milliseconds

export interface GestureHandlers {
    tap(event: MouseEvent, pointer: string, long: boolean): void;
    hover(event: PointerEvent | null): void;
}

/** Starts listening.  Returns a function that stops it. */
export function listenForGestures(
    svg: SVGSVGElement,
    camera: Camera,
    handlers: GestureHandlers,
): () => void {
    const pointers = new Map<number, { x: number; y: number }>();
    let moved = false; // since the pointer went down; if so, it is no click
    let pressed = ''; // pointerType of the last pointerdown
    let press: ReturnType<typeof setTimeout> | undefined;
    const cancel = new AbortController();
    const options = { signal: cancel.signal };

    const down = (event: PointerEvent): void => {
        if (event.pointerType === 'mouse' && event.button > 1) return;
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        pressed = event.pointerType;
        clearTimeout(press);
        if (pointers.size > 1) {
            moved = true;
            return;
        }
        moved = false;
        if (event.pointerType !== 'mouse')
            press = setTimeout(() => {
                moved = true;
                handlers.tap(event, pressed, true);
            }, LONG_PRESS);
    };

    const pinch = (event: PointerEvent): void => {
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
        const before = pointers.get(event.pointerId);
        if (!other || !before) return;
        const was = Math.hypot(before.x - other.x, before.y - other.y);
        const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        const middle = camera.pointAt((event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
        if (was > 0) camera.zoomBy(is / was, middle);
        camera.panBy((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
    };

    const move = (event: PointerEvent): void => {
        const before = pointers.get(event.pointerId);
        if (!before) {
            if (event.pointerType === 'mouse') handlers.hover(event);
            return;
        }
        const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
        // Below the drag threshold, the gesture counts at the point where it began: fingers
        // tremble.
        if (!moved && Math.hypot(dx, dy) > DRAG_FROM) {
            clearTimeout(press);
            moved = true;
            handlers.hover(null);
            svg.setPointerCapture(event.pointerId);
        }
        if (pointers.size === 2) pinch(event);
        else if (moved) camera.panBy(dx, dy);
        if (moved) pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };

    const up = (event: PointerEvent): void => {
        clearTimeout(press);
        pointers.delete(event.pointerId);
    };

    const leave = (event: PointerEvent): void => {
        up(event); // leaving the map ends the gesture: later events go elsewhere
        handlers.hover(null);
    };

    const click = (event: MouseEvent): void => {
        if (!moved) handlers.tap(event, pressed, false);
        moved = false;
    };

    const wheel = (event: WheelEvent): void => {
        // When fully zoomed out, the wheel scrolls the page.
        if (event.deltaY > 0 && !camera.isZoomed) return;
        event.preventDefault();
        const pixels = event.deltaMode === 1 ? event.deltaY * 18 : event.deltaY;
        camera.zoomBy(Math.exp(-pixels / 400), camera.pointAt(event.clientX, event.clientY));
    };

    svg.addEventListener('pointerdown', down, options);
    svg.addEventListener('pointermove', move, options);
    svg.addEventListener('pointerup', up, options);
    svg.addEventListener('pointercancel', up, options);
    svg.addEventListener('pointerleave', leave, options);
    svg.addEventListener('click', click, options);
    svg.addEventListener('wheel', wheel, { signal: cancel.signal, passive: false });
    return () => {
        clearTimeout(press);
        cancel.abort();
    };
}
