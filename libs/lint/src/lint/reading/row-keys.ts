import type { Block, BoundStatement, Source } from '../bind/bound-query';
import type { LintSubject } from '../lint-subject';
import { integerConstant } from '@querent/sql';
import { aggregatesIn } from './aggregates';
import { groupingOf, isGrouped } from './grouping';
import { sameExpression } from './same-expression';

/** The unique column sets of a source, as positions. An empty set means at most one row; no set means unknown. */
export function keysOf(source: Source, statement: BoundStatement, subject: LintSubject): number[][] {
  if (source.query) return queryKeys(source.query, statement, subject);
  const keys = source.relation ? (subject.uniqueKeys[source.relation.name] ?? []) : [];
  return keys.flatMap((key) => {
    const positions = key.map((name) => source.columns.findIndex((column) => column.origin?.column === name));
    return positions.includes(-1) || positions.length === 0 ? [] : [positions];
  });
}

/** True if a query returns at most one row. */
export function isSingleRow(block: Block): boolean {
  const { select } = block;
  if (integerConstant(select.limitCount) === 1) return true;
  if (block.arms) return false;
  if (select.valuesLists) return select.valuesLists.length === 1;
  if (select.groupClause) return false;
  return block.sources.length === 0 || isGrouped(block) || aggregatesIn(select.targetList).length > 0;
}

function queryKeys(block: Block, statement: BoundStatement, subject: LintSubject): number[][] {
  if (isSingleRow(block)) return [[]];
  if (block.open) return [];
  const { select } = block;
  const all = block.outputs.map((_, i) => i);
  const keys: number[][] = [];
  if (
    block.arms
      ? select.all !== true
      : select.distinctClause?.length === 1 && Object.keys(select.distinctClause[0] ?? {}).length === 0
  )
    keys.push(all);
  if (block.arms) return keys;
  if (select.groupClause) return [...keys, ...groupKeys(block, statement)];
  const [only, ...others] = block.sources;
  if (only && others.length === 0) keys.push(...passedOn(only, block, statement, subject));
  return keys;
}

/** One row per group: the grouped items are a key if all of them are returned. */
function groupKeys(block: Block, statement: BoundStatement): number[][] {
  const { columns, expressions } = groupingOf(block, statement);
  const positions = [...columns].map((column) =>
    block.outputs.findIndex(
      (output) =>
        output.column !== null && output.column.source === column.source && output.column.position === column.position,
    ),
  );
  const computed = expressions
    .filter((node) => !('ColumnRef' in node))
    .map((node) =>
      block.outputs.findIndex((output) => output.node !== null && sameExpression(output.node, node, statement)),
    );
  const key = [...positions, ...computed];
  return key.includes(-1) ? [] : [key];
}

/** A query over one source has the source's keys if it returns their columns. */
function passedOn(source: Source, block: Block, statement: BoundStatement, subject: LintSubject): number[][] {
  return keysOf(source, statement, subject).flatMap((key) => {
    const positions = key.map((position) =>
      block.outputs.findIndex(({ column }) => column?.source === source && column.position === position),
    );
    return positions.includes(-1) ? [] : [positions];
  });
}
