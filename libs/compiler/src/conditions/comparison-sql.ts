import type { CompareOperator, Scalar } from '@querent/contracts';
import type { ModelColumn } from '@querent/model';
import { addDays, isCivilDate } from '../time/civil-date';
import type { CompileContext } from '../statement/compile-context';
import { isNamedTextType } from '../rows/column-value';
import { CompileError } from '../statement/compile-error';
import { dayStart, timeKindOf, yearSql, zone } from '../time/time-sql';

/** The column of a filter, with the SQL of the stored column (`raw`) and of its value after the safe cast. */
export interface FilteredColumn {
  column: ModelColumn;
  raw: string;
  value: string;
}

/**
 * `column op value` with the value bound. `!=` is also true for missing values (see condition-sql), except for boolean
 * columns: "not damaged" requires a stored false.
 */
export function comparisonSql(ctx: CompileContext, target: FilteredColumn, op: CompareOperator, value: Scalar): string {
  const kind = timeKindOf(target.column);
  if (kind && kind !== 'year') return momentComparison(ctx, target, kind, op, value);
  if (target.column.category === 'array' && (op === '=' || op === '!=')) {
    const holds = `${ctx.params.bind(String(value), 'text')} = ANY(${target.raw}::text[])`;
    return op === '=' ? holds : `(${holds}) IS NOT TRUE`;
  }
  const { sql, type } = comparable(target, op);
  const bound = ctx.params.bind(converted(target.column, type, value), boundType(target.column, type, value));
  if (op === '!=' && type === 'boolean') return `(${sql} = ${bound}) IS FALSE`;
  return op === '!=' ? `${sql} IS DISTINCT FROM ${bound}` : `${sql} ${op} ${bound}`;
}

/** Whether the column's value is one of these. Not true for missing values. */
export function membershipSql(ctx: CompileContext, target: FilteredColumn, values: Scalar[]): string {
  const kind = timeKindOf(target.column);
  const isPlain = target.column.category !== 'array' && (!kind || kind === 'year');
  if (!isPlain || values.length === 1)
    return `(${values.map((value) => comparisonSql(ctx, target, '=', value)).join(' OR ')})`;
  const { sql, type } = comparable(target, '=');
  return `${sql} = ANY(${ctx.params.bind(
    values.map((value) => converted(target.column, type, value)),
    `${type}[]`,
  )})`;
}

type Family = 'numeric' | 'text' | 'boolean' | 'uuid';

function comparable({ column, raw, value }: FilteredColumn, op: CompareOperator): { sql: string; type: Family } {
  const isEquality = op === '=' || op === '!=';
  if (column.isYear) return { sql: yearSql(column, raw), type: 'numeric' };
  if (column.cast || column.category === 'integer' || column.category === 'numeric')
    return { sql: value, type: 'numeric' };
  if (column.category === 'boolean' && isEquality) return { sql: raw, type: 'boolean' };
  if (column.category === 'uuid' && isEquality) return { sql: raw, type: 'uuid' };
  if (column.category === 'text') return { sql: isNamedTextType(column) ? `${raw}::text` : raw, type: 'text' };
  if (column.category === 'other' && isEquality) return { sql: `${raw}::text`, type: 'text' };
  throw new CompileError(
    'bad_type',
    `"${column.table}.${column.name}" (${column.type}) cannot be compared with "${op}"`,
  );
}

/** The type of a bound value. An integer stays an integer, so that an index on an integer column is usable. */
function boundType(column: ModelColumn, type: Family, value: Scalar): string {
  return type === 'numeric' && column.category === 'integer' && Number.isSafeInteger(Number(value)) ? 'bigint' : type;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^[+-]?(\d{1,100}(\.\d{0,100})?|\.\d{1,100})$/;

function converted(column: ModelColumn, type: Family, value: Scalar): Scalar {
  const fits: Record<Family, () => Scalar | undefined> = {
    text: () => String(value),
    numeric: () =>
      typeof value === 'number'
        ? value
        : typeof value === 'string' && NUMBER.test(value.trim())
          ? value.trim()
          : undefined,
    boolean: () =>
      typeof value === 'boolean'
        ? value
        : /^(true|false)$/i.test(String(value))
          ? String(value).toLowerCase() === 'true'
          : undefined,
    uuid: () => (UUID.test(String(value)) ? String(value) : undefined),
  };
  const result = fits[type]();
  if (result === undefined)
    throw new CompileError(
      'bad_value',
      `"${String(value)}" does not fit "${column.table}.${column.name}" (${column.type})`,
    );
  return result;
}

/** A comparison of a date or a moment with a day: "after 1 May" starts on 2 May, "on 1 May" is the whole day. */
function momentComparison(
  ctx: CompileContext,
  target: FilteredColumn,
  kind: 'date' | 'timestamp' | 'timestamptz',
  op: CompareOperator,
  value: Scalar,
): string {
  const text = String(value).trim();
  if (!isCivilDate(text)) {
    if (kind === 'date' || !/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/.test(text) || !isCivilDate(text.slice(0, 10)))
      throw new CompileError('bad_value', `"${text}" is not a date`);
    const moment = ctx.params.bind(text, 'timestamp');
    const bound = kind === 'timestamp' ? moment : `(${moment} AT TIME ZONE ${zone(ctx)})`;
    return op === '!=' ? `${target.value} IS DISTINCT FROM ${bound}` : `${target.value} ${op} ${bound}`;
  }
  const start = () => dayStart(ctx, kind, text);
  const next = () => dayStart(ctx, kind, addDays(text, 1));
  switch (op) {
    case '<':
    case '>=':
      return `${target.value} ${op} ${start()}`;
    case '<=':
      return `${target.value} < ${next()}`;
    case '>':
      return `${target.value} >= ${next()}`;
    case '=':
      return `(${target.value} >= ${start()} AND ${target.value} < ${next()})`;
    case '!=':
      return `(${target.value} >= ${start()} AND ${target.value} < ${next()}) IS NOT TRUE`;
  }
}
