import type { ColumnRef } from 'libpg-query';
import { stringsOf } from '@querent/sql';
import {
  columnTerm,
  madeOf,
  uniqueColumns,
  type FactScope,
  type FromItem,
  type NamedTerm,
  type Reader,
  type Term,
} from './term';

/** The term of a reference. An unknown name is recorded, and kept as written. */
export function readColumn(ref: ColumnRef, scope: FactScope, reader: Reader): Term {
  const path = stringsOf(ref.fields);
  if (!path) return rowTerm(starColumns(ref, scope));
  const name = path.at(-1) ?? '';
  const term = path.length > 1 ? qualified(ref, path, name, scope, reader) : unqualified(name, scope, reader);
  reader.onColumn?.(ref, term, scope);
  return term;
}

/** The columns of `*` or `t.*`. */
export function starColumns(ref: ColumnRef, scope: FactScope): NamedTerm[] {
  const qualifier = (ref.fields ?? []).flatMap((field) => ('String' in field ? [field.String.sval ?? ''] : [])).at(-1);
  const items =
    qualifier === undefined
      ? scope.items.filter(({ inStar }) => inStar)
      : scope.items.filter((item) => item.name === qualifier).slice(0, 1);
  return items.flatMap((item) =>
    item.open
      ? [{ name: '*', term: { ...madeOf(`${item.table ?? item.name}.*`, []), constant: false } }]
      : item.columns.map((column) => from(item, column)),
  );
}

/** The item of a name, nearest level first. */
export function itemNamed(name: string, scope: FactScope): FromItem | null {
  for (let level: FactScope | null = scope; level; level = level.parent) {
    const found = level.items.find((item) => item.name === name);
    if (found) return found;
  }
  return null;
}

function qualified(ref: ColumnRef, path: readonly string[], name: string, scope: FactScope, reader: Reader): Term {
  const qualifier = path.at(-2) ?? '';
  const item = itemNamed(qualifier, scope);
  if (!item) {
    reader.lost.push({ ref, scope });
    return unknown(qualifier, name, reader);
  }
  return columnOf(item, name) ?? openOrUnknown(item, name, reader);
}

function unqualified(name: string, scope: FactScope, reader: Reader): Term {
  for (let level: FactScope | null = scope; level; level = level.parent) {
    for (const item of level.items) {
      const term = columnOf(item, name);
      if (term) return term;
    }
  }
  const row = itemNamed(name, scope);
  if (row) return rowTerm(row.columns.map((column) => from(row, column)));
  for (let level: FactScope | null = scope; level; level = level.parent) {
    const item = level.items.find(({ open }) => open);
    if (item) return openOrUnknown(item, name, reader);
  }
  const [only, ...others] = scope.items;
  if (only && others.length === 0) return openOrUnknown(only, name, reader);
  reader.facts.unknown.push(name);
  return {
    ...madeOf(name, []),
    constant: false,
    column: { table: '', column: name },
    reads: [{ table: '', column: name }],
    items: new Set(scope.items),
  };
}

function openOrUnknown(item: FromItem, name: string, reader: Reader): Term {
  const table = item.table ?? item.name ?? '';
  if (!item.open || item.table !== null) reader.facts.unknown.push(`${table}.${name}`);
  return { ...columnTerm(table, name), items: new Set([item]) };
}

function unknown(table: string, name: string, reader: Reader): Term {
  reader.facts.unknown.push(`${table}.${name}`);
  return columnTerm(table, name);
}

function columnOf(item: FromItem, name: string): Term | null {
  const found = item.columns.find((column) => column.name === name);
  return found ? from(item, found).term : null;
}

/** A column seen from outside its item: a constant inside varies from row to row there. */
function from(item: FromItem, { name, term }: NamedTerm): NamedTerm {
  return { name, term: { ...term, constant: false, literal: null, items: new Set([item]) } };
}

function rowTerm(columns: readonly NamedTerm[]): Term {
  const terms = columns.map(({ term }) => term);
  return { ...madeOf('row', terms), constant: false, reads: uniqueColumns(terms.flatMap(({ reads }) => reads)) };
}
