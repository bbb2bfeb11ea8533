// Two PostgreSQL: a primary, and a hot standby that has every commit before it is answered.  When the
// primary has gone for good the standby takes its place, and gets a standby of its own.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Postgres } from '../server/server.mjs';
import { after, scratch, sleep, until, within } from '../tap.mjs';

const ARGS = ['max_connections=200', 'wal_level=replica', 'hot_standby=on', 'wal_retrieve_retry_interval=100ms',
    'wal_keep_size=64MB', 'wal_sender_timeout=5s', 'wal_receiver_timeout=5s', 'max_wal_size=64MB']
    .flatMap((setting) => ['-c', setting]);
const MEGABYTES = 2048;

// The processes of a cluster; those of PostgreSQL are each a group of their own.
function family(pid) {
    const children = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((name) => {
        try {
            return fs.readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[1] === String(pid);
        } catch {
            return false; // it has just gone
        }
    });
    return [pid, ...children.map(Number)];
}

class Database extends Postgres {
    constructor(options = {}) {
        const folder = scratch();
        const disk = Database.smallDisk(folder);
        super({ folder, args: ARGS, ...options });
        this.disk = disk;
        this.follow(undefined);
    }

    // A file system of its own, whose size can be changed; undefined where that is not allowed.
    static smallDisk(folder) {
        try {
            execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', folder], { stdio: 'pipe' });
        } catch {
            return undefined;
        }
        after(() => execFileSync('umount', ['-l', folder]));
        const resize = (size) => execFileSync('mount', ['-o', `remount,size=${size}`, folder]);
        return {
            fill() {
                const { bsize, blocks, bfree } = fs.statfsSync(folder);
                resize((blocks - bfree + 16) * bsize);
            },
            empty: () => resize(`${MEGABYTES}m`),
        };
    }

    // What is set while it runs stands in a file of its own.
    follow(names) {
        if (!fs.existsSync(this.data)) return;
        const main = path.join(this.data, 'postgresql.conf');
        const line = "include_if_exists 'pair.conf'\n";
        if (!fs.readFileSync(main, 'utf8').includes(line)) fs.appendFileSync(main, line);
        fs.writeFileSync(path.join(this.data, 'pair.conf'), names ? `synchronous_standby_names = '${names}'\n` : '');
        fs.chmodSync(path.join(this.data, 'pair.conf'), 0o644);
        if (this.isRunning) this.child.kill('SIGHUP');
    }

    get isRunning() {
        return Boolean(this.child) && this.child.exitCode === null && this.child.signalCode === null;
    }

    async kill() {
        for (const pid of family(this.child.pid)) {
            try {
                process.kill(pid, 'SIGKILL');
            } catch (error) {
                if (error.code !== 'ESRCH') throw error;
            }
        }
        await within(this.ended, 'the end of PostgreSQL');
    }

    // Until it is there: after a kill others may not have let go yet.
    async revive() {
        await until(() => this.isRunning || this.start().then(() => true, () => sleep(200)),
            'the database to start');
    }

    async sql(statement, name = 'postgres') {
        const text = await this.ask('psql', '-AtqX', '-h', this.folder, '-U', 'railhead', '-d', name, '-c', statement);
        return text.trim();
    }
}

export class Pair {
    static async start() {
        const pair = new Pair();
        pair.databases = [new Database(), undefined];
        pair.first = 0; // which of them is the primary
        await pair.primary.start();
        await pair.addStandby();
        return pair;
    }

    get primary() {
        return this.databases[this.first];
    }

    get standby() {
        return this.databases[1 - this.first];
    }

    // Where a host of the URL is now; its place is the same for ever.
    socket(place) {
        return { path: path.join(this.databases[place]?.folder ?? '/nowhere', '.s.PGSQL.5432') };
    }

    get hasDisk() {
        return Boolean(this.primary.disk);
    }

    async addStandby() {
        const { primary } = this;
        const standby = new Database({ isEmpty: true });
        await primary.ask('pg_basebackup', '-h', primary.folder, '-U', 'railhead', '-D', standby.data,
            '-R', '-X', 'stream', '-c', 'fast', '--no-sync');
        standby.follow(undefined);
        await standby.start();
        this.databases[1 - this.first] = standby;
        primary.follow('*');
        await this.inStep();
    }

    // Until the standby has all there is now, and every commit waits for it.
    async inStep() {
        const { primary } = this;
        let goal;
        await until(async () => {
            goal ??= await primary.sql('SELECT pg_current_wal_flush_lsn()').catch(() => undefined);
            return goal && await primary.sql('SELECT count(*) FROM pg_stat_replication'
                + ` WHERE sync_state = 'sync' AND flush_lsn >= '${goal}'`).catch(() => '') === '1';
        }, 'the standby');
    }

    async promote() {
        await this.inStep();
        const old = this.primary;
        await old.kill();
        this.first = 1 - this.first;
        await this.primary.sql('SELECT pg_promote(true, 60)');
        this.databases[1 - this.first] = undefined;
        fs.rmSync(old.data, { recursive: true, force: true });
        await this.addStandby();
    }

    createDatabase(name) {
        this.primary.run('createdb', '-h', this.primary.folder, '-U', 'railhead', name);
        return name;
    }
}
