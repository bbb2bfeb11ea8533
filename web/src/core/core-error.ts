import type { Fault } from './types';

/**
 * Thrown for a call that cannot be carried out: no game, no such seat, no such bot.  The state of
 * the core is unchanged.
 */
export class CoreError extends Error {
    override readonly name = 'CoreError';

    constructor(readonly fault: Fault) {
        super(fault.text);
    }
}
