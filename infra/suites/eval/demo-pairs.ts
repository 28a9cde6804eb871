import { minimalEdits } from '../pairs/minimal-edits';
import { sameMeanings } from '../pairs/same-meaning';
import type { SemanticModel } from '@querent/model';
import { digestOf } from './report/digest';
import type { Pair } from './pairs';
import type { Question } from './question-set';

/**
 * Makes pairs from answerable questions: for each, one edit that changes its meaning in one respect, and one
 * paraphrase. The question's id determines the choice, so the same questions give the same pairs.
 * @param today the day from which relative times are read, YYYY-MM-DD
 */
export function demoPairs(
  questions: readonly Question[],
  modelOf: (connection: string) => SemanticModel | null,
  today: string,
): Pair[] {
  return questions
    .filter(({ expect, reply }) => expect === 'answer' && reply === null)
    .flatMap((question): Pair[] => {
      const model = modelOf(question.connection);
      if (model === null) return [];
      const common = { connection: question.connection, lang: question.locale ?? 'unknown', a: question.question };
      const edit = picked(minimalEdits(question.question, model, today), question);
      const rewrite = picked(sameMeanings(question.question, model), question);
      return [
        ...(edit === null
          ? []
          : [
              {
                ...common,
                id: `${question.set} ${question.id} changed`,
                b: edit.question,
                same: false,
                why: `changed: ${edit.kind}`,
              },
            ]),
        ...(rewrite === null
          ? []
          : [
              {
                ...common,
                id: `${question.set} ${question.id} reworded`,
                b: rewrite.question,
                same: true,
                why: `reworded: ${rewrite.kind}`,
              },
            ]),
      ];
    });
}

function picked<Item>(items: readonly Item[], { set, id }: Question): Item | null {
  return items[Number.parseInt(digestOf(`${set}\0${id}`).slice(0, 8), 16) % Math.max(1, items.length)] ?? null;
}
