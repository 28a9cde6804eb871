import type { ColumnRef, Node } from 'libpg-query';
import type { BoundStatement } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import { functionName } from '../reading/aggregates';
import { nodesWhere } from '../reading/nodes';

/**
 * A whole row as a value (`row_to_json(t)`, `t::text`, `ST_AsGeoJSON(t)`): its physical column names become data, and
 * the leak gate does not check data. A row may be counted, tested for NULL, or returned unchanged.
 */
export const rowAsText: LintRule = (statement): Finding[] => {
  const harmless = new Set([
    ...returnedBy(statement),
    ...nodesWhere(statement.root.select, onlyCounted, 'with queries').flat(),
  ]);
  return [...statement.refs.values()].flatMap(({ kind, ref, path, item }) => {
    if (kind !== 'row' || harmless.has(ref)) return [];
    const fragment = path.join('.') || (item?.name ?? '');
    return [
      {
        rule: 'row_as_text',
        severity: 'error',
        fragment,
        message: 'A whole row is used as one value: name the columns that are needed, as plain columns.',
      },
    ];
  });
};

/** Inside a subquery it would only be renamed. */
function returnedBy({ root }: BoundStatement): ColumnRef[] {
  return (root.select.targetList ?? []).flatMap((target) =>
    'ResTarget' in target ? refsOf([target.ResTarget.val]) : [],
  );
}

function onlyCounted(node: Node): ColumnRef[] | null {
  if ('NullTest' in node) return refsOf([node.NullTest.arg]);
  return 'FuncCall' in node && functionName(node.FuncCall) === 'count' ? refsOf(node.FuncCall.args ?? []) : null;
}

const refsOf = (nodes: readonly (Node | undefined)[]): ColumnRef[] =>
  nodes.flatMap((node) => (node !== undefined && 'ColumnRef' in node ? [node.ColumnRef] : []));
