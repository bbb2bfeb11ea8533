// Only what getRandomValues() of Web Crypto does: in Node 18 it is no global.
interface Random {
    getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array;
}

export const seedFrom = (random: Random): string =>
    [...random.getRandomValues(new Uint8Array(32))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');

/** An unpredictable seed: 64 hexadecimal digits, from which all deals of a game follow. */
export const newSeed = (): string => seedFrom(crypto);
