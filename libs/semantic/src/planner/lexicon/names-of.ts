import type { Localized, LocalizedList } from '../../model/semantic-model';

/** Every name of a labelled part, with how telling it is. */
export function namesOf(part: { label: Localized; synonyms: LocalizedList }): { name: string; weight: number }[] {
  const labels = [part.label.zh, part.label.en].flatMap((name) => (name ? [{ name, weight: 1 }] : []));
  const synonyms = [...part.synonyms.zh, ...part.synonyms.en].map((name) => ({ name, weight: 0.98 }));
  return [...labels, ...synonyms];
}
