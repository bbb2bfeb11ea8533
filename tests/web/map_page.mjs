// A real browser with the page that shows nothing but the board.

import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { launch, patient } from './browser.mjs';
import { ROOT } from './map_tools.mjs';

const TYPES = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.json': 'application/json',
};

function serve(folder) {
    const server = createServer((request, response) => {
        const path = new URL(request.url, 'http://localhost').pathname;
        try {
            const bytes = readFileSync(join(folder, path));
            response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain');
            response.end(bytes);
        } catch {
            response.statusCode = path === '/favicon.ico' ? 204 : 404;
            response.end();
        }
    });
    return new Promise((started) => {
        server.listen(0, '127.0.0.1', () => started(server));
    });
}

/**
 * Builds the page into a folder, with the artwork that make web has drawn, and opens a browser; `open`
 * gives pages, `close` ends it all.
 */
export async function startBrowser(folder) {
    const build = ['demo/build.mjs', folder, '--no-art'];
    execFileSync(process.execPath, build, { cwd: join(ROOT, 'web') });
    cpSync(join(ROOT, 'build/art'), join(folder, 'art'), { recursive: true });
    const server = await serve(folder);
    const browser = await launch();
    const errors = [];
    async function open(board, scene, { theme = 'light', ...options } = {}) {
        const viewport = { width: 1280, height: 830 };
        const page = patient(await browser.newPage({ viewport, ...options }));
        page.on('pageerror', (error) => errors.push(`${board}: ${error.message}`));
        page.on('console', (message) => {
            if (message.type() === 'error') errors.push(`${board}: ${message.text()}`);
        });
        const query = new URLSearchParams({ board, scene, theme });
        await page.goto(`http://127.0.0.1:${server.address().port}/board.html?${query}`);
        await page.waitForSelector('.zones', { state: 'attached' });
        return page;
    }
    async function close() {
        await browser.close();
        server.close();
    }
    return { open, close, errors };
}

/** Where points of the sheet are seen in the window. */
export async function toWindow(page, points) {
    await viewBox(page);
    return page.evaluate(
        (list) => {
            const matrix = document.querySelector('.board-map').getScreenCTM();
            return list.map(({ x, y }) => {
                const seen = new DOMPoint(x, y).matrixTransform(matrix);
                return { x: seen.x, y: seen.y };
            });
        },
        points.map(({ x, y }) => ({ x, y })),
    );
}

/** What was chosen since the last call. */
export function takeChosen(page) {
    return page.evaluate(() => window.chosen.splice(0));
}

/** The part of the sheet that is seen, once it has been drawn. */
export async function viewBox(page) {
    await page.waitForFunction(() => document.querySelector('.board-map').style.transform === '');
    return page.evaluate(() =>
        document.querySelector('.board-map').getAttribute('viewBox').split(' ').map(Number),
    );
}
