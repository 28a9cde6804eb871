import { z } from 'zod';
import { SetMistakes } from '../question-set';

const outlineSchema = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      comment: z.string().nullish(),
      columns: z.array(
        z.object({
          name: z.string(),
          type: z.string().nullish(),
          comment: z.string().nullish(),
          samples: z.array(z.string()).nullish(),
        }),
      ),
      primary_key: z.array(z.string()).default([]),
      foreign_keys: z.array(z.tuple([z.array(z.string()), z.string(), z.array(z.string())])).default([]),
    }),
  ),
});
/** A schema described in JSON, with a few sample values at most. */
export type SchemaOutline = z.output<typeof outlineSchema>;
type Column = SchemaOutline['tables'][number]['columns'][number];

/** @throws SetMistakes when the text is not an object of schemas by name */
export function parseOutlines(path: string, json: string): Record<string, SchemaOutline> {
  const parsed = z.record(z.string(), outlineSchema).safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  throw new SetMistakes(parsed.error.issues.map(({ path: at, message }) => `${path}: ${at.join('.')}: ${message}`));
}

/** PostgreSQL types of declared types. `number` and `others` are Spider's. */
const declaredTypes: readonly (readonly [RegExp, string])[] = [
  [/^(bigint|integer|smallint|int)/i, 'bigint'],
  [/^(number|numeric|double|real|decimal)/i, 'numeric'],
  [/^timestamp/i, 'timestamp'],
  [/^date/i, 'date'],
  [/^bool/i, 'boolean'],
];
const sampleTypes: readonly (readonly [RegExp, string])[] = [
  [/^-?\d{1,15}$/, 'bigint'],
  [/^-?\d+\.\d+$/, 'numeric'],
  [/^\d{4}-\d{2}-\d{2}$/, 'date'],
  [/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/, 'timestamp'],
];
/** Types by name, for columns without a declared type and samples. */
const nameTypes: readonly (readonly [RegExp, string])[] = [
  [/(^|_)(date|birthday|day)(_|$)|_at$|^date/i, 'date'],
  [/(^|_)(id|age|year|count|quantity|number|num|seq|rank|ranking|capacity|population|stock_quantity)$/i, 'bigint'],
  [/(^|_)(amount|price|cost|weight|score|rate|total|salary|percentage|size|value|gnp|points)$/i, 'numeric'],
];

/**
 * Statements that create a schema from the outline, with the sample values as rows.
 */
export function outlineSql(schema: string, { tables }: SchemaOutline): string {
  const made = tables.map((table) => {
    const columns = uniqueColumns(table.columns).map((column) => ({ ...column, pg: typeOf(column) }));
    const name = `${quoted(schema)}.${quoted(table.name)}`;
    const rows = Math.max(0, ...columns.map(({ samples }) => samples?.length ?? 0));
    const values = Array.from(
      { length: rows },
      (_, row) => `(${columns.map(({ samples, pg }) => literal(samples?.[row], pg)).join(', ')})`,
    );
    return [
      `CREATE TABLE ${name} (${columns.map(({ name: column, pg }) => `${quoted(column)} ${pg}`).join(', ')});`,
      ...(values.length > 0 ? [`INSERT INTO ${name} VALUES ${values.join(', ')};`] : []),
      ...(table.comment ? [`COMMENT ON TABLE ${name} IS ${text(table.comment)};`] : []),
    ].join('\n');
  });
  return [`CREATE SCHEMA ${quoted(schema)};`, ...made].join('\n');
}

function typeOf({ type, samples, name }: Column): string {
  const declared = declaredTypes.find(([begins]) => type && begins.test(type));
  if (declared || type) return declared?.[1] ?? 'text';
  const shown = samples ?? [];
  if (shown.length > 0) return sampleTypes.find(([looks]) => shown.every((value) => looks.test(value)))?.[1] ?? 'text';
  return nameTypes.find(([looks]) => looks.test(name))?.[1] ?? 'text';
}

/** Makes names unique regardless of case, because the outline's names may differ only in case. */
const uniqueColumns = (columns: readonly Column[]): Column[] =>
  columns.filter(({ name }, index) => columns.findIndex((other) => other.name === name) === index);
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const literal = (value: string | undefined, type: string): string =>
  value === undefined || value === '' ? 'NULL' : `${text(value)}::${type}`;
