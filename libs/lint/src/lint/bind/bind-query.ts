import type { CommonTableExpr, Node, SelectStmt, WithClause } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import { bindExpression } from './bind-expression';
import { bindFrom } from './bind-from';
import { bindGrouping, bindOrdering } from './bind-ordering';
import { bindTargets } from './bind-targets';
import type { Binding } from './binding';
import type { Block, BlockRole, Output } from './bound-query';
import { scopeInside, type CommonTable, type LintScope } from './lint-scope';

type OnFirstArm = (outputs: readonly Output[], block: Block) => void;

/** Binds one query of any shape with everything inside it. */
export function bindQuery(
  select: SelectStmt,
  role: BlockRole,
  around: LintScope,
  binding: Binding,
  onFirstArm?: OnFirstArm,
): Block {
  const block: Block = {
    select,
    role,
    parent: around.block,
    sources: [],
    items: [],
    joins: [],
    arms: null,
    outputs: [],
    open: false,
  };
  binding.blocks.push(block);
  binding.queryOf.set(select, block);
  const outer = scopeInside([], around, block);
  const scope = select.withClause ? withCommonTables(select.withClause, outer, binding) : outer;
  if (select.larg && select.rarg) bindArms(select.larg, select.rarg, block, scope, binding, onFirstArm);
  else if (select.valuesLists) bindValues(select.valuesLists, block, scope, binding);
  else bindPlain(block, scope, binding);
  bindExpression([select.limitCount, select.limitOffset], scope, binding);
  return block;
}

function bindArms(
  larg: SelectStmt,
  rarg: SelectStmt,
  block: Block,
  scope: LintScope,
  binding: Binding,
  onFirstArm?: OnFirstArm,
): void {
  const left = bindQuery(larg, 'arm', scope, binding);
  onFirstArm?.(left.outputs, left);
  const right = bindQuery(rarg, 'arm', scope, binding);
  block.arms = [left, right];
  block.open = left.open;
  block.outputs = left.outputs.map((output, i) => ({
    name: output.name,
    node: null,
    column: sharedColumn(output, right.outputs[i]),
  }));
  bindOrdering(block.select.sortClause, block, scope, binding);
}

/** If both arms pass on the same stored column, the union does too. */
function sharedColumn(left: Output, right: Output | undefined): Output['column'] {
  const [a, b] = [left.column?.origin, right?.column?.origin];
  return a && b && a.table === b.table && a.column === b.column ? left.column : null;
}

function bindValues(lists: readonly Node[], block: Block, scope: LintScope, binding: Binding): void {
  bindExpression(lists, scope, binding);
  const [first] = lists;
  const width = first && 'List' in first ? (first.List.items?.length ?? 0) : 0;
  block.outputs = Array.from({ length: width }, (_, i) => ({ name: `column${i + 1}`, node: null, column: null }));
  bindOrdering(block.select.sortClause, block, scope, binding);
}

function bindPlain(block: Block, around: LintScope, binding: Binding): void {
  const { select } = block;
  bindFrom(select.fromClause ?? [], block, around, binding);
  const scope = scopeInside(block.items, around, block);
  bindTargets(block, scope, binding);
  bindExpression([select.whereClause, select.havingClause, select.windowClause], scope, binding);
  bindGrouping(select.groupClause, block, scope, binding);
  bindOrdering(select.sortClause, block, scope, binding);
  bindOrdering(select.distinctClause, block, scope, binding);
}

/** Each WITH query sees previous ones; with RECURSIVE it also sees itself, as its first arm defines it. */
function withCommonTables(clause: WithClause, around: LintScope, binding: Binding): LintScope {
  const tables = new Map(around.commonTables);
  for (const node of clause.ctes ?? []) {
    if ('CommonTableExpr' in node)
      tables.set(
        node.CommonTableExpr.ctename ?? '',
        bindCommonTable(node.CommonTableExpr, tables, clause, around, binding),
      );
  }
  return { ...around, commonTables: tables };
}

function bindCommonTable(
  cte: CommonTableExpr,
  earlier: ReadonlyMap<string, CommonTable>,
  clause: WithClause,
  around: LintScope,
  binding: Binding,
): CommonTable {
  if (!cte.ctequery || !('SelectStmt' in cte.ctequery)) return { outputs: [], query: null, open: true };
  const self: CommonTable = { outputs: [], query: null, open: true };
  const visible = clause.recursive ? new Map([...earlier, [cte.ctename ?? '', self] as const]) : earlier;
  const block = bindQuery(
    cte.ctequery.SelectStmt,
    'common',
    { ...around, commonTables: visible },
    binding,
    (outputs, first) => {
      Object.assign(self, { outputs: commonOutputs(cte, outputs), open: first.open });
    },
  );
  return { outputs: commonOutputs(cte, block.outputs), query: block, open: block.open };
}

/** A WITH query's columns: renamed by its list, followed by those that SEARCH and CYCLE add. */
function commonOutputs(cte: CommonTableExpr, outputs: readonly Output[]): Output[] {
  const names = stringsOf(cte.aliascolnames) ?? [];
  const added = [
    cte.search_clause?.search_seq_column,
    cte.cycle_clause?.cycle_mark_column,
    cte.cycle_clause?.cycle_path_column,
  ];
  return [
    ...outputs.map((output, i) => ({ ...output, name: names[i] ?? output.name })),
    ...added.flatMap((name) => (name === undefined ? [] : [{ name, node: null, column: null }])),
  ];
}
