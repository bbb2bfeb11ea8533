// The camera: which part of the sheet is visible (zoom and pan).  It sets the viewBox of the
// drawings directly, so that panning does not render the map again.
//
// Browsers are slow to draw a whole map.  While the map is being moved, the existing picture is
// transformed, and redrawn sharply a few times a second.

import type { Box, ScaleName } from './art';
import { type Point, UNIT } from './geometry';

/** Maximum zoom, in pixels for the length of a line. */
const NEAREST = 150;
const ZOOM_STEP = 1.4;
const SHARP_AFTER = 160; // milliseconds without movement before a redraw
const FLIGHT = 220;
/** Minimum pixels per line for names of the scale `near`; below it, those of `middle`. */
const NEAR_FROM = 54;
const MIDDLE_FROM = 34;

export function scaleFor(pixelsPerLine: number): ScaleName {
    return pixelsPerLine >= NEAR_FROM ? 'near' : pixelsPerLine >= MIDDLE_FROM ? 'middle' : 'far';
}

/** The point of the sheet in the top left corner of the window, and units of the sheet per pixel. */
interface View {
    left: number;
    top: number;
    units: number;
}

/** The visible part of the sheet.  `width` and `height` are those of the window, in pixels. */
export interface Sight extends View {
    width: number;
    height: number;
    zoomed: boolean;
}

export class Camera {
    private zoom = 1;
    private centre: Point;
    private width = 1;
    private height = 1;
    private scale: ScaleName | null = null;
    private drawn: View | null = null;
    private waiting: ReturnType<typeof setTimeout> | undefined;
    private home: { zoom: number; centre: Point } | null = null;
    private flying = false;
    private following = false; // the view was moved to show an opponent's turn
    private led = false; // the reader has moved the map since then

    /**
     * `drawings` are stacked; the last one receives the pointer.  `small` has elements of constant
     * size on screen: it is given the units per pixel.
     */
    constructor(
        private readonly drawings: readonly SVGSVGElement[],
        private readonly small: SVGElement,
        private readonly sheet: Box,
        private readonly onScale: (scale: ScaleName) => void,
        private readonly onSight: (sight: Sight) => void,
    ) {
        this.centre = { x: (sheet[0] + sheet[2]) / 2, y: (sheet[1] + sheet[3]) / 2 };
    }

    /** Units of the sheet per pixel. */
    get unitsPerPixel(): number {
        const [left, top, right, bottom] = this.sheet;
        return Math.max((right - left) / this.width, (bottom - top) / this.height) / this.zoom;
    }

    get isZoomed(): boolean {
        return this.zoom > 1.001;
    }

    resize(width: number, height: number): void {
        if (width <= 0 || height <= 0) return;
        this.width = width;
        this.height = height;
        this.draw();
    }

    /** Converts window coordinates to a point of the sheet. */
    pointAt(clientX: number, clientY: number): Point {
        // Measures the container: the drawings themselves may be transformed at the moment.
        const box = this.drawings[0]!.parentElement!.getBoundingClientRect();
        const { left, top, units } = this.view();
        return { x: left + (clientX - box.left) * units, y: top + (clientY - box.top) * units };
    }

    /** Length of a line in pixels. */
    get pixelsPerLine(): number {
        return UNIT / this.unitsPerPixel;
    }

    /** True while the view is animated. */
    get isFlying(): boolean {
        return this.flying;
    }

    /** Zooms in on a point as far as `pixelsPerLine`.  `goHome()` returns to the previous view. */
    visit(point: Point, pixelsPerLine: number): void {
        this.home ??= { zoom: this.zoom, centre: this.centre };
        this.zoom = this.bounded((this.zoom * pixelsPerLine) / this.pixelsPerLine);
        this.centre = point;
        this.fly();
    }

    /**
     * Pans to an opponent's turn that is out of view, unless the reader has moved the map since
     * following began.
     */
    follow(points: readonly Point[]): void {
        if (points.length === 0 || this.led || !this.isZoomed) return;
        const { left, top, units } = this.view();
        const isSeen = ({ x, y }: Point): boolean =>
            x > left && x < left + this.width * units && y > top && y < top + this.height * units;
        if (points.every(isSeen)) return;
        const sum = points.reduce((one, { x, y }) => ({ x: one.x + x, y: one.y + y }));
        this.following = true;
        this.visit({ x: sum.x / points.length, y: sum.y / points.length }, this.pixelsPerLine);
    }

    /** Returns to the view before the first visit, unless the reader has moved the map since. */
    goHome(): void {
        this.following = this.led = false;
        if (!this.home) return;
        ({ zoom: this.zoom, centre: this.centre } = this.home);
        this.home = null;
        this.fly();
    }

