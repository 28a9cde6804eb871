import { valuesNamedIn, type SemanticModel } from '@querent/semantic';
import type { Embedder } from '../embedder/embedder';
import { FieldedIndex } from '../fielded-index';
import { VocabularyVectors } from '../proposals/vocabulary-vectors';
import { fuseRanks, type Ranking } from '../rank-fusion';
import { connectedTables } from './table-closure';
import { TABLE_FIELDS, tableDocument, tableGist, type TableField } from './table-documents';

export interface TableQuestion {
  /** The question as understood so far, and what the asker replied. */
  text: string;
  /** The question before it in the conversation: it may go on from there. */
  before: string | null;
}

export interface Ranked {
  /** Tables that something speaks for, best first. */
  relevant: string[];
  /** The others, in the order in which they would be kept. */
  others: string[];
  /** `table.column` of the most relevant tables, best first. */
  columns: string[];
}

export interface TableFinder {
  /** Tables to write a statement with, most relevant first, connected as far as they can be. Rejects only with the signal's reason. */
  find(question: TableQuestion, model: SemanticModel, signal?: AbortSignal): Promise<string[]>;
  /** All tables of the model by relevance. */
  rank(question: TableQuestion, model: SemanticModel, signal?: AbortSignal): Promise<Ranked>;
  /** Resolves when the model's tables can be compared by meaning, or when that failed. */
  prepare(model: SemanticModel): Promise<void>;
  close(): Promise<void>;
}

export interface TableFinderOptions {
  /** The opener's; null: by words alone. */
  embedder: Embedder | null;
  /** How long the question may take to embed; after that it is compared by words alone. */
  patienceMs?: number;
  onError?: (error: unknown) => void;
}

/** A sentence takes some 10 ms; what follows a search is a call of a language model. */
const PATIENCE_MS = 400;
/** The question before says less about this one. */
const BEFORE = 0.5;

/** Finds tables by words (BM25F over names, columns, values and descriptions), by values that the question names, and by meaning. */
export function tableFinder({ embedder, patienceMs = PATIENCE_MS, onError = () => undefined }: TableFinderOptions): TableFinder {
  const indexes = new WeakMap<SemanticModel, FieldedIndex<string, TableField>>();
  const gists = embedder === null ? null : new VocabularyVectors(embedder, onError, gistsOf);
  const indexOf = (model: SemanticModel): FieldedIndex<string, TableField> => {
    const known = indexes.get(model) ?? tableIndex(model);
    indexes.set(model, known);
    return known;
  };

  const byMeaning = async (text: string, model: SemanticModel, signal?: AbortSignal): Promise<string[]> => {
    const index = gists?.of(model) ?? null;
    if (embedder === null || index === null || !embedder.ready()) return [];
    const patience = AbortSignal.timeout(patienceMs);
    try {
      const [vector] = await embedder.embed([text], signal === undefined ? patience : AbortSignal.any([signal, patience]));
      return vector === undefined ? [] : index.nearest(vector, EVERY_TABLE).map(({ value }) => value);
    } catch (error) {
      signal?.throwIfAborted();
      if (!patience.aborted) onError(error);
      return [];
    }
  };

  const rank: TableFinder['rank'] = async ({ text, before }, model, signal) => {
    signal?.throwIfAborted();
    const words = (query: string): string[] => indexOf(model).search(query).map(({ item }) => item);
    const rankings: Ranking<string>[] = [
      { items: words(text) },
      { items: [...new Set(valuesNamedIn(text, model).map(({ table }) => table))] },
      { items: await byMeaning(text, model, signal) },
      ...(before === null ? [] : [{ items: words(before), weight: BEFORE }]),
    ];
    const relevant = fuseRanks(rankings);
    return { relevant, others: byDegree(model).filter((table) => !relevant.includes(table)), columns: [] };
  };

  return {
    rank,
    async find(question, model, signal) {
      const { relevant, others } = await rank(question, model, signal);
      return connectedTables(relevant, others, model);
    },
    prepare: (model) => gists?.prepare(model) ?? Promise.resolve(),
    close: () => gists?.close() ?? Promise.resolve(),
  };
}

const EVERY_TABLE = { threshold: 0, margin: 2, limit: Infinity };

function tableIndex(model: SemanticModel): FieldedIndex<string, TableField> {
  return new FieldedIndex(Object.keys(model.tables), (name) => {
    const table = model.tables[name];
    return table === undefined ? { name: [], column: [], value: [], description: [] } : tableDocument(table, model);
  }, TABLE_FIELDS);
}

const gistsOf = (model: SemanticModel): { text: string; value: string }[] =>
  Object.values(model.tables).map((table) => ({ text: tableGist(table, model), value: table.name }));

/** What nothing in the question speaks for: the tables that most others are joined with first. */
function byDegree(model: SemanticModel): string[] {
  const degree = new Map(Object.keys(model.tables).map((table) => [table, 0]));
  for (const { from, to } of model.joins) for (const { table } of [from, to]) degree.set(table, (degree.get(table) ?? 0) + 1);
  return [...degree].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([table]) => table);
}
