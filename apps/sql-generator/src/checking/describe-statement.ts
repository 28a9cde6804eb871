import type { CompiledQuery, Locale, Run, RunData } from '@querent/contracts';
import { describeConditions, describeOutputs } from '@querent/explain';
import { type SemanticModel } from '@querent/model';
import type { StatementFacts } from '@querent/lint';
import { messageOf } from '../generator-messages';
import type { CheckedStatement } from './check-statement';
import { doubtsOf } from './doubts-of';
import { ignoredWords } from './ignored-words';

/** A statement with its column descriptions, the disclosures about it, and its signs of doubt. */
export type DescribedStatement = Pick<RunData, 'compiled' | 'disclosures' | 'doubts'>;

/**
 * Describes a statement that a model wrote for a question: its conditions are disclosed, and that a model read the
 * question.
 */
export const describeWritten = (
  { sql, doubts }: CheckedStatement,
  facts: StatementFacts,
  model: SemanticModel,
  { request: { locale, today, question }, data }: Run,
): DescribedStatement => ({
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

/** Describes a model's repair of the planner's statement: parameters, columns, probes and disclosures stay the same. */
export function describeRepaired(
  { sql }: CheckedStatement,
  planned: CompiledQuery,
  { disclosures, doubts }: RunData,
  locale: Locale,
): DescribedStatement {
  const note = messageOf('repairedByModel', locale);
  return {
    compiled: { ...planned, source: 'model', sql },
    disclosures: [...disclosures.filter((text) => text !== note), note],
    doubts,
  };
}
