import type { Doubt, Locale } from '@querent/contracts';
import { labelOf, type ModelColumn, type SemanticModel } from '@querent/model';
import type { Finding, StatementFacts } from '@querent/lint';

/**
 * The doubts of a statement that are signs of an answer to another question than was asked, as the answer discloses
 * them: by labels and values, never by names of the database. The lint's other doubts concern how it is written.
 */
export function doubtsOf(
  findings: readonly Finding[],
  facts: StatementFacts,
  model: SemanticModel,
  locale: Locale,
): Doubt[] {
  const doubts = findings.flatMap((finding) => SIGNS[finding.rule]?.(finding, facts, model, locale) ?? []);
  return [...new Map(doubts.map((doubt) => [`${doubt.sign} ${doubt.about}`, doubt])).values()];
}

type Sign = (finding: Finding, facts: StatementFacts, model: SemanticModel, locale: Locale) => Doubt[];

const SIGNS: Readonly<Record<string, Sign>> = { fan_out: rowsMultiplied };

/** What is added up or counted once too often; '' where it is the rows themselves. */
function rowsMultiplied({ fragment }: Finding, facts: StatementFacts, model: SemanticModel, locale: Locale): Doubt[] {
  const { aggregates } = facts;
  if (fragment === 'count(*)' && countsWhatBelongs(facts, model)) return [];
  const counted = aggregates.flatMap(({ fn, column }) => {
    const stored = columnNamed(column, model);
    return stored !== undefined && fragment.toLowerCase().startsWith(fn.toLowerCase()) && fragment.includes(stored.name)
      ? [labelOf(stored, locale)]
      : [];
  });
  return [{ sign: 'rows_multiplied', about: counted[0] ?? '' }];
}

/**
 * Rows of two tables counted by the name of a thing of one: what belongs to each thing, as "orders of each customer".
 */
const countsWhatBelongs = ({ relations, outputs }: StatementFacts, model: SemanticModel): boolean =>
  relations.length === 2 &&
  outputs.some(
    ({ kind, table, column }) =>
      kind === 'column' &&
      table !== undefined &&
      column !== undefined &&
      columnNamed({ table, column }, model)?.role === 'name',
  );

const columnNamed = (
  column: { table: string; column: string } | null,
  model: SemanticModel,
): ModelColumn | undefined => (column === null ? undefined : model.tables[column.table]?.columns[column.column]);
