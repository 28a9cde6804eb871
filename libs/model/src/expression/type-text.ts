import { isReviewedType } from '@querent/sql';
import type { Node, TypeName } from 'libpg-query';

/** SQL names of types that the grammar names differently. */
const SPELLINGS: Readonly<Record<string, string>> = {
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
  float4: 'real',
};

/** `interval '3' day`: the fields as the grammar packs them into a modifier (utils/timestamp.h, INTERVAL_MASK). */
const INTERVAL_FIELDS: ReadonlyMap<number, string> = new Map([
  [4, 'year'],
  [2, 'month'],
  [8, 'day'],
  [1024, 'hour'],
  [2048, 'minute'],
  [4096, 'second'],
  [6, 'year to month'],
  [1032, 'day to hour'],
  [3080, 'day to minute'],
  [7176, 'day to second'],
  [3072, 'hour to minute'],
  [7168, 'hour to second'],
  [6144, 'minute to second'],
]);

/** A type as SQL text; null for types that are not allowed. */
export function typeText({
  names = [],
  typmods = [],
  arrayBounds = [],
  setof,
  pct_type: isCopied,
}: TypeName): string | null {
  const path = names.map((name) => ('String' in name ? (name.String.sval ?? '') : ''));
  const name = path.at(-1) ?? '';
  const isSystem = path.length === 2 && path[0] === 'pg_catalog';
  // "char" in quotes is a one-byte type; the grammar turns `char` into bpchar.
  if ((path.length !== 1 && !isSystem) || name === 'char' || !isReviewedType(name) || setof || isCopied) return null;
  const modifiers = typmods.map(modifierText);
  if (modifiers.some((modifier) => modifier === null)) return null;
  const written = Object.hasOwn(SPELLINGS, name) ? (SPELLINGS[name] ?? name) : name;
  const plain = modifiers.length > 0 ? `${written}(${modifiers.join(', ')})` : written;
  const modified = name === 'interval' ? intervalText(modifiers) : plain;
  return modified === null ? null : `${modified}${'[]'.repeat(arrayBounds.length)}`;
}

function intervalText(modifiers: readonly (string | null)[]): string | null {
  const [fields, precision] = modifiers;
  if (fields === undefined || fields === null) return 'interval';
  if (Number(fields) === 0x7fff) return `interval(${precision ?? 6})`;
  const words = INTERVAL_FIELDS.get(Number(fields));
  return words === undefined ? null : `interval ${words}${precision ? `(${precision})` : ''}`;
}

function modifierText(modifier: Node): string | null {
  if ('A_Const' in modifier && modifier.A_Const.ival) return String(modifier.A_Const.ival.ival ?? 0);
  // `geometry(Point, 4326)`
  const [word, ...rest] = 'ColumnRef' in modifier ? (modifier.ColumnRef.fields ?? []) : [];
  const text = word && rest.length === 0 && 'String' in word ? (word.String.sval ?? '') : '';
  return /^[a-z]+$/.test(text) ? text : null;
}
