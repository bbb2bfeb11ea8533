#!/usr/bin/env node
// The names of devices: what browsers call themselves, as the server keeps it, in plain words.
import { createRequire } from 'node:module';
import { check, finish, same } from './browser.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { outputFiles } = await require('esbuild').build({
    entryPoints: ['web/src/pages/device.ts'],
    bundle: true,
    format: 'esm',
    write: false,
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { deviceOf } = await import(`data:text/javascript;base64,${code}`);

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const KNOWN = [
    ['(X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox', 'Linux'],
    ['(Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36', 'Chrome', 'Windows'],
    ['(Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0', 'Edge', 'Windows'],
    ['(Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0', 'Opera', 'Windows'],
    ['(Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15', 'Safari', 'macOS'],
    ['(iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile/15E148 Safari/604.1', 'Safari', 'iPhone'],
    ['(iPhone; CPU iPhone OS 17_4 like Mac OS X) FxiOS/125.0 Mobile/15E148 Safari/605.1.15', 'Firefox', 'iPhone'],
    ['(iPad; CPU OS 17_4 like Mac OS X) CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1', 'Chrome', 'iPad'],
    ['(Linux; Android 10; K) Chrome/124.0.0.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    ['(Linux; Android 14; SAMSUNG SM-S918B) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/5',
        'Samsung Internet', 'Android'],
    ['(X11; CrOS x86_64 14541.0.0) Chrome/131.0.0.0 Safari/537.36', 'Chrome', 'ChromeOS'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
];

await check('the browser and the system of what browsers say', () => {
    for (const [label, browser, system] of KNOWN) same({ browser, system }, deviceOf(label), label);
});

await check('what was cut off, or is no browser, is not guessed', () => {
    for (const [label, browser, system] of [
        ['', '', ''],
        ['curl/8.5.0', '', ''],
        ['Pocket/2.0 <b>', '', ''],
        ['(Linux; Android 13; a very long name of a very plain telephone) Chro', '', 'Android'],
        ['Firefox/128.0', 'Firefox', ''],
        ['notFirefox/1 myLinuxes', '', ''],
    ])
        same({ browser, system }, deviceOf(label), label);
});
finish();
