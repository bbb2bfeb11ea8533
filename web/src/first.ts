// Starts to fetch the message catalogue while the page itself is loading: which one depends on the
// browser.  A separate file, small enough to arrive first.
import { ROOT } from './root';
import { wantedLanguage } from './text/choice';

import(new URL(WORDS[wantedLanguage(WORDS)]!, ROOT).href).catch(() => {
    // A failed fetch is repeated when the texts are needed (text/index.ts).
});
