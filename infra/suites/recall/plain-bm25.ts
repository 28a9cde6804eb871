import type { SemanticModel } from '@querent/model';
import { LexicalIndex } from '@querent/retrieval';

/** What anybody would build first: BM25 over one text a table, and one a column, of all their words. */
export function plainBm25(model: SemanticModel): (question: string) => { tables: string[]; columns: string[] } {
  const columns = Object.values(model.tables).flatMap((table) => Object.values(table.columns));
  const ofColumn = ({ name, label, description }: (typeof columns)[number]): string =>
    [name, label.en, label.zh, description?.en, description?.zh].filter((text) => text !== undefined).join(' ');
  const tables = new LexicalIndex(Object.values(model.tables), (table) =>
    [
      table.name,
      table.label.en,
      table.label.zh,
      table.description?.en,
      table.description?.zh,
      ...Object.values(table.columns).map(ofColumn),
    ]
      .filter((text) => text !== undefined)
      .join(' '),
  );
  const byColumn = new LexicalIndex(columns, (column) => `${column.table} ${ofColumn(column)}`);
  return (question) => ({
    tables: tables.search(question, 10).map(({ item }) => item.name),
    columns: byColumn.search(question, 20).map(({ item }) => `${item.table}.${item.name}`),
  });
}
