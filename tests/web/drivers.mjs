// Debian's Firefox and WebKitGTK, for what is to work in more than Chromium: a page that is gone to,
// looked at and clicked on, over the protocol that each of them speaks (docs/decisions/0022).
//
//     const page = await firefox({ width, height });      or webkit()
//     await page.goto(url);
//     await page.evaluate((x) => document.title + x, 'y');
//     await page.click(x, y);                              by a mouse, in pixels of the window
//     await page.resize({ width, height });
//     await page.close();
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import { after, scratch, sleep, within } from '../tap.mjs';

const { WebSocket } = createRequire(import.meta.url)('/usr/share/nodejs/ws');

// A program with a home of its own; `stop` ends it with all that it has started.
function start(command, args, { home = scratch(), stdio = ['ignore', 'ignore', 'pipe'], env = {} }) {
    const child = spawn(command, args, {
        stdio,
        detached: true,
        env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, LANG: 'en_GB.UTF-8', ...env },
    });
    const ended = new Promise((resolve) => {
        child.on('close', resolve);
        child.on('error', resolve);
    });
    const kill = (signal) => {
        try {
            process.kill(-child.pid, signal);
        } catch {
            // It has ended.
        }
    };
    after(() => kill('SIGKILL'));
    const stop = async () => {
        kill('SIGTERM');
        await Promise.race([ended, sleep(3000)]);
        kill('SIGKILL');
    };
    return { child, ended, stop };
}

// The first thing that a program says which looks like `wanted`; what it says later is of no interest.
function said(stream, wanted) {
    const heard = [];
    const answer = new Promise((resolve, reject) => {
        const lines = readline.createInterface({ input: stream });
        lines.on('line', (line) => {
            heard.push(line);
            const found = wanted.exec(line);
            if (found) resolve(found);
        });
        lines.on('close', () => reject(new Error(`it ended: ${heard.join('\n')}`)));
    });
    return within(answer, () => `${wanted} in ${heard.join('\n')}`);
}

// A click of a mouse in the words of both protocols.
const clickActions = (x, y) => [
    {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
            { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
        ],
    },
];

// A call as a text, whose result comes back as a text.
const callOf = (run, args) => `JSON.stringify((${run})(...${JSON.stringify(args)})) ?? 'null'`;

// ---- Firefox: WebDriver BiDi, which it speaks itself --------------------------------------------

const FIREFOX_SETTINGS = {
    'app.update.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'intl.accept_languages': 'en-GB, en',
    'ui.prefersReducedMotion': 1,
};

export async function firefox(size) {
    const profile = scratch();
    fs.writeFileSync(
        path.join(profile, 'user.js'),
        Object.entries(FIREFOX_SETTINGS)
            .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
            .join(''),
    );
    const program = start(
        'firefox-esr',
        ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
        {},
    );
    const [, address] = await said(program.child.stderr, /listening on (ws:\S+)/);
    const socket = new WebSocket(`${address}/session`);
    await new Promise((resolve, reject) => {
        socket.on('open', resolve);
        socket.on('error', reject);
    });
    const waiting = new Map();
    socket.on('message', (text) => {
        const { id, type, result, message } = JSON.parse(text);
        const { resolve, reject } = waiting.get(id) ?? {};
        waiting.delete(id);
        if (type === 'success') resolve?.(result);
        else reject?.(new Error(message));
    });
    let last = 0;
    const say = (method, params) =>
        within(
            new Promise((resolve, reject) => {
                last += 1;
                waiting.set(last, { resolve, reject });
                socket.send(JSON.stringify({ id: last, method, params }));
            }),
            method,
        );
    await say('session.new', { capabilities: {} });
    const { contexts } = await say('browsingContext.getTree', {});
    const { context } = contexts[0];
    const resize = (viewport) => say('browsingContext.setViewport', { context, viewport });
    await resize(size);
    return {
        resize,
        goto: (url) => say('browsingContext.navigate', { context, url, wait: 'complete' }),
        async evaluate(run, ...args) {
            const { type, result, exceptionDetails } = await say('script.evaluate', {
                expression: callOf(run, args),
                target: { context },
                awaitPromise: false,
            });
            if (type !== 'success') throw new Error(exceptionDetails.text);
            return JSON.parse(result.value);
        },
        click: (x, y) => say('input.performActions', { context, actions: clickActions(x, y) }),
        async picture(file) {
            const { data } = await say('browsingContext.captureScreenshot', { context });
            fs.writeFileSync(file, data, 'base64');
        },
        async close() {
            socket.terminate();
            await program.stop();
        },
    };
}

// ---- WebKitGTK: WebDriver over HTTP, on a screen that nobody sees -------------------------------

async function freePort() {
    const server = net.createServer();
    await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address();
    await new Promise((resolve) => {
        server.close(resolve);
    });
    return port;
}

// Asks until it listens.
async function untilAnswers(url, program) {
    let ended = false;
    program.ended.then(() => {
        ended = true;
    });
    for (;;) {
        try {
            return await fetch(url);
        } catch (error) {
            if (ended) throw error;
            await sleep(20);
        }
    }
}

export async function webkit(size) {
    const screen = start(
        'Xvfb',
        ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
        { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const [display] = await said(screen.child.stdout, /^\d+$/);
    const port = await freePort();
    const program = start('WebKitWebDriver', [`--port=${port}`], {
        stdio: 'ignore',
        env: { DISPLAY: `:${display}`, GDK_BACKEND: 'x11', WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    });
    await untilAnswers(`http://127.0.0.1:${port}/status`, program);
    const ask = async (method, where, body) => {
        const response = await within(
            fetch(`http://127.0.0.1:${port}/session${where}`, {
                method,
                ...(body ? { body: JSON.stringify(body) } : {}),
            }),
            where,
        );
        const { value } = await response.json();
        if (!response.ok) throw new Error(`${where}: ${value.error} ${value.message}`);
        return value;
    };
    const { sessionId } = await ask('POST', '', { capabilities: {} });
    const post = (where, body) => ask('POST', `/${sessionId}/${where}`, body);
    const evaluate = async (run, ...args) =>
        JSON.parse(await post('execute/sync', { script: `return ${callOf(run, args)}`, args: [] }));
    // The bars of a window are wider than a phone.  One that a page has opened has none.
    await post('url', { url: `data:text/html,<html onclick="open('', '', 'width=99')">` });
    await post('actions', { actions: clickActions(9, 9) });
    const first = await ask('GET', `/${sessionId}/window`);
    const windows = await ask('GET', `/${sessionId}/window/handles`);
    await post('window', { handle: windows.find((handle) => handle !== first) });
    const resize = ({ width, height }) => post('window/rect', { width, height });
    await resize(size);
    return {
        resize,
        evaluate,
        goto: (url) => post('url', { url }),
        click: (x, y) => post('actions', { actions: clickActions(x, y) }),
        async picture(file) {
            fs.writeFileSync(file, await ask('GET', `/${sessionId}/screenshot`), 'base64');
        },
        async close() {
            await ask('DELETE', `/${sessionId}`);
            await program.stop();
            await screen.stop();
        },
    };
}
