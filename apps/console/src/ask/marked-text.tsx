import type { ReactElement } from 'react';
import type { Preview, PreviewPart } from './use-preview';

interface Mark {
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

/** A copy of the typed text behind the text field, which underlines words. Screen readers get the chips instead. */
export function MarkedText({ text, marks }: { text: string; marks: readonly Mark[] }): ReactElement {
  const pieces = marks.flatMap((mark, at) => [
    text.slice(marks[at - 1]?.to ?? 0, mark.from),
    <mark key={mark.from} className={mark.kind}>
      {text.slice(mark.from, mark.to)}
    </mark>,
  ]);
  return (
    <div className="marked" aria-hidden="true">
      {pieces}
      {text.slice(marks.at(-1)?.to ?? 0)}
      {'\u200b'}
    </div>
  );
}
