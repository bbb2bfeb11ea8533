// Where a flood is measured: a server of its own with its store, its certificate and its web client.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Postgres, Server } from '../../tests/server/server.mjs';
import { start } from './process.mjs';

export const KEYS = {
    p256: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    rsa2048: ['rsa:2048'],
    rsa4096: ['rsa:4096'],
};

const SOCKET = '.s.PGSQL.5432';

export class Place {
    // `options` are those of the command.
    constructor(folder, options) {
        this.folder = folder;
        this.options = options;
        this.databases = 0;
    }

    // What the servers have for a store and a certificate, in words.
    get name() {
        const { tls, wire } = this.options;
        const store = this.isPostgres ? 'PostgreSQL' : 'SQLite';
        return [store + (wire ? ` ${wire} ms away` : ''), tls && `TLS ${tls}`].filter(Boolean).join(', ');
    }

    get isPostgres() {
        return Boolean(this.options.postgres || this.options.database);
    }

    async begin() {
        if (this.options.postgres) this.postgres = await Postgres.start();
        if (this.options.wire) await this.putWire();
    }

    // The database is as far away as the wire is slow, in each direction.
    async putWire() {
        this.far = fs.mkdtempSync(path.join(this.folder, 'far-'));
        const wire = start('build/bench/slow_wire', ['--listen', path.join(this.far, SOCKET),
            '--to', path.join(this.postgres.folder, SOCKET), '--micros', Math.round(1000 * this.options.wire)]);
        await wire.line();
    }

    // A new database where it can be made.
    database() {
        if (!this.postgres) return this.options.database;
        const url = this.postgres.database(`flood${(this.databases += 1)}`);
        return this.far ? url.replace(encodeURIComponent(this.postgres.folder), encodeURIComponent(this.far)) : url;
    }

    certificate() {
        const [cert, key] = ['cert', 'key'].map((name) => path.join(this.folder, `${name}.pem`));
        if (!fs.existsSync(cert)) {
            execFileSync('openssl', ['req', '-x509', '-newkey', ...KEYS[this.options.tls], '-nodes', '-keyout', key,
                '-out', cert, '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' });
        }
        return ['--tls-cert', cert, '--tls-key', key];
    }

    async server() {
        const web = fs.mkdtempSync(path.join(this.folder, 'web-'));
        fs.writeFileSync(path.join(web, 'index.html'), '<!doctype html><title>Railhead</title>');
        fs.writeFileSync(path.join(web, 'big.txt'), randomBytes(200 * 1024).toString('hex'));
        const server = new Server({ data: fs.mkdtempSync(path.join(this.folder, 'data-')), database: this.database(),
            strict: true, args: ['--web', web, ...(this.options.tls ? this.certificate() : [])] });
        await server.start();
        return server;
    }

    // In MB; undefined where that is not known.
    storeSize(server) {
        if (this.isPostgres) return undefined;
        const sizes = fs.readdirSync(server.data).map((name) => fs.statSync(path.join(server.data, name)).size);
        return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
    }
}
