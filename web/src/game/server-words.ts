// Error messages in the reader's language.
//
// A server reports the kind of an error, and usually the fault (src/text/faults.def), which is more
// specific.  The fault is shown if it helps a reader.
import type { Fault } from '../core/types';
import { faultText, refusalText, saidText, t } from '../text';
import type { Key } from '../text/en';
import { ServerError } from './server-types';

// One for every error of docs/protocol.md.
const SENTENCES: Record<string, Key> = {
    syntax: 'errorOurs',
    field: 'errorField',
    unknown: 'errorOurs',
    size: 'errorSize',
    type: 'errorOurs',
    identity: 'errorIdentity',
    origin: 'errorOrigin',
    forbidden: 'errorForbidden',
    missing: 'errorMissing',
    method: 'errorOurs',
    taken: 'errorTaken',
    state: 'errorState',
    stale: 'errorStale',
    illegal: 'errorIllegal',
    slow: 'errorSlow',
    store: 'errorStore',
    stopping: 'errorStopping',
};
const DETAILED = new Set(['field', 'forbidden', 'taken', 'state', 'stale', 'illegal']);

// A record that the core cannot read.
export class RecordError extends Error {
    constructor(readonly fault: Fault) {
        super(fault.text);
    }
}

export const faultWords = (fault: Partial<Fault>, key: Key = 'recordFault'): string =>
    t(key, { line: fault.line ?? 0, text: faultText(fault) });

function serverWords({ kind, fault }: ServerError): string {
    const key = SENTENCES[kind];
    if (!key) return t('errorStatus', { code: kind });
    if (!fault.text || !DETAILED.has(kind)) return t(key);
    if (kind === 'illegal') return fault.line ? faultWords(fault) : refusalText(fault);
    return saidText(fault) ?? `${t(key)} (${fault.text})`;
}

// `own` overrides sentences where the page knows more about the request.
export function errorWords(error: unknown, own: Record<string, Key> = {}): string {
    if (error instanceof ServerError) {
        const key = own[error.kind];
        return key ? t(key) : serverWords(error);
    }
    if (error instanceof RecordError) return faultWords(error.fault);
    // fetch() throws a TypeError if there was no response.
    if (error instanceof TypeError) return t('errorNetwork');
    return t('failed', { text: error instanceof Error ? error.message : String(error) });
}
