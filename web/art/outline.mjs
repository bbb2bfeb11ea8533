// Outlines in the plane: cut to a box, made simpler, written small.  Knows points only.

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {[number, number, number, number]} Box left, top, right, bottom */

/** The four half planes of a box: how far inside a point is. @param {Box} box */
function sides([left, top, right, bottom]) {
    return [
        (/** @type {Point} */ p) => p.x - left,
        (/** @type {Point} */ p) => right - p.x,
        (/** @type {Point} */ p) => p.y - top,
        (/** @type {Point} */ p) => bottom - p.y,
    ];
}

/** @param {Point} p @param {Point} q @param {number} t @returns {Point} */
function between(p, q, t) {
    return { x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t };
}

/** A closed outline, cut to the box. @param {Point[]} ring @param {Box} box */
export function clipRing(ring, box) {
    let points = ring;
    for (const inside of sides(box)) {
        const kept = [];
        for (let i = 0; i < points.length; i++) {
            const p = points[(i + points.length - 1) % points.length];
            const q = points[i];
            const [before, after] = [inside(p), inside(q)];
            if (before < 0 !== after < 0) kept.push(between(p, q, before / (before - after)));
            if (after >= 0) kept.push(q);
        }
        points = kept;
    }
    return points;
}

/** An open line, cut into the pieces that lie in the box. @param {Point[]} line @param {Box} box */
export function clipLine(line, box) {
    let pieces = [line];
    for (const inside of sides(box)) {
        const next = [];
        for (const piece of pieces) {
            /** @type {Point[]} */
            let run = [];
            piece.forEach((q, i) => {
                const after = inside(q);
                if (i > 0 && inside(piece[i - 1]) < 0 !== after < 0) {
                    const before = inside(piece[i - 1]);
                    run.push(between(piece[i - 1], q, before / (before - after)));
                    if (after < 0) next.push(run.splice(0));
                }
                if (after >= 0) run.push(q);
            });
            next.push(run);
        }
        pieces = next.filter((run) => run.length > 1);
    }
    return pieces;
}

/** @param {Point} p @param {Point} a @param {Point} b */
function distanceToSegment(p, a, b) {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const square = dx * dx + dy * dy;
    const t = square === 0 ? 0 : ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
    const foot = between(a, b, Math.min(1, Math.max(0, t)));
    return Math.hypot(p.x - foot.x, p.y - foot.y);
}

/** Leaves out points that lie nearer than `tolerance` to the rest (Douglas and Peucker).
 * @param {Point[]} points @param {number} tolerance @returns {Point[]} */
export function simplify(points, tolerance) {
    if (points.length < 3) return points;
    let [far, farthest] = [0, -1];
    const last = points.length - 1;
    for (let i = 1; i < last; i++) {
        const distance = distanceToSegment(points[i], points[0], points[last]);
        if (distance > farthest) [far, farthest] = [i, distance];
    }
    if (farthest <= tolerance) return [points[0], points[last]];
    return [
        ...simplify(points.slice(0, far + 1), tolerance).slice(0, -1),
        ...simplify(points.slice(far), tolerance),
    ];
}

/** A closed outline made simpler: from two corners far apart. @param {Point[]} ring
 * @param {number} tolerance */
export function simplifyRing(ring, tolerance) {
    if (ring.length < 4) return ring;
    let far = 0;
    ring.forEach((p, i) => {
        const here = Math.hypot(p.x - ring[0].x, p.y - ring[0].y);
        if (here > Math.hypot(ring[far].x - ring[0].x, ring[far].y - ring[0].y)) far = i;
    });
    return [
        ...simplify(ring.slice(0, far + 1), tolerance).slice(0, -1),
        ...simplify([...ring.slice(far), ring[0]], tolerance).slice(0, -1),
    ];
}

/** @param {Point[]} ring */
export function ringArea(ring) {
    let twice = 0;
    ring.forEach((p, i) => {
        const q = ring[(i + 1) % ring.length];
        twice += p.x * q.y - q.x * p.y;
    });
    return Math.abs(twice) / 2;
}

/** @param {Point[]} ring @param {Point} point */
export function ringHolds(ring, point) {
    let inside = false;
    ring.forEach((p, i) => {
        const q = ring[(i + ring.length - 1) % ring.length];
        if (p.y > point.y === q.y > point.y) return;
        if (point.x < ((q.x - p.x) * (point.y - p.y)) / (q.y - p.y) + p.x) inside = !inside;
    });
    return inside;
}

/** The distance from a point to a line of several points. @param {Point[]} line
 * @param {Point} point */
export function distanceToLine(line, point) {
    let nearest = Infinity;
    for (let i = 1; i < line.length; i++)
        nearest = Math.min(nearest, distanceToSegment(point, line[i - 1], line[i]));
    return nearest;
}

/** Whole numbers, each point as the step from the one before. @param {Point[]} points */
export function encode(points) {
    const numbers = [];
    let [x, y] = [0, 0];
    for (const p of points) {
        const [px, py] = [Math.round(p.x), Math.round(p.y)];
        if (numbers.length > 0 && px === x && py === y) continue;
        numbers.push(px - x, py - y);
        [x, y] = [px, py];
    }
    return numbers;
}
