import { valuesNamedIn } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';
import type { Embedder } from '../embedder/embedder';
import type { Glosses } from '../embedder/gloss';
import { openGlosses } from '../embedder/gloss-table';
import { rankedColumns } from './column-ranks';
import { type GistVectors, ownGists } from './gist-vectors';
import { keptColumns, leastTokens } from './kept-columns';
import { questionTerms } from './question-terms';
import { connectedTables } from './table-closure';
import { MeaningOfTables } from './meaning-of-tables';
import { matchedWords, scoredTables, SCORING, type AskedTerm, type Scoring } from './table-scores';
import { TableIndexer, type IndexedTables, type IndexingProgress } from './table-indexer';

export interface TableQuestion {
  /** The refined question with the user's clarifications. */
  text: string;
  /** The previous question of the conversation, which this one may continue. */
  before: string | null;
}

export interface Ranked {
  /** Tables with any evidence, best first. */
  relevant: string[];
  /** The others, in the order in which they would be kept. */
  others: string[];
  /** `table.column` of the most relevant tables, best first. */
  columns: string[];
}

export interface Retrieved {
  /** Tables for a statement, most relevant first, connected as far as possible. */
  tables: string[];
  /** `table.column`, most relevant first, if the tables have more columns than a prompt holds; null: all of them. */
  columns: string[] | null;
}

export interface TableFinder {
  /**
   * Tables for a statement, most relevant first, connected as far as possible. Rejects only with the signal's reason.
   */
  find(question: TableQuestion, model: SemanticModel, signal?: AbortSignal): Promise<string[]>;
  /** The same, with their columns. */
  retrieve(question: TableQuestion, model: SemanticModel, signal?: AbortSignal): Promise<Retrieved>;
  /** The columns to show, as in `Retrieved`. */
  columns(
    question: TableQuestion,
    tables: readonly string[],
    model: SemanticModel,
    signal?: AbortSignal,
  ): Promise<string[] | null>;
  /** All tables of the model by relevance. */
  rank(question: TableQuestion, model: SemanticModel, signal?: AbortSignal): Promise<Ranked>;
  /**
   * Resolves when the model's tables are searchable, also by meaning, or when that failed. Tables that have not changed
   * since the audience's previous model are not indexed again.
   *
   * @param audience the model's audience (`audienceOf`): one audience's tables are never found for another. Default:
   * the connection's name
   */
  prepare(model: SemanticModel, audience?: string): Promise<void>;
  close(): Promise<void>;
}

/** Progress of a finder, for a log or a progress bar. */
export interface TableProgress {
  audience: string;
  /** words: the index of words; meaning: the vectors. */
  part: 'words' | 'meaning';
  done: number;
  of: number;
}

export interface TableFinderOptions {
  /** Owned by the caller; null: search by words alone. */
  embedder: Embedder | null;
  /** Vector store; default: in this process. */
  vectors?: GistVectors;
  /** English glosses of Chinese words; default: those of the build. */
  glosses?: Glosses | null;
  /** Time limit for embedding the question; after it, the search uses words alone. */
  patienceMs?: number;
  /** Prompt tokens for the kept tables. */
  promptTokens?: number;
  scoring?: Scoring;
  onError?: (error: unknown) => void;
  onProgress?: (progress: TableProgress) => void;
}

/** A sentence takes some 10 ms; a language model call follows the search. */
const PATIENCE_MS = 400;
/** The previous question is weaker evidence. */
const BEFORE = 0.5;
/** Half the context of a 16,000-token model, leaving space for samples, rules and the conversation. */
export const PROMPT_TOKENS = 8_000;
/** Tables whose columns are ranked. */
const TABLES_OF_COLUMNS = 16;

