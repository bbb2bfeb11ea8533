// The core as the page sees it: every call is a promise, answered by a worker of its own.
import type { Core } from './module';
import type { Answer } from './worker';
import { FILES } from '../files';
import { ROOT } from '../root';
import { hasVectors } from './vectors';

type Calls = Omit<Core, 'exports'>;

export type CoreClient = {
    [K in keyof Calls]: Calls[K] extends (...args: infer A) => infer R
        ? (...args: A) => Promise<R>
        : never;
} & { close(): void };

interface Waiting {
    resolve(value: unknown): void;
    reject(error: Error): void;
}

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

async function moduleBytes(): Promise<ArrayBuffer> {
    const response = await fetch(
        new URL(hasVectors() ? FILES.wasm.simd : FILES.wasm.plain, ROOT),
    );
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return response.arrayBuffer();
}

async function newCore(): Promise<CoreClient> {
    const bytes = moduleBytes(); // comes beside the worker's own file
    bytes.catch(() => {}); // said below
    const worker = new Worker(new URL(FILES.worker, ROOT), { type: 'module' });
    const waiting = new Map<number, Waiting>();
    let last = 0;

    const fail = (message: string): void => {
        for (const one of waiting.values()) one.reject(new Error(message));
        waiting.clear();
    };
    worker.onerror = (event) => fail(event.message || 'the worker could not be started');
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        const one = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.error !== undefined) one?.reject(new Error(data.error));
        else one?.resolve(data.value);
    };
    const call = (name: string, args: unknown[]): Promise<unknown> =>
        new Promise((resolve, reject) => {
            last += 1;
            waiting.set(last, { resolve, reject });
            worker.postMessage({ id: last, name, args });
        });

    await call('open', [await bytes]);
    const close = (): void => {
        worker.terminate();
        fail('closed');
    };
    // Whatever the core has is asked of the worker; that a client is no promise is asked of nobody.
    return new Proxy({} as CoreClient, {
        get: (_, name) => {
            if (name === 'then') return undefined;
            return name === 'close' ? close : (...args: unknown[]) => call(String(name), args);
        },
    });
}
