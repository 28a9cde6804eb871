import type { Difference, Played } from './play-worlds';
import { worldSql } from './random/world-sql';

/** A difference with everything needed to reproduce it. */
export function differenceText({ at, world, timezone, query, outcome }: Difference): string {
  const used = world.tables.filter(
    ({ name, rows }) => rows.length > 0 || JSON.stringify(query).includes(JSON.stringify(name)),
  );
  return [
    `=== ${at}: ${outcome.cause}\n${outcome.reason}`,
    `model's zone ${world.timezone}, asker's zone ${timezone}`,
    worldSql({ ...world, tables: used }, { foreignKeys: false }),
    `joins ${world.joins.map(({ from, to }) => `${from.table}.${from.column} = ${to.table}.${to.column}`).join(', ')}`,
    ...(world.metrics.length > 0 ? [`metrics ${JSON.stringify(world.metrics)}`] : []),
    ...(world.terms.length > 0 ? [`terms ${JSON.stringify(world.terms)}`] : []),
    `query ${JSON.stringify(query)}`,
    outcome.sql,
    `parameters ${JSON.stringify(outcome.params)}`,
    ...(outcome.expected === null
      ? []
      : [
          'expected:',
          ...outcome.expected.rows.map(
            ({ cells, isOptional }) =>
              `  ${JSON.stringify(cells.map(({ value }) => value))}${isOptional ? ' (optional)' : ''}`,
          ),
        ]),
    ...(outcome.found === null ? [] : ['found:', ...outcome.found.map((row) => `  ${JSON.stringify(row)}`)]),
  ].join('\n');
}

export function summaryText({ comparisons, same, withRows, refused, reached, differences }: Played): string {
  const causes = [...differences].map(([cause, { times }]) => `\n  ${times} × ${cause}`);
  const decided = [...reached].map(([name, times]) => `${name} ${times}`);
  const differ = [...differences.values()].reduce((sum, { times }) => sum + times, 0);
  const count = [...refused.values()].reduce((sum, one) => sum + one, 0);
  const reasons = [...refused].sort((a, b) => b[1] - a[1]).map(([reason, times]) => `${reason} ${times}`);
  const why = count === 0 ? '' : ` (${((100 * count) / comparisons).toFixed(1)} %: ${reasons.join(', ')})`;
  return [
    `${comparisons} comparisons: ${same} same (${withRows} with rows)`,
    `, ${count} refused by the compiler${why}, ${differ} differ${causes.join('')}`,
    `\ndecided by a convention: ${decided.join(', ')}`,
  ].join('');
}
