// Whether things keep their places: the browser's own measure of what jumped, and the boxes of what
// a pointer may be on.

// Every shift of the layout, whoever caused it: what a click moves moves under the pointer.
export const watchShifts = (page) =>
    page.evaluate(() => {
        globalThis.shifted = [];
        const note = (entry) => {
            const whose = entry.sources.map(({ node }) => {
                const element = node?.nodeType === 3 ? node.parentElement : node;
                return element ? `${element.tagName}.${element.getAttribute('class') ?? ''}` : '?';
            });
            globalThis.shifted.push({ value: entry.value, whose });
        };
        const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
        observer.observe({ type: 'layout-shift' });
        globalThis.stopShifts = () => {
            observer.takeRecords().forEach(note);
            observer.disconnect();
            return globalThis.shifted;
        };
    });

// What has shifted since, added up, and what it was.
export async function takeShifts(page) {
    const all = await page.evaluate(() => globalThis.stopShifts());
    return {
        sum: all.reduce((sum, { value }) => sum + value, 0),
        whose: all.map(({ value, whose }) => `${value.toFixed(4)} ${whose.join(' ')}`),
    };
}

// Where the first of each of these is, to the pixel.
export const placesOf = (page, selectors) =>
    page.evaluate(
        (all) =>
            Object.fromEntries(
                all.map((selector) => {
                    const element = document.querySelector(selector);
                    const box = element?.getBoundingClientRect();
                    const seen = box && box.width > 0;
                    return [
                        selector,
                        seen ? [box.x, box.y, box.width, box.height].map(Math.round).join(' ') : '-',
                    ];
                }),
            ),
        selectors,
    );
