// Programs that a measurement starts, and what the system knows of them.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { after, sleep, within } from '../../tests/tap.mjs';

const TICKS_A_SECOND = 100;

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

// Processor time of a process and all that it has started, in ticks, also what has ended.
function ticksOfFamily(pid) {
    try {
        const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
        const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
        return children.reduce((sum, child) => sum + ticksOfFamily(child),
            [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0));
    } catch {
        return 0; // it has just ended
    }
}

// All that the machine has computed, in ticks: user, nice, system, irq, softirq.
function ticksOfMachine() {
    const [, ...fields] = fs.readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/);
    return [0, 1, 2, 5, 6].reduce((sum, i) => sum + Number(fields[i]), 0);
}

// Returns a function that says how many cores other programs than ours have used since this call.
export function watchOthers() {
    const others = () => ticksOfMachine() - ticksOfFamily(process.pid);
    const [before, since] = [others(), performance.now()];
    return () => Math.max(0, (others() - before) / TICKS_A_SECOND / ((performance.now() - since) / 1000));
}

export async function timed(promise, limit) {
    const begun = performance.now();
    const late = sleep(limit).then(() => { throw new Error('late'); });
    const value = await Promise.race([promise, late]);
    return { ms: Math.round(performance.now() - begun), value };
}
