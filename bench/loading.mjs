// The load generator, run with its report as an object: see bench/load/load.c.
import { spawn } from 'node:child_process';

export function load(...words) {
    return new Promise((resolve, reject) => {
        const child = spawn('build/load', [...words.map(String), '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
        let text = '';
        child.stdout.on('data', (part) => { text += part; });
        child.on('close', (status) => {
            if (status === 0) resolve(JSON.parse(text));
            else reject(new Error(`build/load ended with status ${status}`));
        });
    });
}
