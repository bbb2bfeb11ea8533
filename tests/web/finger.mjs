// A finger on a phone that misses what it aims at: by 8 pixels as a standard deviation, to each
// side and up and down.  It sees what happens: where the map has come nearer, it aims again.
export const PHONE = { width: 360, height: 640, hasTouch: true, isMobile: true };
const MISS = 8;
const TOUCHES_MAX = 4;

// A number from a normal distribution, out of two equal ones.
function normal(random) {
    const [u, v] = [0, 1].map(() => (random(2 ** 24) + 0.5) / 2 ** 24);
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
}

// Where the finger lands that was to touch a point, with so many units to a pixel.
export function missed({ x, y }, random, pixel = 1) {
    return { x: x + MISS * normal(random) * pixel, y: y + MISS * normal(random) * pixel };
}

// Where a point of the sheet is seen, once the map stands still.
async function seenAt(page, { x, y }) {
    await page.waitForFunction(() => document.querySelector('.board-map').style.transform === '');
    return page.evaluate(
        (point) => {
            const map = document.querySelector('.board-map');
            const seen = new DOMPoint(point.x, point.y).matrixTransform(map.getScreenCTM());
            const box = map.getBoundingClientRect();
            const within =
                seen.x > box.left &&
                seen.x < box.right &&
                seen.y > box.top &&
                seen.y < box.bottom;
            return { x: seen.x, y: seen.y, within, box: map.getAttribute('viewBox') };
        },
        { x, y },
    );
}

// Aims at a point of the sheet until something has been chosen: in a game it lies there, on the
// page that shows the board alone it is kept.  How many touches that took.
export async function aim(page, point, random) {
    for (let touches = 1; touches <= TOUCHES_MAX; touches += 1) {
        const place = await seenAt(page, point);
        if (!place.within) throw new Error('what was aimed at is not to be seen any more');
        const { x, y } = missed(place, random);
        await page.touchscreen.tap(x, y);
        // Beside everything, nothing happens.
        const what = await page.waitForFunction((before) => {
            if (window.chosen?.length || document.querySelector('.confirm:enabled, .notice.bad'))
                return 'chosen';
            const map = document.querySelector('.board-map');
            return map.style.transform === '' && map.getAttribute('viewBox') !== before && 'nearer';
        }, place.box, { timeout: 2000 }).catch(() => null);
        if ((await what?.jsonValue()) === 'chosen') return touches;
    }
    return TOUCHES_MAX;
}
