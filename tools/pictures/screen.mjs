// The terminal client as a picture: played in tmux, read from there with its colours, and drawn by the
// browser.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, scratch, until } from '../../tests/tap.mjs';
import { openPage } from '../../tests/web/browser.mjs';

const GROUND = '#080808'; // as the dark theme has it
const [COLUMNS, ROWS] = [112, 36];
const TURNS = 24; // of all seats, before the next of the first one

// The beginning of a record, up to a turn of the first seat that is not played yet.
function unfinished(record) {
    const lines = record.split('\n');
    const turns = lines.flatMap((line, i) => (/^\d [@A-Z]/.test(line) ? [i] : []));
    const next = turns.findIndex((at, i) => i >= TURNS && lines[at].startsWith('1 '));
    return `${lines.slice(0, turns[next]).join('\n')}\n`;
}

async function playedScreen(record) {
    const folder = scratch();
    const file = path.join(folder, 'evening.rail');
    fs.writeFileSync(file, unfinished(record));
    const tmux = (...args) =>
        execFileSync('tmux', ['-S', path.join(folder, 'tmux'), '-f', '/dev/null', ...args], {
            encoding: 'utf8',
            env: { ...process.env, LC_ALL: 'C.UTF-8', XDG_STATE_HOME: folder, TERM: 'xterm-256color' },
        });
    const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
    const game = `build/railhead play --theme dark --resume '${file}' --seats Ada,hard,hard,hard`;
    tmux('new-session', '-d', ...size, `env -u NO_COLOR RAILHEAD_NO_ANIMATION=1 TERM=tmux-256color ${game}`);
    after(() => tmux('kill-server'));
    await until(() => /Your cities/.test(tmux('capture-pane', '-p')), 'the game');
    tmux('send-keys', 'm');
    await until(() => /✕|×|x/.test(tmux('capture-pane', '-p')), 'what is missing');
    return tmux('capture-pane', '-p', '-e');
}

// ---- Colours --------------------------------------------------------------------------------------

const BASIC = [
    '#000000', '#cd3131', '#0dbc79', '#e5e510', '#2472c8', '#bc3fbc', '#11a8cd', '#e5e5e5',
    '#666666', '#f14c4c', '#23d18b', '#f5f543', '#3b8eea', '#d670d6', '#29b8db', '#ffffff',
];

// Of a terminal's 256: the basic ones, a cube of six steps a side, and greys.
function indexed(n) {
    if (n < 16) return BASIC[n];
    if (n >= 232) return `rgb(${Array(3).fill(8 + 10 * (n - 232))})`;
    const step = (value) => (value === 0 ? 0 : 55 + 40 * value);
    return `rgb(${[36, 6, 1].map((side) => step(Math.floor((n - 16) / side) % 6))})`;
}

// What a sequence of numbers says about the letters that follow.
function styled(before, numbers) {
    const style = { ...before };
    for (let i = 0; i < numbers.length; i += 1) {
        const n = numbers[i];
        if (n === 0) for (const key of Object.keys(style)) delete style[key];
        else if (n === 1) style.bold = true;
        else if (n === 2) style.dim = true;
        else if (n === 4) style.underline = true;
        else if (n === 7) style.reverse = true;
        else if (n === 22) style.bold = style.dim = false;
        else if (n === 24) style.underline = false;
        else if (n === 27) style.reverse = false;
        else if (n === 39) delete style.ink;
        else if (n === 49) delete style.ground;
        else if (n >= 30 && n < 38) style.ink = BASIC[n - 30];
        else if (n >= 40 && n < 48) style.ground = BASIC[n - 40];
        else if (n >= 90 && n < 98) style.ink = BASIC[n - 82];
        else if (n >= 100 && n < 108) style.ground = BASIC[n - 92];
        else if (n === 38 || n === 48) {
            const short = numbers[i + 1] === 5;
            const colour = short ? indexed(numbers[i + 2]) : `rgb(${numbers.slice(i + 2, i + 5)})`;
            style[n === 38 ? 'ink' : 'ground'] = colour;
            i += short ? 2 : 4;
        }
    }
    return style;
}

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function span(text, { ink = '#d7dae0', ground = 'transparent', ...style }) {
    const [front, back] = style.reverse
        ? [ground === 'transparent' ? GROUND : ground, ink]
        : [ink, ground];
    const css = [
        `color:${front}`,
        `background:${back}`,
        style.bold && 'font-weight:bold',
        style.dim && 'opacity:.6',
        style.underline && 'text-decoration:underline',
    ];
    return `<span style="${css.filter(Boolean).join(';')}">${escaped(text)}</span>`;
}

// Every letter has a cell of its own width, whichever font it comes from.
function html(screen) {
    let style = {};
    const rows = screen.replace(/\n$/, '').split('\n').map((line) => {
        let row = '';
        for (const [, codes, text] of line.matchAll(/\x1b\[([\d;]*)m|([^\x1b]+)/g)) {
            if (text === undefined) style = styled(style, codes.split(';').map(Number));
            else row += span(text, style);
        }
        return `<div>${row || ' '}</div>`;
    });
    return `<!doctype html><meta charset="utf-8"><style>
        html { background: transparent }
        body { margin: 0; display: inline-block; background: ${GROUND}; border-radius: 10px; overflow: hidden;
               padding: 0 14px 12px; font: 14px/17px 'DejaVu Sans Mono'; white-space: pre }
        div, span { height: 17px; display: block } span { display: inline-block; vertical-align: top }
        header { padding: 10px 0; display: flex; gap: 8px }
        header i { width: 12px; height: 12px; border-radius: 6px; background: #444 }
        </style><body><header><i></i><i></i><i></i></header>${rows.join('')}`;
}

export async function drawScreen(browser, record, file, takeWebp) {
    const page = await openPage(browser, { width: 1400, height: 900, deviceScaleFactor: 1 });
    await page.setContent(html(await playedScreen(record)));
    await takeWebp(page, file, await page.locator('body').boundingBox());
    await page.context().close();
}
