// Detects SIMD, which decides which of the two WebAssembly files is loaded.

// A module with one small vector function: valid only in browsers with SIMD.
const SIMD_PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
]);

export const hasVectors = (): boolean => WebAssembly.validate(SIMD_PROBE);
