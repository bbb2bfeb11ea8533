// Hooks of the board for camera, pointer and keyboard.  Listeners are registered once per board and
// read the latest props through a ref.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ScaleName } from './art';
import { Camera, type Sight } from './camera';
import type { Lattice, Point } from './geometry';
import { listenForGestures } from './gestures';
import { nextLine, walk, type Walker, walkerAt } from './keys';
import { SURE_FROM, isOpen, meant, touched } from './pointing';
import type { BoardScene, BoardViewProps } from './scene';
import { idOf } from './zones';

const PAN_STEP = 60;

type Svg = RefObject<SVGSVGElement>;
type Latest = { readonly current: BoardViewProps };

/** Returns the camera on the board's sheet, the current scale of names, and the visible part. */
export function useCamera(
    svg: Svg,
    latest: Latest,
): [RefObject<Camera>, ScaleName, Sight | null] {
    const camera = useRef<Camera>(null);
    const [scale, setScale] = useState<ScaleName>('near');
    const [sight, setSight] = useState<Sight | null>(null);
    const { art } = latest.current.scene;
    useLayoutEffect(() => {
        const element = svg.current!;
        const small = element.querySelector<SVGElement>('.map-small')!;
        const drawings = [
            ...element.parentElement!.querySelectorAll<SVGSVGElement>(':scope > svg'),
        ];
        const view = new Camera(drawings, small, art.sheet, setScale, setSight);
        camera.current = view;
        const fit = (): void => view.resize(element.clientWidth, element.clientHeight);
        fit();
        const observer = new ResizeObserver(fit);
        observer.observe(element);
        return () => {
            observer.disconnect();
            view.stop();
        };
    }, [art]);
    return [camera, scale, sight];
}

/** Handles clicks, taps and drags.  Returns what the mouse is over. */
export function usePointer(
    svg: Svg,
    camera: RefObject<Camera>,
    lattice: Lattice,
    latest: Latest,
): string | null {
    const [hover, setHover] = useState<string | null>(null);
    const { art } = latest.current.scene;
    useLayoutEffect(() => {
        const view = camera.current!;
        /** Returns what a click or tap selects.  An ambiguous tap selects nothing and zooms in instead. */
        const targetOf = (event: MouseEvent, pointer: string): string | null => {
            const { scene } = latest.current;
            const hit = idOf(event.target);
            if (view.isFlying) return null;
            const point = view.pointAt(event.clientX, event.clientY);
            if (pointer !== 'touch') return hit && meant(lattice, scene, hit, point);
            const what = touched(lattice, scene, hit, point, view.unitsPerPixel);
            if (!what || what.sure || view.pixelsPerLine > SURE_FROM - 1) return what?.id ?? null;
            view.visit(point, SURE_FROM);
            return null;
        };
        return listenForGestures(svg.current!, view, {
            hover(event) {
                const id = event && idOf(event.target);
                setHover(id);
                latest.current.onHover?.(id);
            },
            tap(event, pointer, long) {
                const id = targetOf(event, pointer);
                if (id === null) return;
                if (lattice.junctions.has(id)) latest.current.onJunction?.(id);
                else latest.current.onLine?.(id, long || event.shiftKey);
            },
        });
    }, [art, lattice]);
    return hover;
}

/** Returns the points of the last turn. */
function lastPlaces({ tracks, ferries, markers }: BoardScene, lattice: Lattice): Point[] {
    const lines = [...tracks, ...ferries].filter(({ last }) => last);
    return [
        ...lines.flatMap(({ line }) => lattice.lines.get(line)?.middle ?? []),
        ...markers
            .filter(({ last }) => last)
            .flatMap(({ junction }) => lattice.junctions.get(junction) ?? []),
    ];
}

/** Pans to the turns of opponents that are out of view, and back on the player's own turn or at the end. */
export function useFollowing(camera: RefObject<Camera>, lattice: Lattice, scene: BoardScene): void {
    const open = isOpen(scene);
    const places = open ? [] : lastPlaces(scene, lattice);
    const key = places.map(({ x, y }) => `${x} ${y}`).join();
    useLayoutEffect(() => camera.current?.goHome(), [open]);
    useLayoutEffect(() => camera.current?.follow(places), [key]);
}

export interface Keyboard {
    focus: string | null; // id of the junction or line with the keyboard focus
    onKeyDown(event: KeyboardEvent): void;
    onFocusIn(event: FocusEvent): void;
    onFocusOut(event: FocusEvent): void;
}

