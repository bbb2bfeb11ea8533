// Names of browsers and systems from a User-Agent, which the server may have shortened.  Browsers
// also name older ones for compatibility, so the order matters: the first match counts.

const BROWSERS: [RegExp, string][] = [
    [/\bEdg(e|A|iOS)?\//, 'Edge'],
    [/\b(OPR|Opera)\//, 'Opera'],
    [/\bSamsungBrowser\//, 'Samsung Internet'],
    [/\b(Firefox|FxiOS)\//, 'Firefox'],
    [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
    [/\bVersion\/.*Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
    [/\biPhone\b/, 'iPhone'],
    [/\biPad\b/, 'iPad'],
    [/\bAndroid\b/, 'Android'],
    [/\bCrOS\b/, 'ChromeOS'],
    [/\bWindows\b/, 'Windows'],
    [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
    [/\b(Linux|X11)\b/, 'Linux'],
];

const first = (names: [RegExp, string][], label: string): string =>
    names.find(([sign]) => sign.test(label))?.[1] ?? '';

// '' for what the label does not say.
export const deviceOf = (label: string): { browser: string; system: string } => ({
    browser: first(BROWSERS, label),
    system: first(SYSTEMS, label),
});
