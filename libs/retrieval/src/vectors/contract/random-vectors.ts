/** The unit vector of that direction. */
export function unit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (x) => x / length);
}

/** Unit vectors in random directions, the same ones each time. */
export function randomVectors(count: number, dimension: number, seed = 1): Float32Array[] {
  const chance = mulberry32(seed);
  return Array.from({ length: count }, () =>
    unit(Array.from({ length: dimension }, () => chance() + chance() + chance() - 1.5)),
  );
}

/** By Tommy Ettinger, public domain. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
