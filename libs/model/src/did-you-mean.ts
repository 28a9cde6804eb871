import { nearestName } from '@querent/language';

/** The end of a message about an unknown name: `; did you mean "x"?`, or '' if no candidate is similar. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const nearest = nearestName(written, candidates);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}
