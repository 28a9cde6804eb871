import type { RunData } from '@querent/contracts';
import { valuesNamedIn, type SemanticModel } from '@querent/semantic';

type Hint = NonNullable<RunData['retrieval']>['hints'][number];

const MOST_HINTS = 20;

/** Stored values that words of the question name, in kept tables; those of more relevant tables first where words are equally long. */
export function valueHints(question: string, tables: readonly string[], model: SemanticModel): Hint[] {
  const named = valuesNamedIn(question, model).filter(({ table }) => tables.includes(table));
  const byRelevance = named.map((hint, at) => ({ hint, at })).sort((a, b) => b.hint.word.length - a.hint.word.length || tables.indexOf(a.hint.table) - tables.indexOf(b.hint.table) || a.at - b.at);
  return byRelevance.slice(0, MOST_HINTS).map(({ hint }) => hint);
}
