import { hash } from 'node:crypto';
import type { SemanticModel } from '@querent/model';
import { FieldedIndex, type Fields } from '../fielded-index';
import { breathing, type Breath } from './breath';
import { joinWays, type JoinWays } from './join-ways';
import { sameTables } from './same-table';
import { TABLE_FIELDS, tableDocuments, tableGist, type TableField } from './table-documents';
import { tableNeighbours, type TableNeighbours } from './table-neighbours';

/** What the finder knows of one audience's tables. */
export interface Shelved {
  model: SemanticModel;
  index: FieldedIndex<TableField>;
  neighbours: TableNeighbours;
  ways: JoinWays;
  /** Where nothing in the question speaks for any: those that most others are joined with first. */
  byDegree: readonly string[];
}

/** How far a shelf is with the tables of a model. */
export type ShelfProgress = (progress: { done: number; of: number; changed: number }) => void;

/**
 * The tables of one audience, brought from one of its models to the next: only tables whose words have changed are
 * indexed again.
 */
export class TableShelf {
  private readonly index = new FieldedIndex<TableField>(TABLE_FIELDS);
  /** Of what stands in the index. */
  private readonly digests = new Map<string, string>();
  private held: Shelved | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** The shelf for this model, at once where it stands for it already. One refresh at a time, in their order. */
  of(model: SemanticModel, onProgress?: ShelfProgress): Promise<Shelved> | Shelved {
    if (this.held?.model === model) return this.held;
    const made = this.last.then(() => (this.held?.model === model ? this.held : this.refresh(model, onProgress)));
    this.last = made.catch(() => undefined);
    return made;
  }

  private async refresh(model: SemanticModel, onProgress: ShelfProgress | undefined): Promise<Shelved> {
    const breath = breathing();
    const documents = tableDocuments(model);
    const isSame = sameTables(this.held?.model ?? null, model);
    const tables = Object.values(model.tables);
    // Until all is done nothing stands for either model.
    this.held = null;
    for (const name of [...this.digests.keys()]) if (!Object.hasOwn(model.tables, name)) this.drop(name);
    let changed = 0;
    for (const [at, table] of tables.entries()) {
      if (!isSame(table) && this.put(table.name, documents(table))) changed++;
      if ((at + 1) % TOLD_EVERY === 0 || at + 1 === tables.length)
        onProgress?.({ done: at + 1, of: tables.length, changed });
      await breath();
    }
    return (this.held = await this.standing(model, breath));
  }

  private async standing(model: SemanticModel, breath: Breath): Promise<Shelved> {
    const { index } = this;
    const neighbours = await tableNeighbours(model, (table) => index.documentOf(table), index.capacity, breath);
    return { model, index, neighbours, ways: joinWays(model), byDegree: byDegree(model) };
  }

  /** @returns whether that changes anything */
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

const TOLD_EVERY = 500;

/** One line a table that says what it is about, for an embedder. */
export async function gistsOf(model: SemanticModel): Promise<{ id: string; text: string }[]> {
  const breath = breathing();
  const gists: { id: string; text: string }[] = [];
  for (const table of Object.values(model.tables)) {
    gists.push({ id: table.name, text: tableGist(table, model) });
    await breath();
  }
  return gists;
}

function byDegree(model: SemanticModel): string[] {
  const degree = new Map(Object.keys(model.tables).map((table) => [table, 0]));
  for (const { from, to } of model.joins)
    for (const { table } of [from, to]) degree.set(table, (degree.get(table) ?? 0) + 1);
  return [...degree].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([table]) => table);
}
