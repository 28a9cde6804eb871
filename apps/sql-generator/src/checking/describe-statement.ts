import type { CompiledQuery, Locale, Run, RunData } from '@querent/contracts';
import { describeConditions, describeOutputs } from '@querent/explain';
import { type SemanticModel } from '@querent/model';
import type { StatementFacts } from '@querent/lint';
import { messageOf } from '../generator-messages';
import type { CheckedStatement } from './check-statement';
import { doubtsOf } from './doubts-of';
import { ignoredWords } from './ignored-words';

/** What a run says of its statement: how to read its columns, what it assumes, what may be wrong with it. */
export type Told = Pick<RunData, 'compiled' | 'disclosures' | 'doubts'>;

/**
 * A model's statement stands for the question by itself: its conditions are disclosed, and that a model read the
 * question.
 */
export const tellWritten = (
  { sql, doubts }: CheckedStatement,
  facts: StatementFacts,
  model: SemanticModel,
  { request: { locale, today, question }, data }: Run,
): Told => ({
  compiled: {
    source: 'model',
    sql,
    params: [],
    columns: describeOutputs(facts, model, locale),
    probes: [],
    ...(facts.grouped && { grouped: true }),
  },
  disclosures: [...describeConditions(facts, model, locale), messageOf('readByModel', locale)],
  doubts: [
    ...doubtsOf(doubts, facts, model, locale),
    ...ignoredWords(data.refinedQuestion ?? question, facts, model, today).map((word) => ({
      sign: 'ignored_words' as const,
      about: `“${word}”`,
    })),
  ],
});

/** Another way to write what the planner wants to know: parameters, columns, probes and disclosures stand. */
export function tellMended(
  { sql }: CheckedStatement,
  planned: CompiledQuery,
  { disclosures, doubts }: RunData,
  locale: Locale,
): Told {
  const note = messageOf('mendedByModel', locale);
  return {
    compiled: { ...planned, source: 'model', sql },
    disclosures: [...disclosures.filter((text) => text !== note), note],
    doubts,
  };
}
