// A core in a worker: every call returns a promise, and calls are answered in order.
import type { Answer, Call } from './answers';
import { CoreError } from './core-error';
import type { Core } from './module';

type Calls = Omit<Core, 'exports'>;

export type CoreClient = {
    [K in keyof Calls]: Calls[K] extends (...args: infer A) => infer R
        ? (...args: A) => Promise<R>
        : never;
} & { close(): void };

// The part of a Worker, of a browser or of Node, that is needed here.
export interface CoreWorker {
    send(call: Call): void;
    listen(heard: (answer: Answer) => void, failed: (message: string) => void): void;
    stop(): void;
}

interface Waiting {
    resolve(value: unknown): void;
    reject(error: Error): void;
}

// Starts a core in a worker.  `bytes` may still be loading.
export async function openRemote(
    worker: CoreWorker,
    bytes: BufferSource | Promise<BufferSource>,
): Promise<CoreClient> {
    const waiting = new Map<number, Waiting>();
    let last = 0;

    const fail = (message: string): void => {
        for (const one of waiting.values()) one.reject(new Error(message));
        waiting.clear();
    };
    worker.listen((answer) => {
        const one = waiting.get(answer.id);
        waiting.delete(answer.id);
        if (answer.fault) one?.reject(new CoreError(answer.fault));
        else if (answer.error !== undefined) one?.reject(new Error(answer.error));
        else one?.resolve(answer.value);
    }, fail);
    const call = (name: string, args: unknown[]): Promise<unknown> =>
        new Promise((resolve, reject) => {
            last += 1;
            waiting.set(last, { resolve, reject });
            worker.send({ id: last, name, args });
        });
    const close = (): void => {
        worker.stop();
        fail('closed');
    };

    try {
        await call('open', [await bytes]);
    } catch (error) {
        close();
        throw error;
    }
    // Forwards every method to the worker.  `then` is excluded: without that, `await` would take
    // the client for a promise.
    return new Proxy({} as CoreClient, {
        get: (_, name) => {
            if (name === 'then') return undefined;
            return name === 'close' ? close : (...args: unknown[]) => call(String(name), args);
        },
    });
}

// Wraps a Worker of a browser.
export function browserWorker(address: URL): CoreWorker {
    const worker = new Worker(address, { type: 'module' });
    return {
        send: (call) => worker.postMessage(call),
        listen: (heard, failed) => {
            worker.onmessage = ({ data }: MessageEvent<Answer>) => heard(data);
            worker.onerror = ({ message }) => failed(message || 'the worker could not be started');
        },
        stop: () => worker.terminate(),
    };
}

export async function fetchModule(address: URL): Promise<ArrayBuffer> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return response.arrayBuffer();
}
