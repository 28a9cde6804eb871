import { hash } from 'node:crypto';
import type { SemanticModel } from '@querent/model';
import { FieldedIndex, type Fields } from '../fielded-index';
import { eventLoopYielder, type YieldToEventLoop } from './event-loop-yielder';
import { joinWays, type JoinWays } from './join-ways';
import { sameTables } from './same-table';
import { TABLE_FIELDS, tableDocuments, tableGist, type TableField } from './table-documents';
import { tableNeighbours, type TableNeighbours } from './table-neighbours';

/** The search index of one audience's tables. */
export interface IndexedTables {
  model: SemanticModel;
  index: FieldedIndex<TableField>;
  neighbours: TableNeighbours;
  ways: JoinWays;
  /** All tables by number of joins: the order if the question matches none. */
  byDegree: readonly string[];
}

/** Progress of indexing. */
export type IndexingProgress = (progress: { done: number; of: number; changed: number }) => void;

/**
 * Indexes the tables of one audience and updates the index from model to model: only tables whose words have changed
 * are indexed again.
 */
export class TableIndexer {
  private readonly index = new FieldedIndex<TableField>(TABLE_FIELDS);
  /** Digests of the indexed documents. */
  private readonly digests = new Map<string, string>();
  private held: IndexedTables | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** The index of this model, at once if it is current. Refreshes run one at a time, in order. */
  of(model: SemanticModel, onProgress?: IndexingProgress): Promise<IndexedTables> | IndexedTables {
    if (this.held?.model === model) return this.held;
    const made = this.last.then(() => (this.held?.model === model ? this.held : this.refresh(model, onProgress)));
    this.last = made.catch(() => undefined);
    return made;
  }

  private async refresh(model: SemanticModel, onProgress: IndexingProgress | undefined): Promise<IndexedTables> {
    const yieldToEventLoop = eventLoopYielder();
    const documents = tableDocuments(model);
    const isSame = sameTables(this.held?.model ?? null, model);
    const tables = Object.values(model.tables);
    // The index matches neither model until the refresh is done.
    this.held = null;
    for (const name of [...this.digests.keys()]) if (!Object.hasOwn(model.tables, name)) this.drop(name);
    let changed = 0;
    for (const [at, table] of tables.entries()) {
      if (!isSame(table) && this.put(table.name, documents(table))) changed++;
      if ((at + 1) % PROGRESS_EVERY === 0 || at + 1 === tables.length)
        onProgress?.({ done: at + 1, of: tables.length, changed });
      await yieldToEventLoop();
    }
    return (this.held = await this.connected(model, yieldToEventLoop));
  }

  private async connected(model: SemanticModel, yieldToEventLoop: YieldToEventLoop): Promise<IndexedTables> {
    const { index } = this;
    const neighbours = await tableNeighbours(
      model,
      (table) => index.documentOf(table),
      index.capacity,
      yieldToEventLoop,
    );
    return { model, index, neighbours, ways: joinWays(model), byDegree: byDegree(model) };
  }

  /** @returns whether the document changed */
  private put(name: string, document: Fields<TableField>): boolean {
    const digest = hash('sha1', JSON.stringify(document), 'base64url');
    if (this.digests.get(name) === digest) return false;
    this.index.put(name, document);
    this.digests.set(name, digest);
    return true;
  }

  private drop(name: string): void {
    this.index.delete(name);
    this.digests.delete(name);
  }
}

const PROGRESS_EVERY = 500;

/** A one-line description per table, for an embedder. */
export async function gistsOf(model: SemanticModel): Promise<{ id: string; text: string }[]> {
  const yieldToEventLoop = eventLoopYielder();
  const gists: { id: string; text: string }[] = [];
  for (const table of Object.values(model.tables)) {
    gists.push({ id: table.name, text: tableGist(table, model) });
    await yieldToEventLoop();
  }
  return gists;
}

function byDegree(model: SemanticModel): string[] {
  const degree = new Map(Object.keys(model.tables).map((table) => [table, 0]));
  for (const { from, to } of model.joins)
    for (const { table } of [from, to]) degree.set(table, (degree.get(table) ?? 0) + 1);
  return [...degree].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([table]) => table);
}
