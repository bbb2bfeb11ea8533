// Whether all that is played stays in sight below names, signs and markers: the board is drawn
// without a kind of pieces and with one on every line, and where the two pictures differ, the piece
// is seen.

const PROBES = 17; // along a line

/**
 * What is put on every line, and the share of its probes at which it must be seen.  A slot is looked
 * for at its edge, everything else in the middle; halves of ferries begin below the signs of cities.
 */
const HALF = { along: 0.5, least: 0.33, only: (kind) => kind === 'ferry' };
const KINDS = {
    'a track': { of: (line) => ({ tracks: [{ line, seat: null }] }) },
    'a half of a ferry': { of: (line) => ({ ferries: [{ line, halves: [1] }] }), ...HALF },
    'a track of this turn': {
        of: (line) => ({ draft: [{ line, own: false }] }),
        only: (kind) => kind !== 'ferry',
    },
    'a half of this turn': { of: (line) => ({ draft: [{ line, own: true }] }), ...HALF },
    'what is missing': {
        of: (line) => ({ missing: [{ seat: 2, lines: [line], barred: [] }] }),
        least: 0.4, // of dashes
    },
    'what is lit': { of: (line) => ({ lit: [line] }), least: 0.3 },
    'what may be laid': { of: (line) => ({ legal: [line] }), edge: true, least: 0.4 },
};

const KINDS_ALL = Object.keys(KINDS);
/** On large screens there is room, and the others lie where these do. */
export const KINDS_FEW = ['a track', 'a half of a ferry', 'what may be laid'];

/** The worst there is: all cities are one's own, markers stand at ferries and on cities. */
function crowd(lattice) {
    const ends = [...lattice.lines.values()].filter(({ kind }) => kind === 'ferry');
    const cities = [...lattice.junctions.values()].filter(({ city }) => city);
    const at = new Set([
        ...ends.map(({ a }) => a.name).slice(0, 30),
        ...cities.map(({ name }) => name),
    ]);
    const names = [...at];
    const markers = [1, 2, 3, 4, 5, 6].map((seat) => ({
        seat,
        junction: names[Math.floor((seat * names.length) / 7)],
    }));
    return {
        hand: cities.map(({ city }) => city),
        reached: cities.filter((_, i) => i % 2).map(({ city }) => city),
        markers,
    };
}

async function picture(page, scene) {
    await page.evaluate(
        (change) =>
            window.showScene((before) => ({
                ...before,
                tracks: [],
                ferries: [],
                draft: [],
                missing: [],
                lit: [],
                ...change,
                legal: new Set(change.legal ?? []),
            })),
        scene,
    );
    const base64 = (await page.screenshot()).toString('base64');
    return page.evaluateHandle(async (text) => {
        const bytes = await (await fetch(`data:image/png;base64,${text}`)).blob();
        const image = await createImageBitmap(bytes);
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
    }, base64);
}

/** Shares of a line's probes at which two pictures differ, line by line. */
function differing(page, one, other, lines) {
    return page.evaluate(
        ([first, second, text]) => {
            const list = JSON.parse(text);
            const matrix = document.querySelector('.board-map').getScreenCTM();
            const differs = ({ x, y }) => {
                const seen = new DOMPoint(x, y).matrixTransform(matrix);
                const [column, row] = [seen.x, seen.y].map((n) =>
                    Math.round(n * devicePixelRatio - 0.5),
                );
                const i = 4 * (row * first.width + column);
                return [0, 1, 2].some((k) => Math.abs(first.data[i + k] - second.data[i + k]) > 16);
            };
            return list.map((probes) => probes.filter(differs).length / probes.length);
        },
        [one, other, JSON.stringify(lines)], // thousands of points, which are slow to pass one by one
    );
}

/**
 * What is hidden of the board's pieces, a sentence each: of each less than its least part, or than a
 * `share` of that, is seen.
 */
