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
import { heardWords, scoredTables, SCORING, type AskedTerm, type Scoring } from './table-scores';
import { TableShelf, type Shelved, type ShelfProgress } from './table-shelf';

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

export interface Retrieved {
  /** Tables to write a statement with, most relevant first, connected as far as they can be. */
  tables: string[];
  /** `table.column`, most relevant first, where the tables have more than a prompt holds; null: all of them. */
  columns: string[] | null;
}

export interface TableFinder {
  /**
   * Tables to write a statement with, most relevant first, connected as far as they can be. Rejects only with the
   * signal's reason.
   */
  find(question: TableQuestion, model: SemanticModel, signal?: AbortSignal): Promise<string[]>;
  /** The same with their columns. */
  retrieve(question: TableQuestion, model: SemanticModel, signal?: AbortSignal): Promise<Retrieved>;
  /** Which of the tables' columns to show, as in `Retrieved`. */
  columns(
    question: TableQuestion,
    tables: readonly string[],
    model: SemanticModel,
    signal?: AbortSignal,
  ): Promise<string[] | null>;
  /** All tables of the model by relevance. */
  rank(question: TableQuestion, model: SemanticModel, signal?: AbortSignal): Promise<Ranked>;
  /**
   * Resolves when the model's tables can be found, also by meaning, or when that failed. Tables that have not changed
   * since the audience's model before are not read again.
   *
   * @param audience whose model it is (`audienceOf`): what one audience sees is never found for another. Default: the
   * connection's name
   */
  prepare(model: SemanticModel, audience?: string): Promise<void>;
  close(): Promise<void>;
}

/** What a finder is at, for a log or a bar. */
export interface TableProgress {
  audience: string;
  /** words: the index of words; meaning: the vectors. */
  part: 'words' | 'meaning';
  done: number;
  of: number;
}

export interface TableFinderOptions {
  /** The opener's; null: by words alone. */
  embedder: Embedder | null;
  /** Where the vectors are; default: in this process. */
  vectors?: GistVectors;
  /** What Chinese words mean in English; default: as built. */
  glosses?: Glosses | null;
  /** How long the question may take to embed; after that it is compared by words alone. */
  patienceMs?: number;
  /** What kept tables may take of a prompt. */
  promptTokens?: number;
  scoring?: Scoring;
  onError?: (error: unknown) => void;
  onProgress?: (progress: TableProgress) => void;
}

/** A sentence takes some 10 ms; what follows a search is a call of a language model. */
const PATIENCE_MS = 400;
/** The question before says less about this one. */
const BEFORE = 0.5;
/** Half of what a model with a context of 16,000 holds, beside samples, rules and the conversation. */
export const PROMPT_TOKENS = 8_000;
/** Columns of so many tables are ranked. */
const TABLES_OF_COLUMNS = 16;

/**
 * Finds tables by words (BM25F over names, columns, values and descriptions), by what stands beside them, and by
 * meaning.
 */
export function tableFinder(options: TableFinderOptions): TableFinder {
  const {
    embedder,
    patienceMs = PATIENCE_MS,
    promptTokens = PROMPT_TOKENS,
    scoring = SCORING,
    onError = () => undefined,
    onProgress = () => undefined,
  } = options;
  const shelves = new Map<string, TableShelf>();
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

  const shelved = async (model: SemanticModel): Promise<Shelved> => {
    const audience = audienceOf(model);
    const shelf = shelves.get(audience) ?? new TableShelf();
    shelves.set(audience, shelf);
    const told: ShelfProgress = ({ done, of }) => onProgress({ audience, part: 'words', done, of });
    return shelf.of(model, told);
  };

  const rankOn = async (shelf: Shelved, { text, before }: TableQuestion, signal?: AbortSignal): Promise<string[]> => {
    const meant = meaning?.of(text, shelf.model, audienceOf(shelf.model), signal);
    // The embedder's thread computes while the words are looked up here: it gets the text a microtask after it was
    // asked.
    meant?.catch(() => undefined);
    await new Promise(setImmediate);
    const words = heardWords(
      shelf,
      askedTerms(text, before, (asked) => questionTerms(asked, glosses(), shelf.index)),
    );
    const valued = tablesOfValues(text, shelf);
    const cosines = (await meant) ?? new Map<string, number>();
    return scoredTables(shelf, { words, cosines, valued }, scoring).filter((table) =>
      Object.hasOwn(shelf.model.tables, table),
    );
  };
  const columnsOn = (shelf: Shelved, text: string, tables: readonly string[]) =>
    rankedColumns(tables, questionTerms(text, glosses(), shelf.index), shelf.model, shelf.index);

  const finder: TableFinder = {
    async rank(question, model, signal) {
      signal?.throwIfAborted();
      const shelf = await shelved(model);
      const relevant = await rankOn(shelf, question, signal);
      const found = new Set(relevant);
      const columns = columnsOn(shelf, question.text, relevant.slice(0, TABLES_OF_COLUMNS)).map(
        ({ table, column }) => `${table}.${column}`,
      );
      return { relevant, others: shelf.byDegree.filter((table) => !found.has(table)), columns };
    },
    async retrieve(question, model, signal) {
      signal?.throwIfAborted();
      const shelf = await shelved(model);
      const relevant = await rankOn(shelf, question, signal);
      const found = new Set(relevant);
      const others = shelf.byDegree.filter((table) => !found.has(table));
      const tables = connectedTables(relevant, others, shelf.ways, {
        tokens: promptTokens,
        tokensOf: once((table) => leastTokens(table, model)),
      });
      return { tables, columns: keptColumns(tables, columnsOn(shelf, question.text, tables), model, promptTokens) };
    },
    find: async (question, model, signal) => (await finder.retrieve(question, model, signal)).tables,
    async columns({ text }, tables, model, signal) {
      signal?.throwIfAborted();
      return keptColumns(tables, columnsOn(await shelved(model), text, tables), model, promptTokens);
    },
    async prepare(model, audience = model.connection) {
      audiences.set(model, audience);
      try {
        await shelved(model);
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
 * The planner's lexicon of a larger model would take more memory than the rest of the worker: its values are found by
 * their words alone.
 */
const MOST_WITH_LEXICON = 500;

function tablesOfValues(text: string, { model, byDegree: tables }: Shelved): string[] {
  if (tables.length > MOST_WITH_LEXICON) return [];
  return [...new Set(valuesNamedIn(text, model).map(({ table }) => table))];
}

function askedTerms(text: string, before: string | null, termsIn: (words: string) => readonly string[]): AskedTerm[] {
  const own = termsIn(text);
  const ofBefore = before === null ? [] : termsIn(before).filter((term) => !own.includes(term));
  return [...own.map((term) => ({ term, weight: 1 })), ...ofBefore.map((term) => ({ term, weight: BEFORE }))];
}
