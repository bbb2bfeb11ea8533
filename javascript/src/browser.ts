// The package in a browser: the module and the worker are files beside this one.
import { Core } from '../../web/src/core/module';
import { browserWorker, fetchModule, openRemote, type CoreClient } from '../../web/src/core/remote';
import { hasVectors } from '../../web/src/core/vectors';

export * from './common';
export { newSeed } from '../../web/src/core/seed';

// Bundlers find both files by these very words.
const moduleBytes = (): Promise<ArrayBuffer> =>
    fetchModule(
        hasVectors()
            ? new URL('./railhead.wasm', import.meta.url)
            : new URL('./railhead-plain.wasm', import.meta.url),
    );

/** A core in this thread: each call answers at once, and holds up everything else meanwhile. */
export const openCore = async (): Promise<Core> => Core.load(await moduleBytes());

/** A core in a worker of its own: each call is a promise. Close it when it is not needed any more. */
export const openWorker = (): Promise<CoreClient> =>
    openRemote(browserWorker(new URL('./worker.js', import.meta.url)), moduleBytes());
