// Real servers for tests: `railhead serve` and PostgreSQL, each started, stopped, killed and started
// again on the same data.
import { execFile, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { after, scratch, until, within } from '../tap.mjs';

export const PROGRAM = process.env.RAILHEAD ?? 'build/railhead';
export const NEXT_PROGRAM = path.join(path.dirname(PROGRAM), 'next', 'railhead'); // a pretended next version

function ended(child) {
    return new Promise((resolve) => {
        child.on('close', (code, signal) => resolve({ code, signal }));
    });
}

// A port that is free now, for programs that have to be told one.
export async function freePort() {
    const listener = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => { listener.on('listening', resolve); });
    const { port } = listener.address();
    await new Promise((resolve) => { listener.close(resolve); });
    return port;
}

// ---- railhead serve ---------------------------------------------------------------------------

// Tests and measurements play from one address, and faster than people.
const GENEROUS = ['--connections', '100000', '--messages', '1000000'];

export class Server {
    // `database` is the URL of a PostgreSQL database; without one the games are in `data`.
    // `strict` leaves the limits on connections and messages as they are by default.
    // `environment` is added to what it is started with.
    constructor({ data = scratch(), database, args = [], strict = false, environment = {} } = {}) {
        this.port = 0;
        this.program = PROGRAM;
        this.environment = environment;
        this.data = data;
        this.database = database;
        this.args = [...(database ? ['--database', database] : ['--data', data]),
            ...(strict ? [] : GENEROUS), ...args];
        this.log = '';
        this.output = '';
        after(() => this.child?.kill('SIGKILL'));
    }

    // With RAILHEAD_TEST_SERVERS it is so many of them on one PostgreSQL, for tests that do not
    // care which they talk to.
    static async start(options = {}) {
        const servers = Number(process.env.RAILHEAD_TEST_SERVERS ?? 1);
        const chooses = options.data || options.database || options.strict;
        const server = servers > 1 && !chooses ? new Servers(servers, options) : new Server(options);
        await server.start();
        return server;
    }

    // On the port of the last time, so that clients find it again.
    async start() {
        const command = ['serve', '--port', String(this.port), ...this.args];
        this.child = spawn(this.program, command, {
            stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...this.environment },
        });
        this.hasEnded = false;
        this.ended = ended(this.child).finally(() => { this.hasEnded = true; });
        this.output = '';
        this.child.stderr.setEncoding('utf8').on('data', (text) => { this.log += text; });
        const ready = new Promise((resolve, reject) => {
            this.child.stdout.setEncoding('utf8').on('data', (text) => {
                this.output += text;
                const address = /https?:\/\/(?:\[[^\]]*\]|[^\s:]+):(\d+)\S*/.exec(this.output);
                if (address) resolve(address);
            });
            this.ended.then(({ code, signal }) => {
                reject(new Error(`the server ended (${signal ?? code}): ${this.log}`));
            });
        });
        const address = await within(ready, () => `an address in "${this.output}" "${this.log}"`);
        this.port = Number(address[1]);
        this.secure = address[0].startsWith('https');
        this.pid = this.child.pid;
    }

    get isRunning() {
        return Boolean(this.child) && !this.hasEnded;
    }

    get host() {
        return `127.0.0.1:${this.port}`;
    }

    get origin() {
        return `http${this.secure ? 's' : ''}://${this.host}`;
    }

    // { code, signal }
    async stop(signal = 'SIGTERM') {
        this.child.kill(signal);
        return within(this.ended, `the end of the server\n${this.log}`);
    }

    // Stops in order, with status 0, or throws with the end of the log.
    async stopInOrder(signal) {
        const { code } = await this.stop(signal);
        if (code !== 0) throw new Error(`the server ended with status ${code}:\n${this.log.slice(-3000)}`);
    }

    async restart(signal) {
        const end = await this.stop(signal);
        await this.start();
        return end;
    }

    // Runs a statement on the database of a server that is stopped: what nobody can do over the
    // network, such as letting a day pass.  Answers its rows, as texts.
    sql(statement) {
        if (this.database) {
            const command = psql(this.database, '-c', statement);
            const text = execFileSync(command[0], command.slice(1), { encoding: 'utf8', cwd: '/' });
            return text.split('\n').filter(Boolean).map((row) => row.split('|'));
        }
        const program = [
            'import json, sqlite3, sys',
            'store = sqlite3.connect(sys.argv[1])',
            'rows = store.execute(sys.argv[2]).fetchall()',
            'store.commit()',
            'print(json.dumps([[str(value) for value in row] for row in rows]))',
        ].join('\n');
        const file = fs.readdirSync(this.data).find((name) => /\.(db|sqlite3?)$/.test(name));
        return JSON.parse(execFileSync('python3', ['-c', program, path.join(this.data, file), statement],
            { encoding: 'utf8' }));
    }
}

// What a server says of the others and of its share.
export async function metricsOf({ origin }) {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const value = (name) => Number(new RegExp(`^${name}(?:{[^}]*})? (\\d+)$`, 'm').exec(text)?.[1]);
    return { servers: value('railhead_servers'), shards: value('railhead_shards') };
}

