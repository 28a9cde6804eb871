import type { Span } from '@querent/contracts';
import type { Asked } from '../asked';

/** Words of the asker with the surrounding text. */
export interface OwnWords {
  /** As written: 5A, Q1, VIP客户. */
  words: string;
  before: string;
  after: string;
}

/** The asker's original spelling of a span of the normalised text; null if the span belongs to none of the texts. */
export function ownWords({ texts }: Pick<Asked, 'texts'>, span: Span | undefined): OwnWords | null {
  if (!span || span.text.trim() === '') return null;
  const source = texts.find(({ normal }) => normal.text.slice(span.start, span.end) === span.text);
  if (!source) return null;
  const [from, to] = [source.normal.toOriginal(span.start), source.normal.toOriginal(span.end - 1) + 1];
  const { original } = source;
  return { words: original.slice(from, to).trim(), before: original.slice(0, from), after: original.slice(to) };
}
