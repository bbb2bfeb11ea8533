#!/usr/bin/env node
// The buttons that zoom cover no city of any board, on any size of screen.
import { check, drawn, finish, launch, openPage, same, shot } from './browser.mjs';
import { startGame } from './player.mjs';
import { serveSite } from './site.mjs';

const SIZES = [
    [360, 640],
    [390, 844],
    [640, 360],
    [844, 390],
    [768, 1024],
    [1024, 768],
    [1280, 800],
    [1920, 1080],
];
const site = await serveSite();
const browser = await launch();

for (const board of ['transamerica', 'transeuropa', 'transeuropa-classic'])
    for (const hasTouch of [false, true])
        await check(`${board}, ${hasTouch ? 'touched' : 'with a mouse'}: no city is below a button`, async () => {
            const page = await openPage(browser, { hasTouch });
            await startGame(page, site.url, { board, players: 2, level: 'easy' });
            for (const [width, height] of SIZES) {
                await page.setViewportSize({ width, height });
                await drawn(page);
                await drawn(page); // the place follows from the size that has been drawn
                const seen = await page.evaluate(() => {
                    const buttons = [...document.querySelectorAll('.map .board-zoom button')].map(
                        (one) => one.getBoundingClientRect(),
                    );
                    const signs = [...document.querySelectorAll('.board .city-sign')];
                    const isBelow = (sign) => {
                        const { left, top, right, bottom } = sign.getBoundingClientRect();
                        return buttons.some(
                            (b) => left < b.right && b.left < right && top < b.bottom && b.top < bottom,
                        );
                    };
                    const isOut = (b) =>
                        b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight;
                    return {
                        buttons: buttons.length,
                        out: buttons.filter(isOut).length,
                        covered: signs.filter(isBelow).length,
                        cities: signs.length,
                    };
                });
                await shot(page, `zoom-${board}-${hasTouch}-${width}x${height}`);
                const { cities, ...rest } = seen;
                same({ buttons: 3, out: 0, covered: 0 }, rest, `${width}x${height}, ${cities} cities:`);
            }
            same([], page.problems);
            await page.context().close();
        });

await browser.close();
await site.close();
finish();
