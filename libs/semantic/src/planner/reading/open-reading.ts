import { plainText } from '@querent/language';
import { lexiconOf } from '../lexicon/lexicon';
import type { PlanInput } from '../plan-input';
import { byOwnLetters } from './own-letters';
import { readMentions } from './read-mentions';
import { emptyDraft, type Reading } from './reading';

/** The question with what its words may mean, before anything is decided. */
export function openReading(input: PlanInput): Reading {
  const lexicon = lexiconOf(input.model);
  const { text, toOriginal } = plainText(input.question);
  return {
    question: input.question, text, toOriginal, locale: input.locale, today: input.today, model: input.model, lexicon,
    choices: new Map(input.choices.map(({ key, value, also }) => [key, [value, ...(also ?? [])]])), proposals: input.proposals ?? [], defaults: input.defaults ?? [], settled: [],
    mentions: byOwnLetters(readMentions(text, lexicon, input.today), input.question, toOriginal), draft: emptyDraft(), disclosures: [],
  };
}
