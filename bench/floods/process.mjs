// Programs that a measurement starts, and what the system knows of them.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { after, sleep, within } from '../../tests/tap.mjs';

// A program that prints JSON, an object a line; line() waits for the next.
export function start(program, args) {
    const child = spawn(program, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
    after(() => child.kill('SIGKILL'));
    const lines = [];
    const heard = { text: '', wake: () => {} };
    child.stdout.setEncoding('utf8').on('data', (text) => {
        const parts = (heard.text + text).split('\n');
        heard.text = parts.pop();
        lines.push(...parts.map((line) => JSON.parse(line)));
        heard.wake();
    });
    child.on('close', () => { heard.ended = true; heard.wake(); });
    const line = () => within(new Promise((resolve, reject) => {
        heard.wake = () => {
            if (lines.length > 0) resolve(lines.shift());
            else if (heard.ended) reject(new Error(`${program} ended`));
        };
        heard.wake();
    }), `a line of ${program}`);
    return { child, line };
}

export const isAlive = ({ child }) => child.exitCode === null && child.signalCode === null;

// /proc/PID/status in MB.
export function memory({ pid }, what) {
    try {
        return Number(new RegExp(`${what}:\\s*(\\d+)`).exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
    } catch {
        return NaN;
    }
}

export function resetPeak({ pid }) {
    try {
        fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch { /* then the peak is that of the whole run */ }
}

export async function timed(promise, limit) {
    const begun = performance.now();
    const late = sleep(limit).then(() => { throw new Error('late'); });
    const value = await Promise.race([promise, late]);
    return { ms: Math.round(performance.now() - begun), value };
}
