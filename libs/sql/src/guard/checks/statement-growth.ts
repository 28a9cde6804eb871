import type { FuncCall, Node, SelectStmt } from 'libpg-query';
import { stringsOf, textConstant } from './node-access';
import { JOINING, JOINING_NODES } from './text-growth';
import { isRecord } from './tree-walk';

/** Fields with nested queries: each level may multiply the output of the one below. */
const LEVELS: ReadonlySet<string> = new Set(['fromClause', 'withClause']);

/**
 * The factor by which a statement's constants multiply its input: rows by series, texts by concatenation.
 *
 * @param lengths factors of single calls: the values of a series, the length of a repetition
 */
export function statementGrowth(statement: SelectStmt, lengths: ReadonlyMap<unknown, number>): number {
  return rowsOf(statement, lengths, new Map()) * textOf(statement);
}

/** Row factor of each reference to a WITH query, by its name. */
type Tables = ReadonlyMap<string, number>;

/**
 * Series and VALUES lists multiply each other in any position, except the arms of a set operation, which add up. A WITH
 * query multiplies once if its references are joined; in an unjoined product each reference multiplies.
 */
function rowsOf(value: unknown, lengths: ReadonlyMap<unknown, number>, around: Tables): number {
  if (Array.isArray(value)) return product(value.map((item) => rowsOf(item, lengths, around)));
  if (!isRecord(value)) return 1;
  const tables = withTables(value, lengths, around);
  const of = (part: unknown): number => rowsOf(part, lengths, tables);
  const { larg, rarg, ...rest } = value;
  const isSetOperation =
    value['op'] !== undefined &&
    isRecord(larg) &&
    isRecord(rarg) &&
    ('targetList' in larg || 'valuesLists' in larg || 'larg' in larg);
  const inner = isSetOperation
    ? [...Object.values(rest).map(of), Math.max(1, of(larg)) + of(rarg) - 1]
    : Object.values(value).map(of);
  const written = Array.isArray(value['valuesLists']) ? value['valuesLists'].length : 1;
  return (lengths.get(value) ?? 1) * product(inner) * written * unjoinedReferences(value, tables);
}

function withTables(value: Record<string, unknown>, lengths: ReadonlyMap<unknown, number>, around: Tables): Tables {
  const clause = value['withClause'];
  if (!isRecord(clause) || !Array.isArray(clause['ctes'])) return around;
  const tables = new Map(around);
  for (const node of clause['ctes'] as Node[])
    if ('CommonTableExpr' in node)
      tables.set(node.CommonTableExpr.ctename ?? '', rowsOf(node.CommonTableExpr.ctequery, lengths, tables));
  return tables;
}

/** The factor of an unjoined product of WITH queries beyond their own series, which are counted separately. */
function unjoinedReferences(value: Record<string, unknown>, tables: Tables): number {
  const from = value['fromClause'];
  if (
    !Array.isArray(from) ||
    (isRecord(value['whereClause']) && !('A_Const' in value['whereClause'])) ||
    !(from as Node[]).every(isUnjoined)
  )
    return 1;
  const [largest = 1, ...others] = tableNames(from)
    .map((name) => tables.get(name) ?? 1)
    .toSorted((a, b) => b - a);
  return largest > 1 ? product(others) : 1;
}

/** True for a FROM item that no condition joins to another. */
function isUnjoined(node: Node): boolean {
  if (!('JoinExpr' in node)) return true;
  const { larg, rarg, quals, usingClause, isNatural } = node.JoinExpr;
  return (
    (!quals || 'A_Const' in quals) &&
    !usingClause &&
    !isNatural &&
    [larg, rarg].every((side) => side !== undefined && isUnjoined(side))
  );
}

function tableNames(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    if ('JoinExpr' in node) return tableNames([node.JoinExpr.larg, node.JoinExpr.rarg].flatMap((side) => side ?? []));
    return 'RangeVar' in node && node.RangeVar.schemaname === undefined ? [node.RangeVar.relname ?? ''] : [];
  });
}

/** Alternatives grow as the largest; concatenations add up; nested levels multiply. */
function textOf(value: unknown): number {
  if (Array.isArray(value)) return Math.max(1, ...value.map(textOf));
  if (!isRecord(value)) return 1;
  if ('A_Const' in value) return 0;
  const levels = Object.entries(value).map(([key, inner]) =>
    LEVELS.has(key) ? (key === 'withClause' ? product(partsOf(inner)) : textOf(inner)) : 1,
  );
  const here = Object.entries(value).map(([tag, inner]) =>
    LEVELS.has(tag) || !isRecord(inner) ? (LEVELS.has(tag) ? 1 : textOf(inner)) : ofNode(tag, inner),
  );
  return product(levels) * Math.max(1, ...here);
}

function partsOf(clause: unknown): number[] {
  return isRecord(clause) && Array.isArray(clause['ctes']) ? clause['ctes'].map(textOf) : [];
}

function ofNode(tag: string, fields: Record<string, unknown>): number {
  if (tag === 'A_Expr' && stringsOf(fields['name'] as Node[])?.at(-1) === '||')
    return textOf(fields['lexpr']) + textOf(fields['rexpr']);
  if (JOINING_NODES.has(tag)) return sumOf(fields['elements'] ?? fields['args'] ?? fields['exprs']);
  if (tag !== 'FuncCall') return textOf(fields);
  const name = stringsOf(fields['funcname'] as Node[])?.at(-1) ?? '';
  if (JOINING.has(name)) return sumOf(fields['args']) * (name === 'format' ? repeats(fields) : 1);
  return textOf(fields) * replacing(name, fields);
}

/**
 * `replace(v, 'x', 'xx')` doubles, `regexp_replace(v, '', 'ab')` inserts two characters everywhere. A non-constant
 * replacement counts as long as its match.
 */
function replacing(name: string, { args = [] }: FuncCall): number {
  if (name !== 'replace' && name !== 'regexp_replace') return 1;
  const by = textConstant(args[2])?.length ?? 1;
  const from = name === 'replace' ? Math.max(1, textConstant(args[1])?.length ?? by) : 1;
  return Math.max(1, by / from);
}

/** `%1$s%1$s` repeats the same value. */
function repeats({ args = [] }: FuncCall): number {
  return Math.max(1, textConstant(args[0])?.match(/%\d+\$/g)?.length ?? 1);
}

function sumOf(args: unknown): number {
  return Array.isArray(args)
    ? Math.max(
        1,
        args.map(textOf).reduce((sum, growth) => sum + growth, 0),
      )
    : 1;
}

function product(factors: readonly number[]): number {
  return factors.reduce((all, factor) => all * factor, 1);
}
