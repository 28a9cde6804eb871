import type { FactScope, FromItem, LostReference } from '../facts/term';
import { stringsOf } from '@querent/sql';

/**
 * Points references whose qualifier names nothing in reach at the one item that they can only mean, in place:
 * the derived table that exposes the column of that inner alias, or the relation that goes by an alias here.
 * What could be meant in two ways stays.
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

/** The path to write instead; null unless it is the only one, at the nearest level that has any. */
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

/** `users.name` where the FROM clause says `users u`. */
function isAliasOf(item: FromItem, table: string, name: string): boolean {
  return item.table === table && item.name !== table && item.columns.some((column) => column.name === name);
}

/**
 * A derived table with a column of that name which is that of the alias inside, or which every arm of a union has at
 * its place.
 */
function exposes(item: FromItem, alias: string, name: string): boolean {
  const places = item.columns.flatMap((column, index) => (column.name === name ? [index] : []));
  const [place, ...others] = places;
  if (place === undefined || others.length > 0 || item.arms.length === 0) return false;
  const knows = item.arms.filter(({ items }) => items.some((inner) => goesBy(inner, alias)));
  if (knows.length === 0) return false;
  if (
    item.arms.length > 1 &&
    item.arms.every(({ outputs }) => outputs[place]?.name === name || outputs[place]?.term.constant)
  )
    return true;
  return (
    knows.some(({ items, outputs }) =>
      items.some((inner) => goesBy(inner, alias) && isItsColumn(inner, outputs[place], name)),
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
