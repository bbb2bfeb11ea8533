// A smoothing thin-plate spline: the smoothest bending of a plane that brings given points near
// given places.  Knows numbers only; what the points mean is its caller's business.

/** @typedef {{ x: number, y: number }} Point */

/** r² log r², the bending energy's own kernel. @param {Point} p @param {Point} q */
function kernel(p, q) {
    const square = (p.x - q.x) ** 2 + (p.y - q.y) ** 2;
    return square === 0 ? 0 : square * Math.log(square);
}

/**
 * Solves A·X = B for several right sides by elimination with pivoting; both are changed.
 * @param {number[][]} a @param {number[][]} b
 */
function solve(a, b) {
    const size = a.length;
    for (let column = 0; column < size; column++) {
        let pivot = column;
        for (let row = column + 1; row < size; row++)
            if (Math.abs(a[row][column]) > Math.abs(a[pivot][column])) pivot = row;
        if (a[pivot][column] === 0) throw new Error("the spline's points lie on one line");
        [a[column], a[pivot]] = [a[pivot], a[column]];
        [b[column], b[pivot]] = [b[pivot], b[column]];
        for (let row = 0; row < size; row++) {
            const factor = a[row][column] / a[column][column];
            if (row === column || factor === 0) continue;
            for (let k = column; k < size; k++) a[row][k] -= factor * a[column][k];
            for (let k = 0; k < b[row].length; k++) b[row][k] -= factor * b[column][k];
        }
    }
    return b.map((right, row) => right.map((value) => value / a[row][row]));
}

/**
 * The spline that takes each of `from` near its partner in `to`.  `smoothing` 0 goes through the
 * points; more keeps the plane flatter and leaves something at them.
 * @param {Point[]} from @param {Point[]} to @param {number} smoothing
 * @returns {(point: Point) => Point}
 */
export function fitSpline(from, to, smoothing) {
    const rows = from.map((p, i) => [
        ...from.map((q, k) => kernel(p, q) + (i === k ? smoothing : 0)),
        1,
        p.x,
        p.y,
    ]);
    for (const side of [() => 1, (/** @type {Point} */ p) => p.x, (/** @type {Point} */ p) => p.y])
        rows.push([...from.map(side), 0, 0, 0]);
    const rights = [...to.map((p) => [p.x, p.y]), [0, 0], [0, 0], [0, 0]];
    const weights = solve(rows, rights);
    const plane = weights.slice(from.length);
    return (point) => {
        let x = plane[0][0] + plane[1][0] * point.x + plane[2][0] * point.y;
        let y = plane[0][1] + plane[1][1] * point.x + plane[2][1] * point.y;
        for (let i = 0; i < from.length; i++) {
            const pull = kernel(point, from[i]);
            x += weights[i][0] * pull;
            y += weights[i][1] * pull;
        }
        return { x, y };
    };
}
