import type { A_Expr, ColumnRef, FuncCall, RangeVar, SelectStmt, SQLValueFunction, SubLink, TypeName, WithClause } from 'libpg-query';
import { checkArguments } from './check-arguments';
import { recursiveQueries } from './check-recursion';
import { checkFunction, checkOperator, checkType } from './check-names';
import type { CatalogueIndex } from './guard-catalogue';
import type { GuardLimits } from './guard-limits';
import { GuardRefusal } from './guard-verdict';
import { stringsOf } from './node-access';
import { statementGrowth } from './statement-growth';
import { ALLOWED_SAMPLE_METHODS, ALLOWED_VALUE_FUNCTIONS } from './statement-grammar';
import { isRecord, walkTree, type MetNode } from './tree-walk';

/** Every reference that the scope resolution must account for; one it never reached is a refusal. */
export interface TreeReferences {
  columns: Set<ColumnRef>;
  relations: Set<RangeVar>;
}

interface CheckContext {
  catalogue: CatalogueIndex;
  limits: GuardLimits;
  grantedFunctions: ReadonlySet<string>;
}

const FROM_ITEMS = new Set(['RangeVar', 'RangeSubselect', 'RangeFunction']);

/** Operations whose symbol stands in the text; BETWEEN, LIKE, IN and the like have one without saying so. */
const WRITTEN_OPERATIONS: ReadonlySet<string> = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_OP_ALL']);

/**
 * The checks that need no scope: grammar, functions, operators, types, sizes. Parse trees come
 * from libpg-query, so a node's tag vouches for the shape of its fields.
 *
 * @throws GuardRefusal at the first thing outside the lists.
 */
export function checkTree(statement: SelectStmt, context: CheckContext): TreeReferences {
  const references: TreeReferences = { columns: new Set(), relations: new Set() };
  const modifierWords = new Set<unknown>();
  let fromItems = 0;
  let recursive = 0;
  const lengths = new Map<unknown, number>();
  // Grammar and depth first: the checks below look into nodes recursively, and must find nothing deeper than a stack.
  let nodes = 0;
  walkTree('SelectStmt', statement, context.limits.maxDepth, () => {
    nodes += 1;
    if (nodes > context.limits.maxNodes) throw new GuardRefusal('too_large', `more than ${context.limits.maxNodes} nodes`);
  });
  walkTree('SelectStmt', statement, context.limits.maxDepth, (node) => {
    if (FROM_ITEMS.has(node.tag)) fromItems += 1;
    if (fromItems > context.limits.maxFromItems) {
      throw new GuardRefusal('too_many_joins', `more than ${context.limits.maxFromItems} FROM items`);
    }
    if (node.tag === 'WithClause') recursive += recursiveQueries(node.fields as WithClause);
    if (recursive > context.limits.maxRecursiveQueries) {
      throw new GuardRefusal('unbounded_recursion', `more than ${context.limits.maxRecursiveQueries} recursive queries`);
    }
    if (node.tag === 'TypeName') {
      for (const modifier of listOf(node.fields['typmods'])) {
        if (isRecord(modifier) && 'ColumnRef' in modifier) modifierWords.add(modifier['ColumnRef']);
      }
    }
    if (node.tag === 'ColumnRef' && !modifierWords.has(node.fields)) references.columns.add(node.fields as ColumnRef);
    if (node.tag === 'RangeVar') references.relations.add(node.fields as RangeVar);
    const length = checkNode(node, context);
    if (length > 1) lengths.set(node.fields, length);
  });
  if (statementGrowth(statement, lengths) > context.limits.maxGrowth) throw new GuardRefusal('unbounded_argument', `multiplies to more than ${context.limits.maxGrowth}`);
  return references;
}

/** @returns by how much the node multiplies its input, as far as constants tell; 1 for most */
function checkNode(node: MetNode, { catalogue, limits, grantedFunctions }: CheckContext): number {
  switch (node.tag) {
    case 'FuncCall':
      checkFunction(node.fields as FuncCall, catalogue, grantedFunctions);
      return checkArguments(node.fields as FuncCall, limits);
    case 'TypeName':
      checkType(node.fields as TypeName, catalogue);
      return 1;
    case 'A_Expr':
      checkOperation(node.fields as A_Expr, catalogue);
      return 1;
    case 'SubLink':
      checkComparison(node.fields as SubLink, catalogue);
      return 1;
    case 'SQLValueFunction':
      checkValueFunction(node.fields as SQLValueFunction);
      return 1;
    case 'RangeTableSample':
      checkSampleMethod(node.fields['method'] as FuncCall['funcname']);
      return 1;
    default:
      return 1;
  }
}

function checkOperation(operation: A_Expr, catalogue: CatalogueIndex): void {
  operation.name = checkOperator(operation.name ?? [], WRITTEN_OPERATIONS.has(operation.kind ?? ''), catalogue);
}

/** `x > ALL (SELECT …)` has an operator, `x IN (SELECT …)` has one that is not written, EXISTS has none. */
function checkComparison(link: SubLink, catalogue: CatalogueIndex): void {
  if (link.operName) link.operName = checkOperator(link.operName, true, catalogue);
  else if (link.testexpr && catalogue.ownOperators.has('=')) throw new GuardRefusal('forbidden_operator', `IN, whose = a user's own shadows`);
}

function checkValueFunction({ op }: SQLValueFunction): void {
  if (!op || !ALLOWED_VALUE_FUNCTIONS.has(op)) throw new GuardRefusal('forbidden_function', `value function ${op}`);
}

function checkSampleMethod(method: FuncCall['funcname']): void {
  const path = stringsOf(method) ?? [];
  if (path.length !== 1 || !ALLOWED_SAMPLE_METHODS.has(path[0] ?? '')) {
    throw new GuardRefusal('forbidden_function', `sampling method ${path.join('.')}`);
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
