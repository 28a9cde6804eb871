import { bilingual, nearestName } from '@querent/language';

/** ` Did you mean "label"?`, or the known names if none is similar, or ''. */
export function suggestion(wrong: string, known: readonly string[]): string {
  const near = nearestName(wrong, known);
  if (near !== undefined) return bilingual(' Did you mean "{name}"?', { name: near });
  return known.length > 0 && known.length <= 12 ? bilingual(' Known: {names}.', { names: known.join(', ') }) : '';
}
