/**
 * The formula of BM25 (Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with the
 * usual constants.
 */
const K1 = 1.2;
const B = 0.75;

/** Inverse document frequency of a term that `having` of `documents` contain. */
export const idf = (documents: number, having: number): number =>
  Math.log(1 + (documents - having + 0.5) / (having + 0.5));

/** Weight of one occurrence of a term: lower in a longer text. */
export const lengthNorm = (length: number, average: number): number => 1 / (1 - B + (B * length) / average);

/**
 * Score of a term in a document.
 * @param weight number of occurrences, each times its length norm (and its field's weight, in BM25F)
 */
export const bm25 = (weight: number, inverseFrequency: number): number =>
  (inverseFrequency * weight * (K1 + 1)) / (weight + K1);
