import { nearestNames } from '@querent/language';
import type { Item } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import { quoted } from '../sql-text';

/** A column that none of its possible relations has. */
export const unknownColumn: LintRule = ({ issues }, { catalogue }) =>
  issues.flatMap((issue): Finding[] => {
    if (issue.kind !== 'column') return [];
    const name = issue.path.at(-1) ?? '';
    const fragment = issue.path.map(quoted).join('.');
    const within = nearestNames(
      name,
      issue.items.flatMap((item) => item.columns.map((column) => column.name)),
    );
    const qualified = within.map((near) => writtenAs(near, issue.items, issue.path.length > 1));
    const elsewhere = catalogue.relations
      .filter(
        (relation) => !relation.hidden && relation.columns.some((column) => column.name === name && !column.hidden),
      )
      .map((relation) => `${quoted(relation.name)}.${quoted(name)}`);
    const where =
      issue.path.length > 1 ? ` in ${issue.path.slice(0, -1).map(quoted).join('.')}` : ' in any relation of this query';
    const hint = elsewhere.length > 0 ? ` Other relations have it: ${elsewhere.slice(0, 3).join(', ')}.` : '';
    return [
      {
        rule: 'unknown_column',
        severity: 'error',
        fragment,
        message: `There is no column ${quoted(name)}${where}.${hint}`,
        nearest: [...qualified, ...elsewhere].slice(0, 4),
      },
    ];
  });

/** A similar name in its valid form: qualified if more than one entry could be meant. */
function writtenAs(name: string, items: readonly Item[], qualify: boolean): string {
  const holder = items.find((item) => item.nameVisible && item.columns.some((column) => column.name === name));
  const several = items.filter((item) => item.nameVisible).length > 1;
  return (qualify || several) && holder?.name ? `${quoted(holder.name)}.${quoted(name)}` : quoted(name);
}
