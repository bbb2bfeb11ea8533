// Why something did not work, in the reader's language.
//
// The sentences of a server and of the core are English.  A server's are chosen by their code; those
// that tell more than the code are looked for among what servers say (text/*-said.ts).
import type { Fault } from '../core/types';
import { faultText, refusalText, saidText, t } from '../text';
import type { Key } from '../text/en';
import { ServerError } from './server-types';

// Every code of docs/protocol.md.
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
const DETAILED = new Set(['field', 'forbidden', 'taken', 'state', 'stale']);

// A record that the core does not read.
export class RecordError extends Error {
    constructor(readonly fault: Fault) {
        super(fault.text);
    }
}

export const faultWords = ({ line, ...fault }: Fault, key: Key = 'recordFault'): string =>
    t(key, { line, text: faultText(fault) });

// "line 12: reason (P1)", as a server refuses a record; else a turn that breaks a rule.
function illegalWords({ message, rule }: ServerError): string {
    const found = /^line (\d+): (.*) \((\w+)\)$/.exec(message);
    if (!found) return refusalText({ rule, text: message });
    return faultWords({ line: Number(found[1]), text: found[2]!, rule: found[3]! });
}

function serverWords(error: ServerError): string {
    const { code, message } = error;
    if (code === 'illegal' && message) return illegalWords(error);
    const more = DETAILED.has(code) ? saidText(message) : null;
    const key = SENTENCES[code];
    if (!key) return t('errorStatus', { code });
    return more ?? t(key);
}

// `own` has the sentences of a page that knows more of what was asked.
export function errorWords(error: unknown, own: Record<string, Key> = {}): string {
    if (error instanceof ServerError) {
        const key = own[error.code];
        return key ? t(key) : serverWords(error);
    }
    if (error instanceof RecordError) return faultWords(error.fault);
    // fetch() fails with a TypeError where no answer came at all.
    if (error instanceof TypeError) return t('errorNetwork');
    return t('failed', { text: error instanceof Error ? error.message : String(error) });
}
