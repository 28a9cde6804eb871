import type { FactScope, FromItem, LostReference } from '../facts/term';
import { stringsOf } from '@querent/sql';

/**
 * Corrects references with an invisible qualifier in place, if exactly one item can be meant: the derived table that
 * exposes the column of that inner alias, or the relation with an alias here. Ambiguous ones are kept.
 */
export function correctScope(lost: readonly LostReference[]): string[] {
  const corrections = new Map(
    lost.flatMap((reference) => {
      const meant = meantBy(reference);
      return meant ? [[reference.ref, meant] as const] : [];
    }),
  );
  return [...corrections].map(([ref, path]) => {
    const written = stringsOf(ref.fields)?.join('.') ?? '';
    ref.fields = path.map((sval) => ({ String: { sval } }));
    return `scope: ${written} is ${path.join('.')} here`;
  });
}

/** The corrected path; null unless it is unique, at the nearest level with any candidate. */
function meantBy({ ref, scope }: LostReference): string[] | null {
  const path = stringsOf(ref.fields) ?? [];
  const [qualifier, name] = path.slice(-2);
  if (qualifier === undefined || name === undefined) return null;
  for (let level: FactScope | null = scope; level; level = level.parent) {
    const meant = level.items.filter((item) => isAliasOf(item, qualifier, name) || exposes(item, qualifier, name));
    const [only, ...others] = meant;
    if (!only) continue;
    const isFree = only.name === null || level.items.filter((item) => item.name === only.name).length === 1;
    if (others.length > 0 || !isFree) return null;
    return only.name === null ? null : [only.name, name];
  }
  return null;
}

/** `users.name` if the FROM clause contains `users u`. */
function isAliasOf(item: FromItem, table: string, name: string): boolean {
  return item.table === table && item.name !== table && item.columns.some((column) => column.name === name);
}

/**
 * Whether a derived table has a column of that name that belongs to the inner alias, or that every arm of a union has
 * at its position.
 */
function exposes(item: FromItem, alias: string, name: string): boolean {
  const positions = item.columns.flatMap((column, index) => (column.name === name ? [index] : []));
  const [position, ...others] = positions;
  if (position === undefined || others.length > 0 || item.arms.length === 0) return false;
  const knows = item.arms.filter(({ items }) => items.some((inner) => goesBy(inner, alias)));
  if (knows.length === 0) return false;
  if (
    item.arms.length > 1 &&
    item.arms.every(({ outputs }) => outputs[position]?.name === name || outputs[position]?.term.constant)
  )
    return true;
  return (
    knows.some(({ items, outputs }) =>
      items.some((inner) => goesBy(inner, alias) && isItsColumn(inner, outputs[position], name)),
    ) && item.arms.length === 1
  );
}

const goesBy = (item: FromItem, name: string): boolean => item.name === name || item.table === name;

function isItsColumn(
  inner: FromItem,
  output: { term: { text: string; items: ReadonlySet<FromItem> } } | undefined,
  name: string,
): boolean {
  const own = inner.columns.find((column) => column.name === name);
  return (
    output !== undefined &&
    own !== undefined &&
    own.term.text === output.term.text &&
    [...output.term.items].some((item) => item.name === inner.name)
  );
}
