import type { RunData } from '@querent/contracts';
import { linkedValues } from '@querent/retrieval';
import type { SemanticModel } from '@querent/model';

type Hint = NonNullable<RunData['retrieval']>['hints'][number];

const MAX_HINTS = 20;
/** From certain to uncertain. */
const CERTAINTY: readonly (Hint['how'] | undefined)[] = ['exact', 'form', 'pinyin', 'typo'];

/**
 * Stored values of the retrieved tables that words of the question name exactly or approximately. Ordered by certainty,
 * then by length of the word, then by relevance of the table.
 */
export function valueHints(question: string, tables: readonly string[], model: SemanticModel): Hint[] {
  const position = new Map(tables.map((table, at) => [table, at]));
  const linked = linkedValues(question, model).filter(({ table }) => position.has(table));
  const rank = ({ how, word, table }: Hint): [number, number, number] => [
    CERTAINTY.indexOf(how ?? 'exact'),
    -word.length,
    position.get(table) ?? 0,
  ];
  return linked
    .map(({ how, ...hint }): Hint => (how === 'exact' || how === 'form' ? hint : { ...hint, how }))
    .map((hint) => ({ hint, by: rank(hint) }))
    .sort((a, b) => a.by[0] - b.by[0] || a.by[1] - b.by[1] || a.by[2] - b.by[2])
    .slice(0, MAX_HINTS)
    .map(({ hint }) => hint);
}
