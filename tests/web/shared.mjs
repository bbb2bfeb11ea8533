// The browser that the tests share in one run of tests/run: prints its address, and ends with it.
import { chromium, CHROMIUM } from './browser.mjs';

const server = await chromium.launchServer({ ...CHROMIUM, host: '127.0.0.1' });
console.log(server.wsEndpoint());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => server.close().then(() => process.exit(0)));
