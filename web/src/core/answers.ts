// The worker side of the core: it owns one core and handles calls in order, so that neither the
// rules nor a bot that is thinking block the page.
import { CoreError } from './core-error';
import { Core } from './module';
import type { Fault } from './types';

export interface Call {
    id: number;
    name: string;
    args: unknown[];
}
export interface Answer {
    id: number;
    value?: unknown;
    error?: string;
    fault?: Fault; // of the CoreError that the call threw, if any
}

type Method = (...args: unknown[]) => unknown;

let core: Promise<Core> | undefined;

export async function answer({ id, name, args }: Call): Promise<Answer> {
    try {
        if (name === 'open') {
            core = Core.load(args[0] as BufferSource);
            await core;
            return { id };
        }
        if (!core) throw new Error('the module has not been opened');
        const held = (await core) as unknown as Record<string, Method>;
        if (typeof held[name] !== 'function') throw new Error(`a core has no call ${name}`);
        return { id, value: held[name].apply(held, args) };
    } catch (error) {
        if (error instanceof CoreError) return { id, fault: error.fault };
        return { id, error: error instanceof Error ? error.message : String(error) };
    }
}
