// How wide a name is: advances of a plain sans-serif of medium weight, in hundredths of the size.
// The browser sets each name to exactly this width, whatever font it has.

/** @type {Record<string, string>} */
const BY_WIDTH = {
    26: "ijl.'",
    29: ' ',
    34: 'ft-',
    38: 'r',
    51: 'cksvxyz',
    57: 'abdeghnopqu',
    75: 'w',
    86: 'm',
    31: 'I',
    56: 'FJL',
    63: 'ESTZPBXYK',
    70: 'ACDHNRUV',
    77: 'GOQ',
    84: 'M',
    95: 'W',
};

/** @type {Map<string, number>} */
const ADVANCE = new Map(
    Object.entries(BY_WIDTH).flatMap(([width, letters]) =>
        [...letters].map((letter) => /** @type {[string, number]} */ ([letter, Number(width)])),
    ),
);

/** @param {string} text @param {number} size of the font */
export function textWidth(text, size) {
    // An accent stands over its letter: ț is as wide as t.
    const plain = text.normalize('NFD').replace(/\p{M}/gu, '');
    let sum = 0;
    for (const letter of plain) sum += ADVANCE.get(letter) ?? 60;
    return (sum * size) / 100;
}

/** The name in one row, and split at one of its spaces into two. @param {string} name */
export function rowsOf(name) {
    const words = name.split(' ');
    const splits = words
        .slice(1)
        .map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')]);
    return [[name], ...splits.filter((rows) => rows[0].length > 3)];
}
