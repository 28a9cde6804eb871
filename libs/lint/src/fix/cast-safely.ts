import type { A_Expr, ColumnRef, Node, ResTarget, SelectStmt, SortBy, TypeCast, TypeName } from 'libpg-query';
import { readSelect } from '../facts/read-statement';
import { type GuardCatalogue, integerConstant, isRecord, outputName, stringsOf } from '@querent/sql';
import type { LintSubject } from '../lint/lint-subject';
import { ARITHMETIC, castsTo, COMPARISONS, isNumeric, lastName, NUMBER_TAKING } from './numeric-nodes';
import { safeValueOf, type SafeValue } from './safe-value';

/** A reference to a text column, with its safe cast. */
interface TextFigure {
  name: string;
  to: string;
  read: SafeValue;
}

interface Casting {
  figures: ReadonlyMap<ColumnRef, TextFigure>;
  fixes: string[];
  /** Nodes with our guarded cast, which is NULL for unreadable texts. */
  guardedHere: Set<object>;
}

const TEXT_TYPE = /^(text|character|varchar|citext|bpchar)/;

/**
 * Guards every use of a numeric text column as a number: casts, sums and averages, arithmetic, comparisons with
 * numbers, ORDER BY. In place; expressions inside a CASE that tests the column by a pattern are guarded already.
 */
export async function castSafely(
  select: SelectStmt,
  catalogue: GuardCatalogue,
  casts: LintSubject['casts'],
): Promise<string[]> {
  const figures = await figuresIn(select, catalogue, casts);
  if (figures.size === 0) return [];
  const casting: Casting = { figures, fixes: [], guardedHere: new Set() };
  inValue({ SelectStmt: select }, casting, new Set());
  return casting.fixes;
}

async function figuresIn(
  select: SelectStmt,
  catalogue: GuardCatalogue,
  casts: LintSubject['casts'],
): Promise<Map<ColumnRef, TextFigure>> {
  const kept = new Map<string, TextFigure>();
  for (const { table, column, to, when } of casts) {
    const isText = catalogue.relations.some(
      (relation) =>
        relation.name === table && relation.columns.some(({ name, type }) => name === column && TEXT_TYPE.test(type)),
    );
    if (isText) kept.set(`${table}.${column}`, { name: `${table}.${column}`, to, read: await safeValueOf(to, when) });
  }
  const figures = new Map<ColumnRef, TextFigure>();
  if (kept.size === 0) return figures;
  readSelect(select, catalogue, (ref, { column, stored }) => {
    const figure = column && stored ? kept.get(`${column.table}.${column.column}`) : undefined;
    if (figure) figures.set(ref, figure);
  });
  return figures;
}

/** Rewrites everything inside a value; `guarded` contains the columns that an enclosing CASE has tested. */
function inValue(value: unknown, casting: Casting, guarded: ReadonlySet<string>): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown) => inValue(item, casting, guarded));
    return;
  }
  if (!isRecord(value)) return;
  for (const [tag, fields] of Object.entries(value)) {
    const name = tag === 'ResTarget' ? outputName((fields as ResTarget).val) : undefined;
    const inside = tag === 'CaseExpr' ? new Set([...guarded, ...testedIn(fields, casting)]) : guarded;
    inValue(fields, casting, inside);
    if (name !== undefined) keepName(fields as ResTarget, name);
    if (tag === 'TypeCast') replaceCast(value, fields as TypeCast, casting, guarded);
    if (tag === 'FuncCall') inArguments(fields as { funcname?: Node[]; args?: Node[] }, casting, guarded);
    if (tag === 'A_Expr') inOperation(fields as A_Expr, casting, guarded);
    if (tag === 'SortBy') unreadableLast(fields as SortBy, (fields as SortBy).node, casting);
    if (isSelect(tag)) inOrder(fields as SelectStmt, casting);
  }
}

/** An unnamed column is named after its expression, which changes, so it gets an explicit name. */
function keepName(target: ResTarget, name: string): void {
  if (target.name === undefined && outputName(target.val) !== name) target.name = name;
}

/** Columns that a CASE tests by a pattern, anywhere in its conditions. */
function testedIn(value: unknown, casting: Casting): string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => testedIn(item, casting));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([tag, fields]) => {
    const isTest = tag === 'A_Expr' && /~/.test(lastName((fields as A_Expr).name));
    return isTest ? figuresBelow((fields as A_Expr).lexpr, casting) : testedIn(fields, casting);
  });
}

function figuresBelow(value: unknown, casting: Casting): string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => figuresBelow(item, casting));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([tag, fields]) =>
    tag === 'ColumnRef' ? [casting.figures.get(fields as ColumnRef)?.name ?? ''] : figuresBelow(fields, casting),
  );
}

/** `col::numeric`, also of `trim(col)` and `nullif(col, '--')`, whose values the guard excludes itself. */
function replaceCast(
  holder: Record<string, unknown>,
  { arg, typeName }: TypeCast,
  casting: Casting,
  guarded: ReadonlySet<string>,
): void {
  const column = columnBelow(arg);
  const figure = column && casting.figures.get(column);
  if (!column || !figure || guarded.has(figure.name) || !castsTo(typeName, figure.to)) return;
  const safe = safeNode(column, figure, casting, typeName ?? null);
  delete holder['TypeCast'];
  Object.assign(holder, safe);
  casting.guardedHere.add(holder);
}

