/** The initial value of a hash. */
export const FNV_BASIS = 0x811c9dc5;

/** The hash with one more byte, or code unit; `>>> 0` makes the last one an unsigned number. */
export const fnvStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/**
 * 32-bit FNV-1a (G. Fowler, L. C. Noll & P. Vo, http://www.isthe.com/chongo/tech/comp/fnv/) over the UTF-16 code units
 * of a text; for ASCII texts it gives the published values. Keys in Redis depend on it, so it must never change.
 *
 * @param use gives one text different hashes for different uses
 */
export function fnv1a(text: string, use = 0): number {
  let hash = FNV_BASIS ^ use;
  for (let at = 0; at < text.length; at++) hash = fnvStep(hash, text.charCodeAt(at));
  return hash >>> 0;
}
