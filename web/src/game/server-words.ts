// Why a server did not do what was asked, in the reader's language.
//
// The server's own sentences are English.  Those that everybody may meet are chosen by their code;
// the rest name a detail that only the server knows, and are shown as they came.
import { t } from '../text';
import type { Key } from '../text/en';
import { ServerError } from './server-types';

const SENTENCES: Record<string, Key> = {
    slow: 'errorSlow',
    store: 'errorStore',
    stopping: 'errorStopping',
    missing: 'errorMissing',
    size: 'errorSize',
};

// `own` has the sentences of a page that knows more of what was asked.
export function errorWords(error: unknown, own: Record<string, Key> = {}): string {
    if (!(error instanceof ServerError)) {
        // fetch() fails with a TypeError where no answer came at all.
        if (error instanceof TypeError) return t('errorNetwork');
        return error instanceof Error ? error.message : String(error);
    }
    const key = own[error.code] ?? SENTENCES[error.code];
    if (key) return t(key);
    return t('failed', { text: error.message || error.code });
}
