/**
 * Rejects vectors of another dimension, and numbers that are not finite.
 * @throws RangeError
 */
export function requireVector(vector: Float32Array, dimension: number): void {
  if (vector.length !== dimension || dimension === 0)
    throw new RangeError(
      `A vector of dimension ${vector.length} was given where the embedder's dimension is ${dimension}`,
    );
  for (const number of vector)
    if (!Number.isFinite(number)) throw new RangeError('A vector was given that holds a number that is not finite');
}
