import type { Fault } from './types';

/** A call that cannot be obeyed: there is no game, no such seat, no such bot. Nothing has changed. */
export class CoreError extends Error {
    override readonly name = 'CoreError';

    constructor(readonly fault: Fault) {
        super(fault.text);
    }
}
