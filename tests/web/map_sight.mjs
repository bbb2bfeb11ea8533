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
        of: (line) => ({ missing: [{ seat: 2, lines: [line] }] }),
        least: 0.4, // of dashes
    },
    'what is lit': { of: (line) => ({ lit: [line] }) },
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

/** What is hidden of the board's pieces, a sentence each. */
export async function hiddenPieces(page, lattice, { pointOn, thickness, kinds = KINDS_ALL }) {
    const around = crowd(lattice);
    await page.addStyleTag({ content: '.board-zoom { display: none }' }); // pages have room for it
    const bare = await picture(page, around);
    const faults = [];
    for (const name of kinds) {
        const how = KINDS[name];
        const { of, along = 1, least = 0.5, edge = false, only = () => true } = how;
        const lines = [...lattice.lines.values()].filter(({ kind }) => only(kind));
        if (lines.length === 0) continue;
        const pieces = {};
        for (const line of lines)
            for (const [key, list] of Object.entries(of(line.name)))
                pieces[key] = [...(pieces[key] ?? []), ...list];
        const probes = lines.map((line) =>
            Array.from({ length: PROBES }, (_, i) =>
                pointOn(
                    line,
                    along * (0.12 + (0.76 * i) / (PROBES - 1)),
                    edge ? ((i % 2) - 0.5) * thickness : 0,
                ),
            ),
        );
        const shown = await picture(page, { ...around, ...pieces });
        const seen = await differing(page, bare, shown, probes);
        await shown.dispose();
        seen.forEach((part, i) => {
            if (part < least)
                faults.push(`${name} on ${lines[i].name}: ${Math.round(100 * part)} % is seen`);
        });
    }
    return faults;
}
