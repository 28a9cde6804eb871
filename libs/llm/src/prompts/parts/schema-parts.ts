import type { PromptContext } from '../prompt-context';
import { type Fragment, fragment, type Part } from './prompt-part';
import { bindingColumns, NAME_LENGTH, tableFragments } from './schema-fragments';
import { sqlColumn } from './sql-name';
import { oneLine } from './untrusted-text';

/** Tables with their columns, then the joins between them. */
export function schemaParts(context: PromptContext): Part[] {
  return [...context.tables.flatMap((table) => tableParts(context, table)), ...joinParts(context)];
}

function tableParts({ model, locale, mentioned, shown }: PromptContext, name: string): Part[] {
  const table = model.tables[name];
  if (table === undefined) return [];
  const { head, description, columns } = tableFragments(table, locale);
  const binding = bindingColumns(model);
  const part = (piece: Fragment, drop: Part['drop'], what: string): Part => ({
    ...piece,
    block: 'schema',
    drop,
    what,
    needs: [name],
  });
  const optional = (piece: Fragment | null, drop: Part['drop'], what: string): Part[] =>
    piece === null ? [] : [part(piece, drop, what)];
  return [
    part(head, 'table', name),
    ...optional(description, 'description', name),
    ...columns.flatMap((column) => {
      const id = `${name}.${column.name}`;
      const named = mentioned.columns.has(id);
      const fixed = named || binding.has(id);
      if (!fixed && shown.get(name)?.has(column.name) === false) return [];
      return [
        part(column.head, fixed ? null : 'column not named', id),
        ...optional(column.description, named ? 'description of named' : 'description', id),
        ...optional(column.values, named ? 'values of named' : 'values', id),
      ];
    }),
  ];
}

function joinParts({ model, tables }: PromptContext): Part[] {
  const shown = new Set(tables);
  return model.joins.flatMap(({ from, to }): Part[] => {
    if (!shown.has(from.table) || !shown.has(to.table)) return [];
    const condition = from.columns
      .map((column, index) => `${sqlColumn(from.table, column)} = ${sqlColumn(to.table, to.columns[index] ?? '')}`)
      .join(' AND ');
    const text = `\njoin ${oneLine(condition, NAME_LENGTH * 4)} -- many to one`;
    return [{ ...fragment(text), block: 'schema', drop: null, what: condition, needs: [from.table, to.table] }];
  });
}
