import type { ColumnRef, Run } from '@querent/contracts';
import { normalizeText } from '@querent/language';
import type { SemanticModel } from '@querent/model';

/** Whether the asker's own words name a column, by its label, or something that is stored in it. */
export function questionSpeaksOf({ table, column }: ColumnRef, { request, data }: Run, model: SemanticModel): boolean {
  if (
    data.retrieval?.hints.some((hint) => hint.how === undefined && hint.table === table && hint.column === column) ===
    true
  )
    return true;
  const known = model.tables[table]?.columns[column];
  if (known === undefined) return false;
  const replies = data.clarifications.flatMap(({ options, answer }) => [
    answer.text ?? '',
    options.find(({ id }) => id === answer.optionId)?.label ?? '',
  ]);
  const said = normalizeText(
    [data.restatedQuestion ?? request.question, data.context?.question ?? '', ...replies].join('\n'),
  ).toLowerCase();
  const { label, synonyms, values, storedValues } = known;
  const names = Object.values(values).flatMap(({ zh, en }) => [...zh, ...en]);
  return [
    label.zh ?? '',
    label.en ?? '',
    ...synonyms.zh,
    ...synonyms.en,
    ...Object.keys(values),
    ...names,
    ...storedValues,
  ].some((word) => isSaid(normalizeText(word).toLowerCase(), said));
}

/** Latin words stand for themselves; Chinese runs on. A single letter or digit is chance. */
function isSaid(word: string, said: string): boolean {
  if ([...word].length < 2) return false;
  for (let at = said.indexOf(word); at >= 0; at = said.indexOf(word, at + 1)) {
    const cut = (left: string | undefined, right: string | undefined): boolean =>
      LATIN.test(left ?? '') && LATIN.test(right ?? '');
    if (!cut(said[at - 1], word[0]) && !cut(word.at(-1), said[at + word.length])) return true;
  }
  return false;
}

const LATIN = /[\p{Script=Latin}\p{N}]/u;
