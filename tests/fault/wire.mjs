// A wire between two programs that can be made slow, silent, cut, or dead without a word.
import net from 'node:net';

export class Wire {
    // `target()` is where the far end is at the time, as net.connect() takes it.
    constructor(target) {
        this.target = target;
        this.delay = 0;
        this.isStalled = false;
        this.isDark = false;
        this.pairs = new Set();
        this.dead = new Set();
        this.waiting = []; // { at, run } in order
    }

    async start() {
        this.listener = net.createServer((near) => this.join(near));
        await new Promise((resolve) => { this.listener.listen(0, '127.0.0.1', 1024, resolve); });
        this.port = this.listener.address().port;
        return this;
    }

    join(near) {
        const far = net.connect(this.target());
        const pair = { near, far, isDead: this.isDark };
        if (this.isDark) this.dead.add(pair);
        else this.pairs.add(pair);
        for (const [from, to] of [[near, far], [far, near]]) {
            from.setNoDelay?.(true);
            from.on('error', () => {});
            from.on('data', (bytes) => this.pass(pair, () => to.write(bytes)));
            from.on('end', () => this.pass(pair, () => to.end()));
            from.on('close', () => this.pass(pair, () => {
                to.destroySoon();
                this.pairs.delete(pair);
            }));
        }
    }

    // Everything goes the same way, so that it stays in order.
    pass(pair, run) {
        const arrive = () => {
            if (!pair.isDead) run();
        };
        if (!this.isStalled && this.delay === 0 && this.waiting.length === 0) {
            arrive();
            return;
        }
        this.waiting.push({ at: Date.now() + this.delay, run: arrive });
        this.wake();
    }

    wake() {
        clearTimeout(this.timer);
        while (!this.isStalled && this.waiting.length > 0 && this.waiting[0].at <= Date.now()) {
            this.waiting.shift().run();
        }
        if (this.isStalled || this.waiting.length === 0) return;
        this.timer = setTimeout(() => this.wake(), this.waiting[0].at - Date.now());
    }

    // Nothing gets through, and nothing is lost.
    stall() {
        this.isStalled = true;
    }

    slow(milliseconds) {
        this.delay = milliseconds;
    }

    // What is connected now, and what will be, hears nothing, as if the other machine had lost its
    // power.
    goDark() {
        this.isDark = true;
        for (const pair of this.pairs) this.die(pair);
    }

    flow() {
        if (this.isDark) this.bury(this.dead);
        this.isStalled = this.isDark = false;
        this.delay = 0;
        this.wake();
    }

    cut() {
        for (const { near, far } of this.pairs) {
            near.destroy();
            far.destroy();
        }
    }

    // What is connected now hears nothing more from the other end, not even that it has gone; both
    // notice after `seconds`, as by keepalives.
    halfOpen(seconds) {
        const dead = [...this.pairs];
        for (const pair of dead) this.die(pair);
        setTimeout(() => this.bury(dead), 1000 * seconds).unref();
    }

    die(pair) {
        pair.isDead = true;
        this.pairs.delete(pair);
        this.dead.add(pair);
    }

    bury(dead) {
        for (const pair of dead) {
            pair.near.destroy();
            pair.far.destroy();
            this.dead.delete(pair);
        }
    }
}
