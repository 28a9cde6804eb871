import type { ColumnRef, FuncCall, RangeVar, SelectStmt, SQLValueFunction, TypeName } from 'libpg-query';
import { checkArguments } from './check-arguments';
import { checkFunction, checkOperator, checkType } from './check-names';
import type { CatalogueIndex } from './guard-catalogue';
import type { GuardLimits } from './guard-limits';
import { GuardRefusal } from './guard-verdict';
import { stringsOf } from './node-access';
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
  walkTree('SelectStmt', statement, context.limits.maxDepth, (node) => {
    if (FROM_ITEMS.has(node.tag)) fromItems += 1;
    if (fromItems > context.limits.maxFromItems) {
      throw new GuardRefusal('too_many_joins', `more than ${context.limits.maxFromItems} FROM items`);
    }
    if (node.tag === 'TypeName') {
      for (const modifier of listOf(node.fields['typmods'])) {
        if (isRecord(modifier) && 'ColumnRef' in modifier) modifierWords.add(modifier['ColumnRef']);
      }
    }
    if (node.tag === 'ColumnRef' && !modifierWords.has(node.fields)) references.columns.add(node.fields as ColumnRef);
    if (node.tag === 'RangeVar') references.relations.add(node.fields as RangeVar);
    checkNode(node, context);
  });
  return references;
}

function checkNode(node: MetNode, { catalogue, limits, grantedFunctions }: CheckContext): void {
  switch (node.tag) {
    case 'FuncCall':
      checkFunction(node.fields as FuncCall, catalogue, grantedFunctions);
      checkArguments(node.fields as FuncCall, limits);
      return;
    case 'TypeName':
      checkType(node.fields as TypeName, catalogue);
      return;
    case 'A_Expr':
      checkOperator(listOf(node.fields['name']) as FuncCall['funcname'], catalogue);
      return;
    case 'SubLink':
      checkOperator(listOf(node.fields['operName']).length ? (node.fields['operName'] as FuncCall['funcname']) : undefined, catalogue);
      return;
    case 'SQLValueFunction':
      checkValueFunction(node.fields as SQLValueFunction);
      return;
    case 'RangeTableSample':
      checkSampleMethod(node.fields['method'] as FuncCall['funcname']);
  }
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