export async function hiddenPieces(page, lattice, { pointOn, thickness, kinds = KINDS_ALL, share = 1 }) {
    const around = crowd(lattice);
    await page.addStyleTag({ content: '.board-zoom { display: none }' }); // pages have room for it
    const bare = await picture(page, around);
    const faults = [];
    for (const name of kinds) {
        const how = KINDS[name];
        const { along = 1, least = 0.5, edge = false, only = () => true } = how;
        const lines = [...lattice.lines.values()].filter(({ kind }) => only(kind));
        if (lines.length === 0) continue;
        const probes = lines.map((line) =>
            Array.from({ length: PROBES }, (_, i) =>
                pointOn(
                    line,
                    along * (0.12 + (0.76 * i) / (PROBES - 1)),
                    edge ? ((i % 2) - 0.5) * thickness : 0,
                ),
            ),
        );
        const shown = await picture(page, { ...around, ...everywhere(lattice, [how]) });
        const seen = await differing(page, bare, shown, probes);
        await shown.dispose();
        seen.forEach((part, i) => {
            if (part < least * share)
                faults.push(`${name} on ${lines[i].name}: ${Math.round(100 * part)} % is seen`);
        });
    }
    return faults;
}

/** Kinds of pieces that may lie on every line at once, and never on a name. */
const OVER_NAMES = ['a track', 'a half of a ferry', 'a track of this turn', 'what is missing', 'what is lit'];

/** The pieces of some kinds on every line, as a scene has them. */
function everywhere(lattice, kinds) {
    const pieces = {};
    for (const { of, only = () => true } of kinds)
        for (const line of lattice.lines.values())
            if (only(line.kind))
                for (const [key, list] of Object.entries(of(line.name)))
                    pieces[key] = [...(pieces[key] ?? []), ...list];
    return pieces;
}

/**
 * Names of cities that pieces cover, a sentence each.  With pieces on every line, each pixel that had
 * the ink of a name still has it: first with every city in the hand, then with none.
 *
 * Pieces of all kinds are drawn at once: if one is above a name, then either it is seen there, or another
 * one is that hides it and is above the name too.  Only then is each kind looked at by itself.
 */
export async function coveredNames(page, lattice) {
    await page.addStyleTag({ content: '.board-zoom, .cities { display: none }' });
    const { hand, reached } = crowd(lattice);
    const faults = [];
    for (const own of [{ hand, reached }, { hand: [], reached: [] }]) {
        const around = { ...own, markers: [] };
        const bare = await picture(page, around);
        const coveredBy = async (names) => {
            const kinds = names.map((name) => KINDS[name]);
            const full = await picture(page, { ...around, ...everywhere(lattice, kinds) });
            const covered = await page.evaluate(lostInk, [bare, full]);
            await full.dispose();
            return covered.map((words) => `${names.join(', ')} covers ${words}`);
        };
        const together = await coveredBy(OVER_NAMES);
        if (together.length > 0) for (const name of OVER_NAMES) faults.push(...(await coveredBy([name])));
        if (together.length > 0 && faults.length === 0) faults.push(...together);
        await bare.dispose();
    }
    return faults;
}

/** In the page: names of which the second picture lacks ink that the first has. */
function lostInk([bare, full]) {
    const colour = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const bytes = (fill) => {
        colour.fillStyle = fill;
        colour.fillRect(0, 0, 1, 1);
        return [...colour.getImageData(0, 0, 1, 1).data];
    };
    const isNear = (data, i, ink, most) => ink.every((byte, k) => k > 2 || Math.abs(data[i + k] - byte) < most);
    return [...document.querySelectorAll('text.name')].flatMap((text) => {
        const ink = bytes(getComputedStyle(text).fill);
        const [left, top, right, bottom] = ['left', 'top', 'right', 'bottom'].map((side) =>
            Math.round(text.getBoundingClientRect()[side] * devicePixelRatio),
        );
        let [all, lost] = [0, 0];
        for (let y = Math.max(0, top); y < Math.min(bottom, bare.height); y += 1)
            for (let x = Math.max(0, left); x < Math.min(right, bare.width); x += 1) {
                const i = 4 * (y * bare.width + x);
                if (!isNear(bare.data, i, ink, 24)) continue;
                all += 1;
                if (!isNear(full.data, i, ink, 48)) lost += 1;
            }
        if (all === 0) return [`${text.textContent}: no ink of it is seen`];
        return lost > 0.01 * all ? [`${text.textContent}: ${lost} of ${all} pixels`] : [];
    });
}
