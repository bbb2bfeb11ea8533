// Which part of the sheet is seen: zoom and pan.  Sets the drawings' viewBox itself, so that
// moving the map renders nothing anew; tells only when another scale of names is due.
//
// A browser takes its time to draw a whole map.  While fingers or the wheel are at work, the
// picture that is there is moved and stretched, and drawn sharp a few times a second.

import type { Box, ScaleName } from './art';
import { type Point, UNIT } from './geometry';

/** No nearer than this many pixels for a line's length: more shows less, and no clearer. */
const NEAREST = 150;
const ZOOM_STEP = 1.4;
const SHARP_AFTER = 160; // milliseconds
const FLIGHT = 220;
/** From so many pixels for a line's length on, names of this scale can be read. */
const NEAR_FROM = 54;
const MIDDLE_FROM = 34;

export function scaleFor(pixelsPerLine: number): ScaleName {
    return pixelsPerLine >= NEAR_FROM ? 'near' : pixelsPerLine >= MIDDLE_FROM ? 'middle' : 'far';
}

/** The sheet's corner at the window's, and units for one pixel. */
interface View {
    left: number;
    top: number;
    units: number;
}

/** What is seen of the sheet: the window's size is in pixels. */
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
    private following = false; // what others do, where it is not in sight
    private led = false; // by hand, since following began

    /**
     * The drawings lie on top of each other, and the last one is touched.  `small` is what has the
     * same size at every zoom: it is told the units of a pixel.
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

    /** Units of the sheet for one pixel. */
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

    /** The point of the sheet below a point of the window. */
    pointAt(clientX: number, clientY: number): Point {
        // The drawings may be stretched just now; what they lie in is not.
        const box = this.drawings[0]!.parentElement!.getBoundingClientRect();
        const { left, top, units } = this.view();
        return { x: left + (clientX - box.left) * units, y: top + (clientY - box.top) * units };
    }

    /** Pixels for the length of a line. */
    get pixelsPerLine(): number {
        return UNIT / this.unitsPerPixel;
    }

    /** The picture is on its way to where it has been sent. */
    get isFlying(): boolean {
        return this.flying;
    }

    /** Goes as near to a point as needed, until `goHome()`. */
    visit(point: Point, pixelsPerLine: number): void {
        this.home ??= { zoom: this.zoom, centre: this.centre };
        this.zoom = this.bounded((this.zoom * pixelsPerLine) / this.pixelsPerLine);
        this.centre = point;
        this.fly();
    }

    /** Goes to where others do something, if that is out of sight and nobody looks around by hand. */
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

    /** Back to what was seen before the first visit, unless somebody has looked elsewhere since. */
    goHome(): void {
        this.following = this.led = false;
        if (!this.home) return;
        ({ zoom: this.zoom, centre: this.centre } = this.home);
        this.home = null;
        this.fly();
    }

    /** Zooms by a factor so that the point of the sheet stays where it is seen. */
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

    /** Shows what lies around a point. */
    lookAt(point: Point): void {
        this.lead();
        this.centre = point;
        this.draw();
    }

    /** Moves the sheet by pixels. */
    panBy(dx: number, dy: number): void {
        this.lead();
        const units = this.unitsPerPixel;
        this.centre = { x: this.centre.x - dx * units, y: this.centre.y - dy * units };
        this.move();
    }

    /** Brings a point into sight, with some room around it. */
    reveal(point: Point): void {
        const units = this.unitsPerPixel;
        const [w, h] = [(this.width * units) / 2 - 60, (this.height * units) / 2 - 60];
        this.centre = {
            x: Math.min(Math.max(this.centre.x, point.x - w), point.x + w),
            y: Math.min(Math.max(this.centre.y, point.y - h), point.y + h),
        };
        this.draw();
    }

    /** The drawing is gone: nothing more is to come. */
    stop(): void {
        clearTimeout(this.waiting);
    }

    /** What is to be seen, with the centre brought back to where the sheet is. */
    private view(): View {
        const units = this.unitsPerPixel;
        const [w, h] = [this.width * units, this.height * units];
        this.centre = {
            x: within(this.centre.x, this.sheet[0], this.sheet[2], w),
            y: within(this.centre.y, this.sheet[1], this.sheet[3], h),
        };
        return { left: this.centre.x - w / 2, top: this.centre.y - h / 2, units };
    }

    /** Somebody moves the map: it goes nowhere by itself until the next turn. */
    private lead(): void {
        if (this.following) this.home = null;
        this.following = false;
        this.led = true;
    }

    private bounded(zoom: number): number {
        const atWhole = this.pixelsPerLine / this.zoom;
        return Math.max(1, Math.min(NEAREST / atWhole, zoom));
    }

    /** Moves the picture that is there, and lets it be drawn soon. */
    private move(): void {
        if (!this.drawn) return this.draw();
        this.place(this.drawn);
        this.waiting ??= setTimeout(() => this.draw(), SHARP_AFTER);
    }

    /** Lets the picture glide to what is to be seen; it is drawn when it is there. */
    private fly(): void {
        const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
        if (!this.drawn || still) return this.draw();
        clearTimeout(this.waiting);
        this.flying = true;
        for (const svg of this.drawings) svg.style.transition = `transform ${FLIGHT}ms ease`;
        this.place(this.drawn);
        this.waiting = setTimeout(() => this.draw(), FLIGHT);
    }

    /** Puts the picture that was drawn for another view where it belongs in this one. */
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

/** A centre such that no more than needed beyond the sheet is seen. */
function within(centre: number, low: number, high: number, seen: number): number {
    if (seen >= high - low) return (low + high) / 2;
    return Math.min(Math.max(centre, low + seen / 2), high - seen / 2);
}
