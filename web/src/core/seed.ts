/** A seed that nobody can foresee: 64 hexadecimal digits, from which all deals of a game follow. */
export function newSeed(): string {
    return [...crypto.getRandomValues(new Uint8Array(32))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
}
