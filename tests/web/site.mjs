// The built site served from a folder as any web server would, with the bytes counted that go over
// the wire.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import zlib from 'node:zlib';

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.json': 'application/json',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.webmanifest': 'application/manifest+json',
};

// What our own server allows a page: nothing from elsewhere, nothing written into it.
const POLICY =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; " +
    "worker-src 'self'; media-src 'self' data: blob:; base-uri 'none'; form-action 'self'";

// What our own server sends: the compressed copy of the build, where there is one.
const compressed = (file) =>
    fs.existsSync(`${file}.gz`)
        ? fs.readFileSync(`${file}.gz`)
        : zlib.gzipSync(fs.readFileSync(file), { level: 9 });

export async function serveSite(folder = 'build/web') {
    const packed = new Map();
    const sizes = new Map(); // of what has been asked for, in bytes as sent
    const server = http.createServer((request, response) => {
        const name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
        const file = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
        if (!file.startsWith(folder) || !fs.existsSync(file)) {
            response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
            return;
        }
        if (!packed.has(file)) packed.set(file, compressed(file));
        const body = packed.get(file);
        sizes.set(name, body.length);
        response
            .writeHead(200, {
                'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
                'content-encoding': 'gzip',
                // As our own server has it: what has a hash in its name never changes.
                'cache-control': /\.[0-9a-f]{10}\.|\.[0-9A-Z]{8}\./.test(name)
                    ? 'public, max-age=31536000, immutable'
                    : 'no-cache',
                'content-security-policy': POLICY,
            })
            .end(body);
    });
    await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
    });
    return {
        url: `http://127.0.0.1:${server.address().port}/`,
        sizes,
        // Ends it as a machine that goes away would: open connections too.
        close: () =>
            new Promise((resolve) => {
                server.close(resolve);
                server.closeAllConnections();
            }),
    };
}
