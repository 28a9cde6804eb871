import { say } from '../../wording/words';
import { attributeKey, qualifiedLabel } from '../assembly/ask-about';
import { type Stop, ask } from '../assembly/step';
import type { Attribute } from '../../model/things';
import type { Reading } from '../reading/reading';

/** Which of two dates a time is of, where rows and what they belong to are both dated; asked once for the same words. */
export function dateAmong(reading: Reading, words: string, columns: readonly Attribute[]): Attribute | Stop {
  const key = `attribute:${words}`;
  const chosen = columns.find((column) => reading.choices.get(key)?.includes(attributeKey(column)));
  return chosen ?? ask({
    trigger: 'ambiguous_term', key, question: say(reading.locale, '时间按哪一项计算？', 'Which date should the time apply to?'),
    options: columns.map((column) => ({ label: qualifiedLabel(reading, column), value: attributeKey(column), aliases: [] })),
  });
}
