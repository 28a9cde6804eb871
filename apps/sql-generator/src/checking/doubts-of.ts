import type { Doubt, Locale } from '@querent/contracts';
import { labelOf, type ModelColumn, type SemanticModel } from '@querent/model';
import type { Finding, StatementFacts } from '@querent/lint';

/**
 * Signs of doubt for the answer, from lint findings which suggest that the statement answers another question. They use
 * labels and values, never physical names. Other lint doubts concern only style.
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

/** Label of the column that may be counted more than once; '' if it is the rows themselves. */
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
 * Whether rows of two tables are counted by the name of a thing in one of them, such as "orders of each customer",
 * which multiplies nothing.
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
