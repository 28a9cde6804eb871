import type { A_Expr, ColumnRef, FuncCall, RangeVar, SelectStmt, SQLValueFunction, SubLink } from 'libpg-query';
import { recursiveQueries } from './check-recursion';
import { checkFunction, checkOperator, checkType } from './check-names';
import type { CatalogueIndex } from '../guard-catalogue';
import type { GuardLimits } from '../guard-limits';
import { GuardRefusal } from '../guard-verdict';
import { stringsOf } from './node-access';
import { ALLOWED_SAMPLE_METHODS, ALLOWED_VALUE_FUNCTIONS } from './statement-grammar';
import { isRecord, walkTree, type MetNode } from './tree-walk';

/** All references that the scope resolution must account for; an unresolved one is a refusal. */
export interface TreeReferences {
  columns: Set<ColumnRef>;
  relations: Set<RangeVar>;
  /** Calls, whose arguments are checked after column resolution. */
  calls: FuncCall[];
}

interface CheckContext {
  catalogue: CatalogueIndex;
  limits: GuardLimits;
  grantedFunctions: ReadonlySet<string>;
}

const FROM_ITEMS = new Set(['RangeVar', 'RangeSubselect', 'RangeFunction']);

/** Operations with a written symbol; BETWEEN, LIKE, IN and the like use one implicitly. */
const WRITTEN_OPERATIONS: ReadonlySet<string> = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_OP_ALL']);

/** PostgreSQL's expansion of BETWEEN (transformAExprBetween). */
const BETWEEN_OPERATORS: Readonly<Record<string, readonly string[]>> = {
  AEXPR_BETWEEN: ['>=', '<='],
  AEXPR_NOT_BETWEEN: ['<', '>'],
  AEXPR_BETWEEN_SYM: ['>=', '<='],
  AEXPR_NOT_BETWEEN_SYM: ['<', '>'],
};

/**
 * The checks that need no scope: grammar, functions, operators, types, sizes. Parse trees come from libpg-query, so a
 * node's tag guarantees the shape of its fields.
 *
 * @throws GuardRefusal at the first construct outside the lists
 */
export function checkTree(statement: SelectStmt, context: CheckContext): TreeReferences {
  const references: TreeReferences = { columns: new Set(), relations: new Set(), calls: [] };
  const modifierWords = new Set<unknown>();
  let fromItems = 0;
  let recursive = 0;
  // Grammar and depth first, because the checks below recurse and need a bounded depth.
  let nodes = 0;
  walkTree('SelectStmt', statement, context.limits.maxDepth, () => {
    nodes += 1;
    if (nodes > context.limits.maxNodes)
      throw new GuardRefusal('too_large', `more than ${context.limits.maxNodes} nodes`);
  });
  walkTree('SelectStmt', statement, context.limits.maxDepth, (node) => {
    if (FROM_ITEMS.has(node.tag)) fromItems += 1;
    if (fromItems > context.limits.maxFromItems) {
      throw new GuardRefusal('too_many_joins', `more than ${context.limits.maxFromItems} FROM items`);
    }
    if (node.tag === 'WithClause') recursive += recursiveQueries(node.fields);
    if (recursive > context.limits.maxRecursiveQueries) {
      throw new GuardRefusal(
        'unbounded_recursion',
        `more than ${context.limits.maxRecursiveQueries} recursive queries`,
      );
    }
    if (node.tag === 'TypeName') {
      for (const modifier of listOf(node.fields['typmods'])) {
        if (isRecord(modifier) && 'ColumnRef' in modifier) modifierWords.add(modifier['ColumnRef']);
      }
    }
    if (node.tag === 'ColumnRef' && !modifierWords.has(node.fields)) references.columns.add(node.fields);
    if (node.tag === 'RangeVar') references.relations.add(node.fields);
    if (node.tag === 'FuncCall') references.calls.push(node.fields);
    checkNode(node, context);
  });
  return references;
}

function checkNode(node: MetNode, { catalogue, grantedFunctions }: CheckContext): void {
  const check = NODE_CHECKS[node.tag];
  check?.(node.fields, catalogue, grantedFunctions);
}

/** By tag; the walk guarantees the shape of the fields. */
const NODE_CHECKS: Readonly<
  Record<string, (fields: MetNode['fields'], catalogue: CatalogueIndex, granted: ReadonlySet<string>) => void>
> = {
  FuncCall: (fields, catalogue, granted) => checkFunction(fields, catalogue, granted),
  TypeName: (fields, catalogue) => checkType(fields, catalogue),
  A_Expr: (fields, catalogue) => checkOperation(fields, catalogue),
  SubLink: (fields, catalogue) => checkComparison(fields, catalogue),
  CaseExpr: ({ arg }, catalogue) => checkUnwritten(arg === undefined ? [] : ['='], 'CASE', catalogue),
  JoinExpr: ({ isNatural, usingClause }, catalogue) =>
    checkUnwritten(isNatural === true || usingClause !== undefined ? ['='] : [], 'a join by names', catalogue),
  SQLValueFunction: (fields) => checkValueFunction(fields),
  RangeTableSample: ({ method }) => checkSampleMethod(method as FuncCall['funcname']),
};

function checkOperation(operation: A_Expr, catalogue: CatalogueIndex): void {
  checkUnwritten(BETWEEN_OPERATORS[operation.kind ?? ''] ?? [], 'BETWEEN', catalogue);
  operation.name = checkOperator(operation.name ?? [], WRITTEN_OPERATIONS.has(operation.kind ?? ''), catalogue);
}

/** Constructs with an implicit operator cannot qualify it as the system's. */
function checkUnwritten(symbols: readonly string[], construct: string, { ownOperators }: CatalogueIndex): void {
  const shadowed = symbols.find((symbol) => ownOperators.has(symbol));
  if (shadowed !== undefined)
    throw new GuardRefusal('forbidden_operator', `${construct}, whose ${shadowed} a user's own shadows`);
}

/** `x > ALL (SELECT …)` has an operator, `x IN (SELECT …)` has one that is not written, EXISTS has none. */
function checkComparison(link: SubLink, catalogue: CatalogueIndex): void {
  if (link.operName) link.operName = checkOperator(link.operName, true, catalogue);
  else checkUnwritten(link.testexpr ? ['='] : [], 'IN', catalogue);
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
