// A link that contains a whole record.  It opens the replay wherever this page is hosted, even
// without a server.
import { ROOT } from '../root';

export const LINKED = '=';

// Returns the record with the name of a person who has none in it.
export function withName(record: string, seat: number, name: string): string {
    if (seat === 0 || name === '' || record === '') return record;
    const lines = record.split('\n').filter((line) => !line.startsWith(`name ${seat} `));
    const earlier = (line: string): boolean =>
        line.startsWith('seats ') || Number(/^name (\d+) /.exec(line)?.[1] ?? Infinity) < seat;
    const last = lines.map(earlier).lastIndexOf(true);
    lines.splice(last + 1, 0, `name ${seat} ${name.replace(/\s+/g, ' ')}`);
    return lines.join('\n');
}

async function through(bytes: BlobPart, stream: CompressionStream | DecompressionStream) {
    const out = new Blob([bytes]).stream().pipeThrough(stream);
    return new Uint8Array(await new Response(out).arrayBuffer());
}

export async function recordLink(record: string): Promise<string> {
    const packed = await through(record, new CompressionStream('deflate-raw'));
    const text = btoa(String.fromCharCode(...packed))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    return `${ROOT}#/replay/${LINKED}${text}`;
}

// Decodes the record of a link.  Throws if the link is damaged.
export async function linkedRecord(text: string): Promise<string> {
    const binary = atob(text.slice(LINKED.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (one) => one.charCodeAt(0));
    return new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')));
}
