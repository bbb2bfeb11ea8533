// The artwork of the boards as make web has drawn it: node map_art.mjs FOLDER looks at it, and draws it
// once more there.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projection } from '../../web/art/geography.mjs';
import { UNIT, latticePoints, lineName } from '../../web/art/lattice.mjs';
import { clipLine, clipRing, encode, ringArea, simplify } from '../../web/art/outline.mjs';
import { fitSpline } from '../../web/art/spline.mjs';
import { BOARDS, ROOT, finish, passes, readBoard, readJson, same } from './map_tools.mjs';

const folder = process.argv[2];

const artIn = (place) => new Map(BOARDS.map((id) => [id, join(place, `${id}.art.json`)]));

function draw() {
    const boards = BOARDS.map((id) => join(ROOT, 'boards', `${id}.json`));
    execFileSync(process.execPath, [join(ROOT, 'web/art/main.mjs'), folder, ...boards]);
    return artIn(folder);
}

function meet(one, other) {
    return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

function around(point, radius) {
    return [point.x - radius, point.y - radius, point.x + radius, point.y + radius];
}

/** The spline and the outlines, on shapes whose answer is plain. */
function testTools() {
    const square = [
        { x: 0, y: 0 },
        { x: 4, y: 0 },
        { x: 4, y: 4 },
        { x: 0, y: 4 },
        { x: 1, y: 2 },
    ];
    const bent = square.map(({ x, y }) => ({ x: x + y * y, y: y - x }));
    const through = fitSpline(square, bent, 0);
    const off = square.map((p, i) =>
        Math.hypot(through(p).x - bent[i].x, through(p).y - bent[i].y),
    );
    passes(
        'without smoothing a spline goes through its points',
        off.filter((distance) => distance > 1e-6).map((distance) => `off by ${distance}`),
    );
    const turned = square.map(({ x, y }) => ({ x: 2 * x - y + 3, y: x + y }));
    const plane = fitSpline(square, turned, 8)({ x: 9, y: -5 });
    same(
        'a turned and stretched plane stays a plane, however smooth',
        [26, 4],
        [Math.round(plane.x * 1e6) / 1e6, Math.round(plane.y * 1e6) / 1e6],
    );
    same('a ring is cut to a box', 4, ringArea(clipRing(square.slice(0, 4), [1, 1, 3, 3])));
    const zigzag = [-1, 5, -1, 5].map((y, x) => ({ x, y }));
    same('a line is cut into the pieces in a box', 3, clipLine(zigzag, [-1, 0, 9, 3]).length);
    const flat = [0, 0.1, -0.1, 0].map((y, x) => ({ x, y }));
    same('points that add nothing are left out', 2, simplify(flat, 0.2).length);
    same(
        'an outline is written as steps',
        [1, 2, 3, -1],
        encode([
            { x: 1.2, y: 2 },
            { x: 4, y: 1 },
        ]),
    );
}

function testProjection(board, id) {
    const project = projection(board);
    const points = latticePoints(board);
    const squares = board.cities.map((city) => {
        const [is, wanted] = [project(city.lonlat), points.get(city.junction)];
        return ((is.x - wanted.x) ** 2 + (is.y - wanted.y) ** 2) / UNIT ** 2;
    });
    const off = Math.sqrt(squares.reduce((sum, square) => sum + square) / squares.length);
    passes(
        `${id}: geography has its cities within a sixth of a line of their junctions`,
        off < 1 / 6 ? [] : [`${off.toFixed(3)} of a line, root mean square`],
    );
}

function testNames(board, art, id) {
    const points = latticePoints(board);
    for (const [scale, names] of Object.entries(art.names)) {
        const faults = [];
        const rows = board.cities.flatMap((city) => {
            const mine = names.cities[city.id] ?? [];
            const text = mine.map((row) => row.text).join(' ');
            if (text !== city.name) faults.push(`${city.name} is written '${text}'`);
            return mine.map((row) => ({ ...row, city }));
        });
        rows.forEach(({ text, box, city }, i) => {
            const [left, top, right, bottom] = art.sheet;
            if (box[0] < left || box[1] < top || box[2] > right || box[3] > bottom)
                faults.push(`${text} leaves the sheet`);
            for (const other of rows.slice(i + 1))
                if (other.city !== city && meet(box, other.box))
                    faults.push(`${text} stands on ${other.text}`);
            for (const other of board.cities)
                if (meet(box, around(points.get(other.junction), names.city * 0.7)))
                    faults.push(`${text} stands on the sign of ${other.name}`);
        });
        passes(
            `${id}, ${scale}: every name is there, apart from the others and from all signs`,
            faults,
        );
        passes(
            `${id}, ${scale}: no line runs through a name`,
            linesThroughNames(board, names, rows),
        );
        const most = scale === 'far' ? 0.65 : 0.45;
        const lost = Object.entries(names.cuts).filter(
            ([, cuts]) => cuts.reduce((sum, [from, to]) => sum + to - from, 0) > most,
        );
        passes(
            `${id}, ${scale}: a line that makes room for a name can still be seen`,
            lost.map(([line]) => line),
        );
    }
    const cut = Object.keys(art.names.near.cuts).length;
    passes(
        `${id}: seen near, fewer than one line in twenty is cut for a name`,
        cut < board.lines.length / 20 ? [] : [`${cut} of ${board.lines.length}`],
    );
}

/** Walks along every line as it is drawn and looks for names around. */
function linesThroughNames(board, names, rows) {
    const points = latticePoints(board);
    const half = { single: 2, double: 5, ferry: 6 };
    const faults = [];
    for (const line of board.lines) {
        const [a, b] = [points.get(line.a), points.get(line.b)];
        const cuts = names.cuts[lineName(line)] ?? [];
        for (let step = 0; step <= 200; step++) {
            const t = step / 200;
            if (cuts.some(([from, to]) => t > from - 0.002 && t < to + 0.002)) continue;
            const spot = around(
                { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t },
                half[line.kind],
            );
            const hit = rows.find((row) => meet(row.box, spot));
            if (!hit) continue;
            faults.push(`${lineName(line)} runs through ${hit.text} at ${t}`);
            break;
        }
    }
    return faults;
}

function testTunnels(board, art, id) {
    const tunnels = new Set(art.tunnels);
    const doubles = board.lines.filter((line) => line.kind === 'double');
    const wrong = doubles
        .filter(
            (line) => line.over && tunnels.has(lineName(line)) !== line.over.includes('mountains'),
        )
        .map((line) => `${lineName(line)} is over ${line.over}`);
    const names = new Set(doubles.map(lineName));
    for (const name of tunnels) if (!names.has(name)) wrong.push(`${name} is no double line`);
    passes(`${id}: double lines over water are bridges, those through mountains tunnels`, wrong);
    const share = tunnels.size / doubles.length;
    passes(
        `${id}: there are tunnels and bridges`,
        share > 0.1 && share < 0.9 ? [] : [`${tunnels.size} tunnels of ${doubles.length}`],
    );
}

/** The type check of the client does not reach these two folders. */
function testTypes() {
    for (const name of ['web/art', 'web/demo']) {
        const run = spawnSync(join(ROOT, 'web/node_modules/.bin/tsc'), ['-p', join(ROOT, name)]);
        const said = `${run.stdout}${run.stderr}`.split('\n').filter((line) => line !== '');
        passes(`the types in ${name} fit`, run.status === 0 ? [] : [`${run.error ?? ''}`, ...said]);
    }
}

testTypes();
testTools();
const [first, second] = [artIn(join(ROOT, 'build/art')), draw()];
for (const id of BOARDS) {
    const bytes = readFileSync(first.get(id));
    const [board, art] = [readBoard(id), readJson(first.get(id))];
    passes(
        `${id}: the artwork is the same every time`,
        bytes.equals(readFileSync(second.get(id))) ? [] : ['two runs differ'],
    );
    const size = gzipSync(bytes, { level: 9 }).length;
    passes(
        `${id}: the artwork takes at most 25 KB over the wire`,
        size <= 25 * 1024 ? [] : [`${size} bytes`],
    );
    const empty = ['land', 'lakes', 'ranges', 'rivers', 'borders', 'graticule', 'peaks'].filter(
        (layer) => art[layer].length === 0,
    );
    passes(`${id}: every layer of the land has something on it`, empty);
    testProjection(board, id);
    testNames(board, art, id);
    testTunnels(board, art, id);
}
finish();
