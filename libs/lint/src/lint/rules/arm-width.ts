import type { Block } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import { textOf } from '../sql-text';

const NAMES: Readonly<Record<string, string>> = {
  SETOP_UNION: 'UNION',
  SETOP_INTERSECT: 'INTERSECT',
  SETOP_EXCEPT: 'EXCEPT',
};

/** Arms of a set operation, or rows of VALUES, that differ in their number of columns. */
export const armWidth: LintRule = ({ blocks }) => blocks.flatMap((block) => [...armsOf(block), ...valuesOf(block)]);

function armsOf({ arms, select }: Block): Finding[] {
  const [left, right] = arms ?? [];
  if (!left || !right || left.open || right.open || left.outputs.length === right.outputs.length) return [];
  const operation = NAMES[select.op ?? ''] ?? 'UNION';
  const named = (arm: Block) => `${arm.outputs.length} (${arm.outputs.map(({ name }) => name).join(', ')})`;
  const message = `Each arm of ${operation} must return the same number of columns: the left returns ${named(left)}, the right ${named(right)}.`;
  return [{ rule: 'arm_width', severity: 'error', fragment: textOf({ SelectStmt: right.select }), message }];
}

function valuesOf({ select }: Block): Finding[] {
  const rows = select.valuesLists ?? [];
  const width = (row: (typeof rows)[number] | undefined) => (row && 'List' in row ? (row.List.items?.length ?? 0) : 0);
  const odd = rows.find((row) => width(row) !== width(rows[0]));
  if (!odd) return [];
  return [
    {
      rule: 'arm_width',
      severity: 'error',
      fragment: `(${'List' in odd ? odd.List.items?.map(textOf).join(', ') : ''})`,
      message: 'The rows of VALUES must all have the same length.',
    },
  ];
}