// Until all know each other and every table is minded by one of them.
export async function settled(all) {
    let metrics;
    await until(async () => {
        metrics = await Promise.all(all.map(metricsOf));
        const shards = metrics.reduce((sum, { shards: more }) => sum + more, 0);
        return metrics.every(({ servers }) => servers === all.length) && shards === 256;
    }, () => `servers that find each other: ${JSON.stringify(metrics)}`);
}

// Several on one PostgreSQL: every request and every connection goes to the next of them.
export class Servers {
    constructor(count, options = {}) {
        this.count = count;
        this.options = options;
        this.secure = false;
        this.next = 0;
    }

    async start() {
        this.postgres ??= await Postgres.start();
        this.database ??= this.postgres.database(`cluster${Math.random().toString(36).slice(2, 8)}`);
        this.members ??= Array.from({ length: this.count },
            () => new Server({ ...this.options, database: this.database }));
        for (const member of this.members) if (!member.isRunning) await member.start();
        await this.settled();
    }

    async settled(all = this.running) {
        await settled(all);
    }

    get running() {
        return this.members.filter((member) => member.isRunning);
    }

    get one() {
        const { running } = this;
        this.next = (this.next + 1) % running.length;
        return running[this.next];
    }

    get port() {
        return this.one.port;
    }

    get host() {
        return this.one.host;
    }

    get origin() {
        return this.one.origin;
    }

    get log() {
        return this.members.map(({ log }) => log).join('');
    }

    async stop(signal) {
        return (await Promise.all(this.running.map((member) => member.stop(signal))))[0];
    }

    async stopInOrder(signal) {
        await Promise.all(this.running.map((member) => member.stopInOrder(signal)));
    }

    async restart(signal) {
        const end = await this.stop(signal);
        await this.start();
        return end;
    }

    sql(statement) {
        return this.members[0].sql(statement);
    }

    // Somebody else at the database, who reads statements from `stdin`.
    session() {
        const command = psql(this.database);
        const child = spawn(command[0], command.slice(1), { cwd: '/', stdio: ['pipe', 'ignore', 'inherit'] });
        after(() => child.kill());
        return child;
    }
}

// ---- PostgreSQL -------------------------------------------------------------------------------

function programs() {
    for (const version of [17, 16, 15, 14, 13]) {
        const folder = `/usr/lib/postgresql/${version}/bin`;
        if (fs.existsSync(`${folder}/initdb`)) return folder;
    }
    return path.dirname(execFileSync('which', ['initdb'], { encoding: 'utf8' }).trim());
}

// PostgreSQL refuses to run as root.
function asUser(command) {
    if (process.getuid() !== 0) return command;
    return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--', ...command];
}

function psql(database, ...args) {
    return asUser([path.join(programs(), 'psql'), '-AtqX', '-v', 'ON_ERROR_STOP=1', '-d', database, ...args]);
}

export class Postgres {
    // With a new cluster, or without any for whoever copies another.
    constructor({ folder = scratch(), isEmpty = false, args = [] } = {}) {
        this.folder = folder;
        this.args = args;
        fs.chmodSync(this.folder, 0o755);
        this.data = path.join(this.folder, 'data');
        if (!isEmpty) execFileSync('tests/cluster', [this.data]);
        if (process.getuid() === 0) execFileSync('chown', ['postgres', this.folder]);
        after(() => this.child?.kill('SIGQUIT'));
    }

    static async start() {
        const postgres = new Postgres();
        await postgres.start();
        return postgres;
    }

    command(program, ...args) {
        return asUser([path.join(programs(), program), ...args]);
    }

    // The same as run(), while others go on.
    async ask(program, ...args) {
        const command = this.command(program, ...args);
        const { stdout } = await promisify(execFile)(command[0], command.slice(1), { cwd: this.folder });
        return stdout;
    }

    run(program, ...args) {
        const command = this.command(program, ...args);
        return execFileSync(command[0], command.slice(1), {
            encoding: 'utf8', cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'],
        });
    }

    async start() {
        const isReady = () => this.ask('pg_isready', '-h', this.folder, '-U', 'railhead');
        this.spawn();
        await until(() => isReady().then(() => true, () => {
            // It refuses to start while processes of one that was killed are still ending.
            if (this.child.exitCode !== null) this.spawn();
        }), 'PostgreSQL');
    }

    spawn() {
        const command = asUser([path.join(programs(), 'postgres'), '-D', this.data,
            '-k', this.folder, '-c', 'listen_addresses=', ...this.args]);
        this.child = spawn(command[0], command.slice(1), { cwd: this.folder, stdio: 'ignore' });
        this.ended = ended(this.child);
    }

    // SIGQUIT: at once, as after a crash; SIGINT: in order.
    async stop(signal = 'SIGQUIT') {
        this.child.kill(signal);
        await within(this.ended, 'the end of PostgreSQL');
    }

    database(name) {
        this.run('createdb', '-h', this.folder, '-U', 'railhead', name);
        return `postgresql://railhead@/${name}?host=${encodeURIComponent(this.folder)}`;
    }
}
