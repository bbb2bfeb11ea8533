// The package in Node, with the same functions as in a browser.
import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Answer } from '../../web/src/core/answers';
import { Core } from '../../web/src/core/module';
import { openRemote, type CoreClient, type CoreWorker } from '../../web/src/core/remote';
import { seedFrom } from '../../web/src/core/seed';
import { hasVectors } from '../../web/src/core/vectors';

export * from './common';

const moduleBytes = (): Promise<BufferSource> =>
    readFile(new URL(hasVectors() ? './railhead.wasm' : './railhead-plain.wasm', import.meta.url));

function nodeWorker(address: URL): CoreWorker {
    const worker = new Worker(address);
    return {
        send: (call) => worker.postMessage(call),
        listen: (heard, failed) => {
            worker.on('message', (answer) => heard(answer as Answer));
            worker.on('error', (error) => failed((error as Error).message));
        },
        stop: () => void worker.terminate(),
    };
}

/** An unpredictable seed: 64 hexadecimal digits, from which all deals of a game follow. */
export const newSeed = (): string => seedFrom(webcrypto);

/** A core in this thread: each call answers at once, and holds up everything else meanwhile. */
export const openCore = async (): Promise<Core> => Core.load(await moduleBytes());

/** A core in a worker of its own: each call is a promise. Close it when it is not needed any more. */
export const openWorker = (): Promise<CoreClient> =>
    openRemote(nodeWorker(new URL('./worker-node.js', import.meta.url)), moduleBytes());
