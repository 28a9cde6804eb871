import type { Preview, PreviewPart } from './use-preview';

/** Underlined words, as UTF-16 offsets in the question. */
export interface Mark {
  from: number;
  to: number;
  kind: 'asked' | 'unknown';
}

/** Whether a part is what the clarification asks about: then its label lists the options. */
export const isAsked = ({ label }: PreviewPart, clarification: Preview['clarification']): boolean =>
  label === clarification?.options.map((option) => option.label).join(' / ');

/** The words of a question that are ambiguous or unknown, in their order and without overlaps. */
export function marksOf({ parts, clarification, uncovered }: Preview): Mark[] {
  const labels = clarification?.options.map(({ label }) => label).join(' / ');
  const asked = parts
    .filter(({ label }) => label === labels)
    .map(({ from, to }): Mark => ({ from, to, kind: 'asked' }));
  const unknown = uncovered.map(({ from, to }): Mark => ({ from, to, kind: 'unknown' }));
  return [...unknown, ...asked]
    .sort((a, b) => a.from - b.from)
    .filter(({ from }, at, all) => at === 0 || from >= (all[at - 1]?.to ?? 0));
}
