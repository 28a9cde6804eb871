import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { chineseTexts } from './chinese-texts';
import type { ValueStyle } from './condition-words';
import { englishTexts } from './english-texts';
import { withGroupInserted } from './inserted-group';
import { piecesOf } from './pieces';

/** Questions that express `query`, the most natural first; empty if it cannot be worded reliably. */
export function questionTexts(asked: Asked, query: SemanticQuery): string[] {
  const isByLength = query.order.some(({ by }) => by.kind === 'column' && by.since);
  if (query.series || query.withNone || query.offset || isByLength) return [];
  const styles: readonly ValueStyle[] = asked.texts.length === 0 ? ['bare', 'labelled'] : ['labelled'];
  const pieces = styles.flatMap((style) => piecesOf(asked, query, style) ?? []);
  const texts =
    pieces.length === 0
      ? withGroupInserted(asked, query)
      : pieces.flatMap((one) => (asked.locale === 'zh' ? chineseTexts(asked, one) : englishTexts(asked, one)));
  return [...new Set(texts)].map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}