/** Makes a zone the only tab stop of the lattice, with a label for screen readers. */
function makeStop(
    svg: SVGSVGElement,
    lattice: Lattice,
    id: string,
    latest: Latest,
): SVGElement | null {
    const zone = svg.querySelector<SVGElement>(`[data-id="${id}"]`);
    if (!zone) return null;
    for (const other of svg.querySelectorAll('.zone[tabindex="0"]')) {
        other.setAttribute('tabindex', '-1');
        // Removes the old label: screen readers would read it later, out of date and perhaps in
        // another language.
        other.removeAttribute('role');
        other.removeAttribute('aria-label');
    }
    const { labels } = latest.current;
    zone.setAttribute('tabindex', '0');
    zone.setAttribute('role', 'button');
    zone.setAttribute('aria-label', lattice.lines.has(id) ? labels.line(id) : labels.junction(id));
    return zone;
}

export function useKeyboard(
    svg: Svg,
    camera: RefObject<Camera>,
    lattice: Lattice,
    latest: Latest,
): Keyboard {
    const { scene, labels } = latest.current;
    const walker = useRef<Walker | null>(null);
    const [focus, setFocus] = useState<string | null>(null);

    const focusOn = (next: Walker): void => {
        walker.current = next;
        const zone = makeStop(svg.current!, lattice, next.id, latest);
        const place = lattice.junctions.get(next.id) ?? lattice.lines.get(next.id)?.middle;
        if (!zone || !place) return;
        camera.current?.reveal(place);
        zone.focus({ preventScroll: true });
    };

    useEffect(() => {
        const { board } = latest.current.scene;
        const start = board.cities[0]?.junction ?? board.junctions[0]?.name ?? '';
        walker.current = walkerAt(lattice, start);
    }, [lattice]);
    useEffect(() => {
        if (walker.current) makeStop(svg.current!, lattice, walker.current.id, latest);
    }, [lattice, labels]);
    useEffect(() => {
        if (scene.focus === null || scene.focus === walker.current?.id) return;
        const next = walkerAt(lattice, scene.focus);
        if (next) focusOn(next);
    }, [scene.focus]);

    /** Keys while the map itself has the focus: arrows pan, Enter moves the focus to the lattice. */
    const mapKey = (key: string): boolean => {
        const moves: Record<string, [number, number]> = {
            ArrowLeft: [1, 0],
            ArrowRight: [-1, 0],
            ArrowUp: [0, 1],
            ArrowDown: [0, -1],
        };
        const move = moves[key];
        if (move) camera.current!.panBy(move[0] * PAN_STEP, move[1] * PAN_STEP);
        else if ((key === 'Enter' || key === ' ') && walker.current) focusOn(walker.current);
        else return false;
        return true;
    };

    /** Enter on a line lays it.  Enter on a junction places the marker or moves to a line. */
    const choose = (at: Walker, own: boolean): void => {
        const { scene: now, onLine, onJunction } = latest.current;
        if (lattice.lines.has(at.id)) return onLine?.(at.id, own);
        const next = now.legalJunctions.has(at.id)
            ? null
            : nextLine(lattice, at, (line) => now.legal.has(line));
        if (next) focusOn(next);
        else onJunction?.(at.id);
    };

    /** Handles a key.  Returns whether it has a meaning here. */
    const pressed = (event: KeyboardEvent): boolean => {
        const { key } = event;
        const at = walker.current;
        if (key === '+' || key === '=') camera.current!.step(1);
        else if (key === '-') camera.current!.step(-1);
        else if (key === '0') camera.current!.reset();
        else if (event.target === svg.current) return mapKey(key);
        else if (!at) return false;
        else if (key === 'Enter' || key === ' ') choose(at, event.shiftKey);
        else if (key === 'Escape' && at.id !== at.from) focusOn({ ...at, id: at.from });
        else if (key === 'Escape') svg.current!.focus();
        else {
            const next = walk(lattice, at, key);
            if (next) focusOn(next);
            return next !== null;
        }
        return true;
    };

    return {
        focus,
        onKeyDown(event) {
            if (event.ctrlKey || event.metaKey || event.altKey || !pressed(event)) return;
            event.preventDefault();
            event.stopPropagation();
        },
        onFocusIn(event) {
            const id = idOf(event.target);
            if (id !== null && id !== walker.current?.id) walker.current = walkerAt(lattice, id);
            // A click also sets the focus, but shows no focus ring.
            const seen = event.target instanceof Element && event.target.matches(':focus-visible');
            setFocus(seen ? id : null);
            latest.current.onFocus?.(seen ? id : null);
        },
        onFocusOut(event) {
            if (event.relatedTarget instanceof Node && svg.current?.contains(event.relatedTarget))
                return;
            setFocus(null);
            latest.current.onFocus?.(null);
        },
    };
}
