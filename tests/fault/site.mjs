// Several servers on two PostgreSQL behind nginx, with wires in between, and everything that can go
// wrong with them.  Each fault is a function that resolves when it is over.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { PROGRAM, Server, freePort } from '../server/server.mjs';
import { after, scratch, sleep } from '../tap.mjs';
import { Pair } from './pair.mjs';
import { Wire } from './wire.mjs';

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const PATIENCE = 1500; // as pages have it

// Not with sanitizers, which want to be the first library.
function canFake() {
    const env = { ...process.env, LD_PRELOAD: FAKETIME, FAKETIME: '+60s' };
    const { status, stderr } = spawnSync(PROGRAM, ['--version'], { env, timeout: 2000, killSignal: 'SIGKILL' });
    return status === 0 && stderr.length === 0;
}

// ---- nginx ------------------------------------------------------------------------------------

class Nginx {
    constructor(servers) {
        this.folder = scratch();
        this.servers = servers;
        after(() => this.child?.kill('SIGKILL'));
    }

    // The packaged configuration without TLS; everybody comes from the address that they say.
    configuration() {
        const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
            .map((name) => `${name}_temp_path ${this.folder}/${name};`).join(' ');
        const packaged = fs.readFileSync('packaging/nginx.conf', 'utf8');
        const servers = (_, how) => this.servers.map(({ host }) => `server ${host} ${how}`).join('\n');
        const site = packaged
            .replace(/server 127\.0\.0\.1:\d+ (.*;)/, servers)
            .replace('listen 443 ssl;', `listen 127.0.0.1:${this.port};`)
            .replace(/.*(listen \[::\]|ssl_certificate).*\n/g, '')
            .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_address');
        return `${process.getuid() === 0 ? 'user root;' : ''}
            master_process off; daemon off; pid ${this.folder}/pid; error_log ${this.folder}/error.log;
            events { worker_connections 4096; }
            http { access_log off; ${places}\n${site} }`;
    }

    async start() {
        this.port ??= await freePort();
        const file = path.join(this.folder, 'nginx.conf');
        fs.writeFileSync(file, this.configuration());
        this.child = spawn('nginx', ['-e', `${this.folder}/error.log`, '-p', this.folder, '-c', file], {
            stdio: 'inherit', env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
        });
    }

    async kill() {
        const ended = new Promise((resolve) => { this.child.on('close', resolve); });
        this.child.kill('SIGKILL');
        await ended;
    }

    // Why it could not reach a server, say.
    lastWords() {
        return fs.readFileSync(`${this.folder}/error.log`, 'utf8').trim().split('\n').slice(-20);
    }
}

// ---- A server ----------------------------------------------------------------------------------

class Member extends Server {
    constructor(wires, name) {
        const hosts = wires.map(({ port }) => `127.0.0.1:${port}`).join(',');
        const database = `postgresql://railhead@${hosts}/${name}?target_session_attrs=read-write`;
        super({ database, args: ['--behind-proxy'] });
        this.wires = wires;
    }

    // With a clock that is so many seconds ahead of the machine's.
    setClock(seconds) {
        this.environment = {
            LD_PRELOAD: FAKETIME, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1',
        };
    }

    // Until it is there: the database may be away at the moment.
    async revive() {
        for (;;) {
            try {
                this.isWanted = true;
                await this.start();
                this.ended.then((end) => {
                    if (this.isWanted) this.onend?.(end);
                });
                return;
            } catch {
                await sleep(200);
            }
        }
    }

    async end(signal) {
        this.isWanted = false;
        return this.stop(signal);
    }
}

export class Site {
    // Faults last as long as they can at a `pace` of 1, and as short at 0.
    static async start(count, random, pace) {
        const site = new Site();
        site.random = random;
        site.pace = pace;
        site.clocks = 0; // that were wrong
        site.pair = await Pair.start();
        const name = site.pair.createDatabase('prove');
        site.members = [];
        for (let i = 0; i < count; i += 1) {
            const wires = await Promise.all([0, 1].map((place) => new Wire(() => site.pair.socket(place)).start()));
            site.members.push(new Member(wires, name));
        }
        site.hasFaketime = canFake();
        for (const member of site.members) {
            site.chooseClock(member);
            await member.revive();
        }
        site.nginx = new Nginx(site.members);
        await site.nginx.start();
        const target = () => ({ port: site.nginx.port, host: '127.0.0.1' });
        site.wires = await Promise.all(site.members.map(() => new Wire(target).start()));
        site.doors = site.wires.map(({ port }) => ({
            port, host: `127.0.0.1:${port}`, secure: false, patience: PATIENCE,
        }));
        return site;
    }

