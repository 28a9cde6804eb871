import { z } from 'zod';
import { EmbeddingsFailure } from './embeddings-failure';

/**
 * The used fields of the published reply (https://platform.openai.com/docs/api-reference/embeddings). The numbers are
 * checked below, because zod would take ten times as long.
 */
const replySchema = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.unknown()) })) });

/**
 * The vectors of a reply, in the order of the texts, normalised to unit length.
 *
 * @param dimension required dimension; 0: that of the first vector
 * @throws EmbeddingsFailure (`malformed`)
 */
export function readEmbeddings(body: string, texts: number, dimension: number): Float32Array[] {
  const parsed = replySchema.safeParse(jsonOf(body));
  if (!parsed.success) throw malformed('is no list of embeddings');
  const { data } = parsed.data;
  if (data.length !== texts) throw malformed(`holds ${data.length} embeddings for ${texts} texts`);
  const width = dimension === 0 ? (data[0]?.embedding.length ?? 0) : dimension;
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: texts }, (_, i) => {
    const numbers = byIndex.get(i);
    // A duplicate index leaves another one missing.
    if (numbers === undefined) throw malformed('does not identify the text of each embedding');
    if (numbers.length !== width || width === 0)
      throw malformed(`holds an embedding of ${numbers.length} numbers where there were ${width} before`);
    return unitVector(numbers);
  });
}

/** The zero vector stays zero: it is similar to nothing. */
function unitVector(numbers: readonly unknown[]): Float32Array {
  let largest = 0;
  for (const number of numbers) {
    if (typeof number !== 'number' || !Number.isFinite(number))
      throw malformed('holds an embedding that is not of numbers');
    largest = Math.max(largest, Math.abs(number));
  }
  if (largest === 0) return new Float32Array(numbers.length);
  // Divided by the largest first, because squares of extreme numbers would overflow or underflow.
  const scaled = Float64Array.from(numbers as readonly number[], (number) => number / largest);
  const length = Math.sqrt(scaled.reduce((sum, number) => sum + number * number, 0));
  return Float32Array.from(scaled, (number) => number / length);
}

const malformed = (what: string): EmbeddingsFailure =>
  new EmbeddingsFailure('malformed', `the reply of the embedding model's server ${what}`);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
