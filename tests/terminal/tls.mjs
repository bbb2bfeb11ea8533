// A TLS proxy for a server without TLS: node tests/terminal/tls.mjs CERTIFICATE KEY PORT prints the
// port where it listens.
import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:tls';

const [certificate, key, port] = process.argv.slice(2);
const door = createServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    (outside) => {
        const inside = connect(Number(port), '127.0.0.1');
        outside.pipe(inside).pipe(outside);
        for (const end of [outside, inside])
            end.on('error', () => {
                outside.destroy();
                inside.destroy();
            });
    },
);
door.on('tlsClientError', () => {}); // whoever does not trust it goes away
door.listen(0, '127.0.0.1', () => console.log(door.address().port));