    between(least, most) {
        return least + this.random(most - least + 1);
    }

    last(least, most) {
        return sleep(this.between(least, least + Math.floor(this.pace * (most - least))));
    }

    // Minutes apart from the others.
    chooseClock(member) {
        if (!this.hasFaketime) return;
        member.setClock(this.between(-600, 600));
        this.clocks += 1;
    }

    // { what: [where, run] }: `where` is what cannot have two faults at once.
    get kinds() {
        const server = (run) => ['server', run];
        const wire = (run) => ['wire', run];
        const all = {
            'kill -9 of a server': server((member) => this.killServer(member)),
            'a server stops in order': server((member) => this.stopServer(member)),
            'a server stands still beyond its lease': server((member) => this.freeze(member, 4500, 9000)),
            'a server stands still for a moment': server((member) => this.freeze(member, 200, 2500)),
            'a slow way to the database': server((member) => this.slow(member.wires, 20, 300)),
            'a silent way to the database': server((member) => this.stall(member.wires, 500, 14000)),
            'a cut way to the database': server((member) => this.cut(member.wires)),
            'half-open connections to the database': server((member) => this.halfOpen(member.wires)),
            'kill -9 of nginx': ['nginx', () => this.killNginx()],
            'a slow way to clients': wire((one) => this.slow([one], 20, 500)),
            'a silent way to clients': wire((one) => this.stall([one], 500, 6000)),
            'a cut way to clients': wire((one) => this.cut([one])),
            'half-open connections to clients': wire((one) => this.halfOpen([one])),
            'kill -9 of the primary': ['database', () => this.killPrimary()],
            'kill -9 of the standby': ['database', () => this.killStandby()],
            'the primary dies for good, the standby is promoted': ['database', () => this.pair.promote()],
            'the machine of the primary goes dark, the standby is promoted': ['database', () => this.darkPrimary()],
            'listeners lose their connection': ['database', () => this.terminate("name = 'railhead ear'")],
            'a connection of a server is ended': ['database',
                () => this.terminate("name LIKE 'railhead %' ORDER BY random() LIMIT 1")],
        };
        if (this.pair.hasDisk) all['the disk of the database is full'] = ['database', () => this.fillDisk()];
        return all;
    }

    targets(where) {
        return { server: this.members, wire: this.wires, nginx: [this.nginx], database: [this.pair] }[where];
    }

    async killServer(member) {
        await member.end('SIGKILL');
        await this.last(0, 6000);
        this.chooseClock(member);
        await member.revive();
    }

    async stopServer(member) {
        const { code, signal } = await member.end('SIGTERM');
        if (code !== 0) throw new Error(`a server that was told to stop ended with ${signal ?? code}`);
        await this.last(0, 2000);
        this.chooseClock(member);
        await member.revive();
    }

    async freeze(member, least, most) {
        member.child.kill('SIGSTOP');
        await this.last(least, most);
        member.child.kill('SIGCONT');
    }

    async slow(wires, least, most) {
        const delay = this.between(least, most);
        for (const wire of wires) wire.slow(delay);
        await this.last(1000, 4000);
        for (const wire of wires) wire.flow();
    }

    async stall(wires, least, most) {
        for (const wire of wires) wire.stall();
        await this.last(least, most);
        for (const wire of wires) wire.flow();
    }

    async cut(wires) {
        for (const wire of wires) wire.cut();
    }

    async halfOpen(wires) {
        for (const wire of wires) wire.halfOpen(25);
    }

    async killNginx() {
        await this.nginx.kill();
        await this.last(0, 1500);
        await this.nginx.start();
    }

    async killPrimary() {
        await this.pair.primary.kill();
        await this.last(0, 2000);
        await this.pair.primary.revive();
        await this.pair.inStep();
    }

    async darkPrimary() {
        const wires = this.members.map((member) => member.wires[this.pair.first]);
        await this.pair.inStep();
        for (const wire of wires) wire.goDark();
        await this.pair.promote();
        await this.last(3000, 8000);
        for (const wire of wires) wire.flow();
    }

    async killStandby() {
        await this.pair.standby.kill();
        await this.last(0, 1000);
        await this.pair.standby.revive();
        await this.pair.inStep();
    }

    async terminate(which) {
        await this.pair.primary.sql('SELECT pg_terminate_backend(pid)'
            + ` FROM (SELECT pid, application_name AS name FROM pg_stat_activity) AS session WHERE ${which}`);
    }

    async fillDisk() {
        const { primary } = this.pair;
        primary.disk.fill();
        await this.last(500, 4000);
        primary.disk.empty();
        await primary.revive();
        await this.pair.inStep();
    }
}
