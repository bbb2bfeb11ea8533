// Which part of the sheet is seen: zoom and pan.  Sets the drawing's viewBox itself, so that
// moving the map renders nothing anew; tells only when another scale of names is due.

import type { Box, ScaleName } from './art';
import type { Point } from './geometry';

const ZOOM_MAX = 9;
const ZOOM_STEP = 1.4;
/** From so many pixels for a line's length on, names of this scale can be read. */
const NEAR_FROM = 54;
const MIDDLE_FROM = 34;

export function scaleFor(pixelsPerLine: number): ScaleName {
    return pixelsPerLine >= NEAR_FROM ? 'near' : pixelsPerLine >= MIDDLE_FROM ? 'middle' : 'far';
}

export class Camera {
    private zoom = 1;
    private centre: Point;
    private width = 1;
    private height = 1;
    private scale: ScaleName | null = null;

    constructor(
        private readonly svg: SVGSVGElement,
        private readonly sheet: Box,
        private readonly onScale: (scale: ScaleName) => void,
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
        this.apply();
    }

    /** The point of the sheet below a point of the window. */
    pointAt(clientX: number, clientY: number): Point {
        const box = this.svg.getBoundingClientRect();
        const units = this.unitsPerPixel;
        return {
            x: this.centre.x + (clientX - box.left - box.width / 2) * units,
            y: this.centre.y + (clientY - box.top - box.height / 2) * units,
        };
    }

    /** Zooms by a factor so that the point of the sheet stays where it is seen. */
    zoomBy(factor: number, fixed: Point = this.centre): void {
        const before = this.zoom;
        this.zoom = Math.min(ZOOM_MAX, Math.max(1, this.zoom * factor));
        const ratio = before / this.zoom;
        this.centre = {
            x: fixed.x + (this.centre.x - fixed.x) * ratio,
            y: fixed.y + (this.centre.y - fixed.y) * ratio,
        };
        this.apply();
    }

    step(direction: 1 | -1): void {
        this.zoomBy(direction > 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
    }

    reset(): void {
        this.zoom = 1;
        this.apply();
    }

    /** Moves the sheet by pixels. */
    panBy(dx: number, dy: number): void {
        const units = this.unitsPerPixel;
        this.centre = { x: this.centre.x - dx * units, y: this.centre.y - dy * units };
        this.apply();
    }

    /** Brings a point into sight, with some room around it. */
    reveal(point: Point): void {
        const units = this.unitsPerPixel;
        const [w, h] = [(this.width * units) / 2 - 60, (this.height * units) / 2 - 60];
        this.centre = {
            x: Math.min(Math.max(this.centre.x, point.x - w), point.x + w),
            y: Math.min(Math.max(this.centre.y, point.y - h), point.y + h),
        };
        this.apply();
    }

    private apply(): void {
        const units = this.unitsPerPixel;
        const [w, h] = [this.width * units, this.height * units];
        this.centre = {
            x: within(this.centre.x, this.sheet[0], this.sheet[2], w),
            y: within(this.centre.y, this.sheet[1], this.sheet[3], h),
        };
        const [left, top] = [this.centre.x - w / 2, this.centre.y - h / 2];
        this.svg.setAttribute('viewBox', `${left} ${top} ${w} ${h}`);
        this.svg.style.setProperty('--px', String(units));
        this.svg.style.touchAction = this.isZoomed ? 'none' : 'pan-x pan-y';
        const scale = scaleFor(100 / units);
        if (scale !== this.scale) {
            this.scale = scale;
            this.onScale(scale);
        }
    }
}

/** A centre such that no more than needed beyond the sheet is seen. */
function within(centre: number, low: number, high: number, seen: number): number {
    if (seen >= high - low) return (low + high) / 2;
    return Math.min(Math.max(centre, low + seen / 2), high - seen / 2);
}
