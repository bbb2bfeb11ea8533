// The core for the page: every call returns a promise.  Each client has its own worker.
import { FILES } from '../files';
import { ROOT } from '../root';
import { browserWorker, fetchModule, openRemote, type CoreClient } from './remote';
import { hasVectors } from './vectors';

export type { CoreClient };

let warm: Promise<CoreClient> | null = null;

// Starts a core in advance; the next openCore() takes it.
export function warmCore(): void {
    warm ??= newCore();
    warm.catch(() => {}); // openCore() tries again
}

export function openCore(): Promise<CoreClient> {
    const ready = warm;
    warm = null;
    return ready ? ready.catch(newCore) : newCore();
}

function newCore(): Promise<CoreClient> {
    // The WebAssembly file is beside the worker's script.
    const bytes = fetchModule(new URL(hasVectors() ? FILES.wasm.simd : FILES.wasm.plain, ROOT));
    return openRemote(browserWorker(new URL(FILES.worker, ROOT)), bytes);
}
