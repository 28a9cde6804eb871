import type { RunData } from '@querent/contracts';
import { linkedValues } from '@querent/retrieval';
import type { SemanticModel } from '@querent/model';

type Hint = NonNullable<RunData['retrieval']>['hints'][number];

const MOST_HINTS = 20;
const SURENESS: readonly (Hint['how'] | undefined)[] = ['exact', 'form', 'pinyin', 'typo'];

/**
 * Stored values that words of the question name or nearly name, in kept tables: sure ones before guesses, long words
 * first, then those of more relevant tables.
 */
export function valueHints(question: string, tables: readonly string[], model: SemanticModel): Hint[] {
  const place = new Map(tables.map((table, at) => [table, at]));
  const linked = linkedValues(question, model).filter(({ table }) => place.has(table));
  const rank = ({ how, word, table }: Hint): [number, number, number] => [
    SURENESS.indexOf(how ?? 'exact'),
    -word.length,
    place.get(table) ?? 0,
  ];
  return linked
    .map(({ how, ...hint }): Hint => (how === 'exact' || how === 'form' ? hint : { ...hint, how }))
    .map((hint) => ({ hint, by: rank(hint) }))
    .sort((a, b) => a.by[0] - b.by[0] || a.by[1] - b.by[1] || a.by[2] - b.by[2])
    .slice(0, MOST_HINTS)
    .map(({ hint }) => hint);
}
