import { withColumnClocks } from '../time/clock-of-columns';
import type { CompileContext } from '../statement/compile-context';
import { rawColumn } from './column-value';
import { expressionSql } from '../statement/expression-sql';
import { type ModelColumn, type ModelEntity, type ModelTable, noWords, parseExpression, text } from '@querent/model';
import { quoteIdentifier } from '../statement/quoting';
import { safeCast } from './safe-cast';

/** The column of the union that names the source of a row, by its label and never by its physical name. */
export const SOURCE_COLUMN = 'source';

/** One column of the union: its name, and the column of each source that it is read from. */
export interface UnionColumn {
  name: string;
  /** In order of preference. */
  columns: ModelColumn[];
}

export interface EntityRelation {
  table: ModelTable;
  sql: string;
}

type Form = 'things' | 'coverage' | 'detail';

export interface RelationForm {
  form: Form;
  base: string;
  /** The columns of each grouped field. Rows of a source without a column of such a field have no group: left out. */
  grouping: readonly (readonly ModelColumn[])[];
}

/**
 * The relation that an entity is read from. A partner of a row is the matching row of the other source.
 * - `things`: every row of the first source with its best partner, and the rows of the second source without a partner.
 * - `coverage`: pairs, rows of either source without a partner, each row with the names of its sources.
 * - `detail`: the rows of `base`, each with its best partner.
 * LATERAL … LIMIT 1 selects the partner, so that a row with several matches is not multiplied.
 */
export function entityRelation(
  ctx: CompileContext,
  entity: ModelEntity,
  columns: readonly UnionColumn[],
  { form, base, grouping }: RelationForm,
): EntityRelation {
  const hasGroups = (source: string) => grouping.every((kept) => kept.some(({ table }) => table === source));
  const other = entity.sources[0] === base ? entity.sources[1] : entity.sources[0];
  const pair = { ctx, entity, columns, base, other };
  const parts: Record<Form, () => string[]> = {
    things: () => [
      withPartner(pair, 'LEFT JOIN', null),
      ...(hasGroups(other) ? [withoutPartner(pair, other, base, null)] : []),
    ],
    coverage: () => [
      withPartner(pair, 'JOIN', sourceLabel(ctx, [base, other])),
      withoutPartner(pair, base, other, sourceLabel(ctx, [base])),
      withoutPartner(pair, other, base, sourceLabel(ctx, [other])),
    ],
    detail: () => [withPartner(pair, 'LEFT JOIN', null)],
  };
  return {
    table: relationTable(entity, columns, form),
    sql: `(\n    ${parts[form]().join('\n    UNION ALL\n    ')}\n  )`,
  };
}

interface Pair {
  ctx: CompileContext;
  entity: ModelEntity;
  columns: readonly UnionColumn[];
  base: string;
  other: string;
}

/** The rows with a partner. First in the union, because its columns determine the types of NULLs in the other parts. */
function withPartner(pair: Pair, join: 'JOIN' | 'LEFT JOIN', source: string | null): string {
  const { ctx, base, other, columns } = pair;
  const needsPartner = join === 'JOIN' || columns.some((column) => column.columns.some(({ table }) => table === other));
  const selected = selectList(columns, { [base]: 'a', ...(needsPartner && { [other]: 'b' }) }, source);
  const from = `FROM ${ctx.relationSql(base)} AS a`;
  if (!needsPartner) return `SELECT ${selected}\n    ${from}`;
  const read = new Set(
    columns.flatMap((column) =>
      column.columns.filter(({ table }) => table === other).map(({ name }) => `c.${quoteIdentifier(name)}`),
    ),
  );
  const partner = [...read].join(', ') || '1 AS found';
  return `SELECT ${selected}\n    ${from} ${join} LATERAL (SELECT ${partner} FROM ${ctx.relationSql(other)} AS c WHERE ${matchSql(pair, 'a', 'c')} ORDER BY ${closeness(pair)} LIMIT 1) AS b ON TRUE`;
}

function withoutPartner(pair: Pair, kept: string, missing: string, source: string | null): string {
  const { ctx, columns } = pair;
  const match = matchSql({ ...pair, base: kept, other: missing }, 'a', 'c');
  return `SELECT ${selectList(columns, { [kept]: 'a' }, source)}\n    FROM ${ctx.relationSql(kept)} AS a WHERE NOT EXISTS (SELECT 1 FROM ${ctx.relationSql(missing)} AS c WHERE ${match})`;
}

