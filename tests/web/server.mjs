// A real `railhead serve` for the tests, on a folder of its own: it can be killed and started again
// on the same data and the same port, and its clock can be put forward while it runs.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

export class Server {
    data = fs.mkdtempSync(path.join(os.tmpdir(), 'railhead-web-'));
    clock = path.join(this.data, 'later');
    environment = {};
    // Of the program, beside the usual: whoever clicked as fast as tests do would be told to wait.
    args = ['--messages', '10000'];
    web = 'build/web';
    url = null;
    process = null;

    // With a clock that later() puts forward.
    static withClock() {
        const server = new Server();
        const library = path.join(server.data, 'later.so');
        const command = ['-shared', '-fPIC', '-o', library, 'tests/web/later/later.c'];
        execFileSync('gcc', ['-std=c17', '-Wall', '-Wextra', '-Werror', ...command]);
        server.environment = { LD_PRELOAD: library, RAILHEAD_LATER: server.clock };
        return server;
    }

    later(ms) {
        fs.writeFileSync(`${this.clock}.new`, String(ms));
        fs.renameSync(`${this.clock}.new`, this.clock);
    }

    async start() {
        const port = this.url ? new URL(this.url).port : '0';
        const words = ['serve', '--bind', '127.0.0.1', '--port', port];
        this.process = spawn(
            'build/railhead',
            [...words, '--data', this.data, '--web', this.web, ...this.args],
            {
                stdio: ['ignore', 'pipe', 'inherit'],
                env: { ...process.env, ...this.environment },
            },
        );
        for await (const line of readline.createInterface({ input: this.process.stdout })) {
            const found = /http:\/\/[\w.:[\]]+\//.exec(line);
            if (found) {
                this.url = found[0].replace('localhost', '127.0.0.1');
                break;
            }
        }
        this.process.stdout.resume();
    }

    async kill(signal = 'SIGKILL') {
        const ended = new Promise((resolve) => {
            this.process.on('close', resolve);
        });
        this.process.kill(signal);
        await ended;
    }

    // Starts it again as if everything had happened so much earlier: nobody has to wait for that.
    async restartLater(ms) {
        await this.kill('SIGTERM');
        const program = [
            'import sqlite3, sys',
            'store = sqlite3.connect(sys.argv[1])',
            'store.execute("UPDATE event SET at = at - ?", (int(sys.argv[2]),))',
            'store.commit()',
        ].join('\n');
        const file = fs.readdirSync(this.data).find((name) => /\.(db|sqlite3?)$/.test(name));
        execFileSync('python3', ['-c', program, path.join(this.data, file), String(ms)]);
        await this.start();
    }

    // The end of the test: nothing of it stays.
    async remove() {
        await this.kill('SIGTERM');
        fs.rmSync(this.data, { recursive: true, force: true });
    }
}
