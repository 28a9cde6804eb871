import type { ReactElement } from 'react';
import type { Mark } from './marks';

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
