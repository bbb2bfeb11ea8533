// Only getRandomValues() of Web Crypto is needed; in Node 18, `crypto` is no global.
interface Random {
    getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array;
}

export const seedFrom = (random: Random): string =>
    [...random.getRandomValues(new Uint8Array(32))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');

/** Returns an unpredictable seed of 64 hexadecimal digits.  All deals of a game follow from it. */
export const newSeed = (): string => seedFrom(crypto);