/** Finds tables by words (BM25F over names, columns, values and descriptions), by their neighbours, and by meaning. */
export function tableFinder(options: TableFinderOptions): TableFinder {
  const {
    embedder,
    patienceMs = PATIENCE_MS,
    promptTokens = PROMPT_TOKENS,
    scoring = SCORING,
    onError = () => undefined,
    onProgress = () => undefined,
  } = options;
  const indexers = new Map<string, TableIndexer>();
  const audiences = new WeakMap<SemanticModel, string>();
  const meaning =
    embedder === null
      ? null
      : new MeaningOfTables({
          embedder,
          vectors: options.vectors ?? ownGists(embedder),
          patienceMs,
          onError,
          onProgress,
        });
  const glosses = (): Glosses | null => (options.glosses === undefined ? openGlosses() : options.glosses);
  const audienceOf = (model: SemanticModel): string => audiences.get(model) ?? model.connection;

  const indexedTables = async (model: SemanticModel): Promise<IndexedTables> => {
    const audience = audienceOf(model);
    const indexed = indexers.get(audience) ?? new TableIndexer();
    indexers.set(audience, indexed);
    const report: IndexingProgress = ({ done, of }) => onProgress({ audience, part: 'words', done, of });
    return indexed.of(model, report);
  };

  const rankOn = async (
    indexed: IndexedTables,
    { text, before }: TableQuestion,
    signal?: AbortSignal,
  ): Promise<string[]> => {
    const meant = meaning?.of(text, indexed.model, audienceOf(indexed.model), signal);
    // Word matching runs while the embedder's thread computes: the thread gets the text a microtask after the call.
    meant?.catch(() => undefined);
    await new Promise(setImmediate);
    const words = matchedWords(
      indexed,
      askedTerms(text, before, (asked) => questionTerms(asked, glosses(), indexed.index)),
    );
    const valued = tablesOfValues(text, indexed);
    const cosines = (await meant) ?? new Map<string, number>();
    return scoredTables(indexed, { words, cosines, valued }, scoring).filter((table) =>
      Object.hasOwn(indexed.model.tables, table),
    );
  };
  const columnsOn = (indexed: IndexedTables, text: string, tables: readonly string[]) =>
    rankedColumns(tables, questionTerms(text, glosses(), indexed.index), indexed.model, indexed.index);

  const finder: TableFinder = {
    async rank(question, model, signal) {
      signal?.throwIfAborted();
      const indexed = await indexedTables(model);
      const relevant = await rankOn(indexed, question, signal);
      const found = new Set(relevant);
      const columns = columnsOn(indexed, question.text, relevant.slice(0, TABLES_OF_COLUMNS)).map(
        ({ table, column }) => `${table}.${column}`,
      );
      return { relevant, others: indexed.byDegree.filter((table) => !found.has(table)), columns };
    },
    async retrieve(question, model, signal) {
      signal?.throwIfAborted();
      const indexed = await indexedTables(model);
      const relevant = await rankOn(indexed, question, signal);
      const found = new Set(relevant);
      const others = indexed.byDegree.filter((table) => !found.has(table));
      const tables = connectedTables(relevant, others, indexed.ways, {
        tokens: promptTokens,
        tokensOf: once((table) => leastTokens(table, model)),
      });
      return { tables, columns: keptColumns(tables, columnsOn(indexed, question.text, tables), model, promptTokens) };
    },
    find: async (question, model, signal) => (await finder.retrieve(question, model, signal)).tables,
    async columns({ text }, tables, model, signal) {
      signal?.throwIfAborted();
      return keptColumns(tables, columnsOn(await indexedTables(model), text, tables), model, promptTokens);
    },
    async prepare(model, audience = model.connection) {
      audiences.set(model, audience);
      try {
        await indexedTables(model);
        await meaning?.prepare(model, audience);
      } catch (error) {
        onError(error);
      }
    },
    close: () => meaning?.close() ?? Promise.resolve(),
  };
  return finder;
}

function once(sizeOf: (table: string) => number): (table: string) => number {
  const known = new Map<string, number>();
  return (table) => {
    const size = known.get(table) ?? sizeOf(table);
    known.set(table, size);
    return size;
  };
}

/**
 * The planner's lexicon of a larger model would need more memory than the rest of the worker: its values are found by
 * their words alone.
 */
const MOST_WITH_LEXICON = 500;

function tablesOfValues(text: string, { model, byDegree: tables }: IndexedTables): string[] {
  if (tables.length > MOST_WITH_LEXICON) return [];
  return [...new Set(valuesNamedIn(text, model).map(({ table }) => table))];
}

function askedTerms(text: string, before: string | null, termsIn: (words: string) => readonly string[]): AskedTerm[] {
  const own = termsIn(text);
  const ofBefore = before === null ? [] : termsIn(before).filter((term) => !own.includes(term));
  return [...own.map((term) => ({ term, weight: 1 })), ...ofBefore.map((term) => ({ term, weight: BEFORE }))];
}
