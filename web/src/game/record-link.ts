// A link that holds a whole record: it opens the replay anywhere this page is, without a server.
import { ROOT } from '../root';

export const LINKED = '=';

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

// The record of a link; throws where it is broken.
export async function linkedRecord(text: string): Promise<string> {
    const binary = atob(text.slice(LINKED.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (one) => one.charCodeAt(0));
    return new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')));
}