function columnBelow(node: Node | undefined): ColumnRef | null {
  if (!node) return null;
  if ('ColumnRef' in node) return node.ColumnRef;
  if ('FuncCall' in node && /^(btrim|trim)$/.test(lastName(node.FuncCall.funcname)) && node.FuncCall.args?.length === 1)
    return columnBelow(node.FuncCall.args[0]);
  if ('A_Expr' in node && node.A_Expr.kind === 'AEXPR_NULLIF')
    return isNoNumber(node.A_Expr.rexpr) ? columnBelow(node.A_Expr.lexpr) : null;
  return null;
}

const isNoNumber = (node: Node | undefined): boolean =>
  node !== undefined &&
  'A_Const' in node &&
  node.A_Const.sval !== undefined &&
  !/\d/.test(node.A_Const.sval.sval ?? '');

/** A cast to numeric without modifier needs no second one. */
function safeNode(column: ColumnRef, figure: TextFigure, casting: Casting, written: TypeName | null): Node {
  casting.fixes.push(`safe cast: ${figure.name} read as ${figure.to} only where it is one`);
  const isPlain =
    written === null ||
    ((written.typmods ?? []).length === 0 && lastName(written.names) === (figure.to === 'date' ? 'date' : 'numeric'));
  return figure.read(column, isPlain ? null : written);
}

/** The guarded value of a bare reference to a numeric text column; the node itself otherwise. */
function safely<T extends Node | undefined>(node: T, casting: Casting, guarded: ReadonlySet<string>): T | Node {
  const figure = node && 'ColumnRef' in node ? casting.figures.get(node.ColumnRef) : undefined;
  if (!node || !('ColumnRef' in node) || !figure || figure.to === 'date' || guarded.has(figure.name)) return node;
  return safeNode(node.ColumnRef, figure, casting, null);
}

function inArguments(call: { funcname?: Node[]; args?: Node[] }, casting: Casting, guarded: ReadonlySet<string>): void {
  const [first, ...rest] = call.args ?? [];
  if (!first || !NUMBER_TAKING.has(lastName(call.funcname))) return;
  call.args = [safely(first, casting, guarded), ...rest];
}

function inOperation(expression: A_Expr, casting: Casting, guarded: ReadonlySet<string>): void {
  const { kind = '', lexpr, rexpr } = expression;
  const op = lastName(expression.name);
  const isList = kind === 'AEXPR_IN' || kind.includes('BETWEEN');
  const takesNumbers = isList || (kind === 'AEXPR_OP' && (COMPARISONS.has(op) || ARITHMETIC.has(op)));
  if (!takesNumbers) return;
  if (isNumeric(rexpr)) expression.lexpr = safely(lexpr, casting, guarded);
  else if (!isList && isNumeric(lexpr)) expression.rexpr = safely(rexpr, casting, guarded);
}

const isSelect = (tag: string): boolean => tag === 'SelectStmt' || tag === 'larg' || tag === 'rarg';

/**
 * Unreadable texts become NULL, and NULL leads a descending order: a query for the highest value does not want rows
 * without one.
 */
function unreadableLast(sort: SortBy, value: Node | undefined, casting: Casting): void {
  const isDefault = sort.sortby_dir === 'SORTBY_DESC' && sort.sortby_nulls === 'SORTBY_NULLS_DEFAULT';
  if (isDefault && holdsGuarded(value, casting)) sort.sortby_nulls = 'SORTBY_NULLS_LAST';
}

function holdsGuarded(value: unknown, casting: Casting): boolean {
  if (Array.isArray(value)) return value.some((item: unknown) => holdsGuarded(item, casting));
  return (
    isRecord(value) &&
    (casting.guardedHere.has(value) || Object.values(value).some((field) => holdsGuarded(field, casting)))
  );
}

/** Numeric texts are ordered as numbers, unreadable ones last; not if the order may only name selected columns. */
function inOrder(select: SelectStmt, casting: Casting): void {
  for (const node of select.sortClause ?? []) {
    if (!('SortBy' in node)) continue;
    const sort: SortBy = node.SortBy;
    const value = selectedBy(sort.node, select) ?? sort.node;
    unreadableLast(sort, value, casting);
    if (select.distinctClause || select.larg) continue;
    const safe = safely(value, casting, new Set());
    if (safe === value) continue;
    sort.node = safe;
    if (sort.sortby_dir === 'SORTBY_DESC' && sort.sortby_nulls === 'SORTBY_NULLS_DEFAULT')
      sort.sortby_nulls = 'SORTBY_NULLS_LAST';
  }
}

/** The expression of a position or an output name in ORDER BY. */
function selectedBy(node: Node | undefined, { targetList = [] }: SelectStmt): Node | undefined {
  const targets = targetList.flatMap((target) => ('ResTarget' in target ? [target.ResTarget] : []));
  const position = node && 'A_Const' in node ? integerConstant(node) : null;
  if (position !== null) return targets[position - 1]?.val;
  const path = node && 'ColumnRef' in node ? stringsOf(node.ColumnRef.fields) : null;
  if (path?.length !== 1) return undefined;
  return targets.find(
    ({ name, val }) =>
      (name ?? (val && 'ColumnRef' in val ? stringsOf(val.ColumnRef.fields)?.at(-1) : undefined)) === path[0],
  )?.val;
}