function matchSql({ ctx, entity, base }: Pair, baseAlias: string, otherAlias: string): string {
  return expressionSql(ctx, withColumnClocks(ctx, parseExpression(entity.match)), {
    column: (ref) => `${ref.table === base ? baseAlias : otherAlias}.${quoteIdentifier(ref.column)}`,
  });
}

/** The order of partners: by the difference in length of the names, then by key. */
function closeness({ ctx, entity, base, other }: Pair): string {
  const name = Object.values(entity.fields).find((field) => field.role === 'name');
  const at = (table: string) => name?.columns.find((ref) => ref.table === table)?.column;
  const [own, theirs] = [at(base), at(other)];
  const byName =
    own !== undefined && theirs !== undefined
      ? [`abs(length(c.${quoteIdentifier(theirs)}) - length(a.${quoteIdentifier(own)}))`]
      : [];
  const byKey = (ctx.model.tables[other]?.primaryKey ?? []).map((column) => `c.${quoteIdentifier(column)}`);
  return [...byName, ...byKey].join(', ') || '1';
}

function selectList(
  columns: readonly UnionColumn[],
  aliases: Readonly<Record<string, string>>,
  source: string | null,
): string {
  const shown = columns.map(({ name, columns: kept }) => {
    const isMixed = isMixedField(kept);
    const at = kept.flatMap((column) => {
      const alias = aliases[column.table];
      if (alias === undefined) return [];
      const raw = rawColumn(alias, column);
      return [isMixed ? (column.cast ? safeCast(column, raw) : `${raw}::text`) : raw];
    });
    const value = at.length > 1 ? `COALESCE(${at.join(', ')})` : (at[0] ?? 'NULL');
    return `${value} AS ${quoteIdentifier(name)}`;
  });
  return [...shown, ...(source === null ? [] : [`${source} AS ${quoteIdentifier(SOURCE_COLUMN)}`])].join(', ') || '1';
}

/** Whether the columns of a field differ in type, so that COALESCE needs a cast. */
function isMixedField(columns: readonly ModelColumn[]): boolean {
  const [first] = columns;
  return columns.some((column) => column.category !== first?.category || column.cast?.when !== first?.cast?.when);
}

function sourceLabel(ctx: CompileContext, tables: readonly string[]): string {
  const labels = tables.map((table) => text(ctx.model.tables[table]?.label, ctx.options.locale));
  return ctx.params.bind(labels.join(' + '), 'text');
}

function relationTable(entity: ModelEntity, columns: readonly UnionColumn[], form: Form): ModelTable {
  const all = columns.flatMap(({ name, columns: kept }) => {
    const [first] = kept;
    return first ? [[name, unionColumn(entity.id, name, first, kept)] as const] : [];
  });
  return {
    name: entity.id,
    label: entity.label,
    synonyms: noWords(),
    columns: Object.fromEntries(form === 'coverage' ? [...all, [SOURCE_COLUMN, sourceColumn(entity.id)]] : all),
    primaryKey: [],
    estimatedRows: 0,
  };
}

function unionColumn(table: string, name: string, first: ModelColumn, kept: readonly ModelColumn[]): ModelColumn {
  if (!isMixedField(kept)) return { ...first, table, name, nullable: true, unique: false };
  const { cast: _cast, ...plain } = first;
  const isNumber = kept.every((column) => column.cast !== undefined);
  return {
    ...plain,
    table,
    name,
    nullable: true,
    unique: false,
    isYear: false,
    category: isNumber ? 'numeric' : 'text',
    type: isNumber ? 'numeric' : 'text',
  };
}

function sourceColumn(table: string): ModelColumn {
  return {
    table,
    name: SOURCE_COLUMN,
    type: 'text',
    category: 'text',
    nullable: false,
    label: { zh: '数据来源', en: 'source' },
    synonyms: noWords(),
    role: 'dimension',
    values: {},
    storedValues: [],
    storedValuesComplete: false,
    isYear: false,
    unique: false,
  };
}
