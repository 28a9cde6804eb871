import { nearestName } from '@querent/language';

/** `; did you mean "x"?` or nothing: the tail of every message about an unknown name. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const nearest = nearestName(written, candidates);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}