    /** Zooms by a factor and keeps the point `fixed` where it is on screen. */
    zoomBy(factor: number, fixed: Point): void {
        const before = this.zoom;
        this.lead();
        this.home = null;
        this.zoom = this.bounded(this.zoom * factor);
        const ratio = before / this.zoom;
        this.centre = {
            x: fixed.x + (this.centre.x - fixed.x) * ratio,
            y: fixed.y + (this.centre.y - fixed.y) * ratio,
        };
        this.move();
    }

    step(direction: 1 | -1): void {
        this.zoomBy(direction > 0 ? ZOOM_STEP : 1 / ZOOM_STEP, this.centre);
        this.draw();
    }

    reset(): void {
        this.home = null;
        this.zoom = 1;
        this.draw();
    }

    /** Centres the view on a point. */
    lookAt(point: Point): void {
        this.lead();
        this.centre = point;
        this.draw();
    }

    /** Pans by pixels. */
    panBy(dx: number, dy: number): void {
        this.lead();
        const units = this.unitsPerPixel;
        this.centre = { x: this.centre.x - dx * units, y: this.centre.y - dy * units };
        this.move();
    }

    /** Scrolls a point into view, with a margin. */
    reveal(point: Point): void {
        const units = this.unitsPerPixel;
        const [w, h] = [(this.width * units) / 2 - 60, (this.height * units) / 2 - 60];
        this.centre = {
            x: Math.min(Math.max(this.centre.x, point.x - w), point.x + w),
            y: Math.min(Math.max(this.centre.y, point.y - h), point.y + h),
        };
        this.draw();
    }

    /** Cancels the pending redraw.  Call it when the drawings are removed. */
    stop(): void {
        clearTimeout(this.waiting);
    }

    /** Returns the view, with the centre clamped to the sheet. */
    private view(): View {
        const units = this.unitsPerPixel;
        const [w, h] = [this.width * units, this.height * units];
        this.centre = {
            x: within(this.centre.x, this.sheet[0], this.sheet[2], w),
            y: within(this.centre.y, this.sheet[1], this.sheet[3], h),
        };
        return { left: this.centre.x - w / 2, top: this.centre.y - h / 2, units };
    }

    /** Records that the reader has moved the map, which ends automatic panning until the next turn. */
    private lead(): void {
        if (this.following) this.home = null;
        this.following = false;
        this.led = true;
    }

    private bounded(zoom: number): number {
        const atWhole = this.pixelsPerLine / this.zoom;
        return Math.max(1, Math.min(NEAREST / atWhole, zoom));
    }

    /** Transforms the existing picture, and schedules a redraw. */
    private move(): void {
        if (!this.drawn) return this.draw();
        this.place(this.drawn);
        this.waiting ??= setTimeout(() => this.draw(), SHARP_AFTER);
    }

    /** Animates from the current picture to the view, and redraws at the end. */
    private fly(): void {
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        if (!this.drawn || still) return this.draw();
        clearTimeout(this.waiting);
        this.flying = true;
        for (const svg of this.drawings) svg.style.transition = `transform ${FLIGHT}ms ease`;
        this.place(this.drawn);
        this.waiting = setTimeout(() => this.draw(), FLIGHT);
    }

    /** Transforms the picture that was drawn for the view `drawn` to match the current view. */
    private place(drawn: View): void {
        const { left, top, units } = this.view();
        const [x, y] = [(drawn.left - left) / units, (drawn.top - top) / units];
        this.stretch(`translate(${x}px, ${y}px) scale(${drawn.units / units})`);
    }

    private stretch(transform: string): void {
        for (const svg of this.drawings) svg.style.transform = transform;
    }

    private draw(): void {
        clearTimeout(this.waiting);
        this.waiting = undefined;
        if (this.flying) for (const svg of this.drawings) svg.style.transition = '';
        this.flying = false;
        const view = this.view();
        const { left, top, units } = view;
        this.drawn = view;
        this.stretch('');
        const box = [left, top, this.width * units, this.height * units].join(' ');
        for (const svg of this.drawings) {
            if (box !== svg.getAttribute('viewBox')) svg.setAttribute('viewBox', box);
            svg.style.touchAction = this.isZoomed ? 'none' : 'pan-x pan-y';
        }
        this.small.style.setProperty('--px', String(units));
        this.onSight({ ...view, width: this.width, height: this.height, zoomed: this.isZoomed });
        const scale = scaleFor(UNIT / units);
        if (scale === this.scale) return;
        this.scale = scale;
        this.onScale(scale);
    }
}

/** Clamps a centre so that the window shows as little as possible beyond the sheet. */
function within(centre: number, low: number, high: number, seen: number): number {
    if (seen >= high - low) return (low + high) / 2;
    return Math.min(Math.max(centre, low + seen / 2), high - seen / 2);
}
