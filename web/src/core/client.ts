// The core as the page sees it: every call is a promise, answered by a worker of its own.
import { FILES } from '../files';
import { ROOT } from '../root';
import { browserWorker, fetchModule, openRemote, type CoreClient } from './remote';
import { hasVectors } from './vectors';

export type { CoreClient };

let warm: Promise<CoreClient> | null = null;

// Makes a core ready for whoever asks for one next, so that they need not wait.
export function warmCore(): void {
    warm ??= newCore();
    warm.catch(() => {}); // who asks tries again
}

export function openCore(): Promise<CoreClient> {
    const ready = warm;
    warm = null;
    return ready ? ready.catch(newCore) : newCore();
}

function newCore(): Promise<CoreClient> {
    // The module comes beside the worker's own file.
    const bytes = fetchModule(new URL(hasVectors() ? FILES.wasm.simd : FILES.wasm.plain, ROOT));
    return openRemote(browserWorker(new URL(FILES.worker, ROOT)), bytes);
}
