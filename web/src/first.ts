// Asks for the words of the page while the page itself is on its way: which ones depends on the browser.
// It is a file by itself, and so small that it comes first.
import { ROOT } from './root';
import { wantedLanguage } from './text/choice';

import(new URL(WORDS[wantedLanguage(WORDS)]!, ROOT).href).catch(() => {
    // They are asked for again when they are needed (text/index.ts).
});
