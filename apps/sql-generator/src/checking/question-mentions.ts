import type { ColumnRef, Run } from '@querent/contracts';
import { normalizeText } from '@querent/language';
import type { SemanticModel } from '@querent/model';

/** Whether the asker's words mention a column: its label, a synonym or one of its values. */
export function questionMentions({ table, column }: ColumnRef, { request, data }: Run, model: SemanticModel): boolean {
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
  const text = normalizeText(
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
  ].some((word) => containsWord(text, normalizeText(word).toLowerCase()));
}

/**
 * Whether a text contains a word: Latin words only as whole words, Chinese ones anywhere. A single character may be a
 * coincidence and does not count.
 */
function containsWord(text: string, word: string): boolean {
  if ([...word].length < 2) return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const cut = (left: string | undefined, right: string | undefined): boolean =>
      LATIN.test(left ?? '') && LATIN.test(right ?? '');
    if (!cut(text[at - 1], word[0]) && !cut(word.at(-1), text[at + word.length])) return true;
  }
  return false;
}

const LATIN = /[\p{Script=Latin}\p{N}]/u;
