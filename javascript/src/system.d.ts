// As much of Node as is used here.
declare module 'node:crypto' {
    export const webcrypto: Crypto;
}
declare module 'node:fs/promises' {
    export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}
declare module 'node:worker_threads' {
    interface Port {
        on(event: 'message' | 'error', heard: (value: unknown) => void): void;
        postMessage(value: unknown): void;
    }
    export class Worker implements Port {
        constructor(address: URL);
        on: Port['on'];
        postMessage: Port['postMessage'];
        terminate(): Promise<number>;
    }
    export const parentPort: Port | null;
}
