// The worker: holds one game, and answers one call after the other, so that neither the rules nor
// a bot that thinks ever hold up the page.
import { Core } from './module';

export interface Call {
    id: number;
    name: string;
    args: unknown[];
}
export interface Answer {
    id: number;
    value?: unknown;
    error?: string;
}

type Method = (...args: unknown[]) => unknown;

let core: Promise<Core> | undefined;

async function answer({ id, name, args }: Call): Promise<Answer> {
    try {
        if (name === 'open') {
            core = Core.load(args[0] as ArrayBuffer);
            await core;
            return { id };
        }
        if (!core) throw new Error('the module has not been opened');
        const held = (await core) as unknown as Record<string, Method>;
        return { id, value: held[name]!.apply(held, args) };
    } catch (error) {
        return { id, error: error instanceof Error ? error.message : String(error) };
    }
}

self.onmessage = async (event: MessageEvent<Call>) => {
    (self as unknown as Worker).postMessage(await answer(event.data));
};
