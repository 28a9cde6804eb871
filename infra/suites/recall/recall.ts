import { LexicalIndex, tableFinder, type TableFinderOptions } from '@querent/retrieval';
import { type LinkedModel, mergedModel } from './linking-model';
import type { LinkingQuestion, LinkingSchema } from './linking-set';
import { type Found, recallFigures, type RecallFigures } from './recall-figures';
import { identifiedByWords } from './database-by-words';
import type { SemanticModel } from '@querent/model';

export interface RecallInput {
  questions: readonly LinkingQuestion[];
  /** The questions' own databases. */
  schemas: Readonly<Record<string, LinkingSchema>>;
  /** Further databases of the merged schema, without questions. */
  distractors?: Readonly<Record<string, LinkingSchema>>;
  finder: TableFinderOptions;
  /** Receives the progress, because a whole run takes minutes. */
  onProgress?: (done: number, of: number) => void;
}

export interface RecallRow {
  /** `own`: over the schema of the question's database. `merged`: over the merged schema of all databases. */
  over: 'own' | 'merged';
  lang: 'en' | 'zh';
  questions: number;
  finder: RecallFigures;
  /** Baseline: plain BM25 over one text per table or column. */
  bm25: RecallFigures;
}

export interface RecallReport {
  /** Size of the merged schema. */
  merged: { databases: number; tables: number; columns: number };
  rows: RecallRow[];
  /** English questions over the merged schema whose words identify their database. */
  identifiedByWords: { questions: number; of: number; finder: RecallFigures };
}

/**
 * Measures how many of the needed tables and columns are found, by language, over the question's own schema and over
 * the merged schema of all databases.
 */
export async function recallReport(input: RecallInput): Promise<RecallReport> {
  const { questions, schemas, distractors = {} } = input;
  const all = { ...schemas, ...distractors };
  const merged = mergedModel('merged', all);
  const own = new Map(Object.entries(schemas).map(([db, schema]) => [db, mergedModel(db, { [db]: schema })]));
  let done = 0;
  const advance = (): void => input.onProgress?.(++done, questions.length * 2);
  const ofOwn = await Promise.all(
    [...own].map(async ([db, linked]) =>
      found(
        questions.filter(({ db_id }) => db_id === db),
        linked,
        input.finder,
        advance,
      ),
    ),
  );
  const tables = Object.values(merged.model.tables);
  const ofMerged = await found(questions, merged, input.finder, advance);
  return {
    merged: {
      databases: Object.keys(all).length,
      tables: tables.length,
      columns: tables.reduce((sum, { columns }) => sum + Object.keys(columns).length, 0),
    },
    rows: [...rowsOf('own', ofOwn.flat()), ...rowsOf('merged', ofMerged)],
    identifiedByWords: identifiedFigures(ofMerged, identifiedByWords(all)),
  };
}

interface Measured {
  question: LinkingQuestion;
  lang: 'en' | 'zh';
  finder: Found;
  bm25: Found;
}

async function found(
  questions: readonly LinkingQuestion[],
  { model, nameOf }: LinkedModel,
  options: TableFinderOptions,
  advance: () => void,
): Promise<Measured[]> {
  const finder = tableFinder(options);
  const plain = plainBm25(model);
  try {
    await finder.prepare(model);
    const measured: Measured[] = [];
    for (const question of questions) {
      const { db_id: db, lang, question: text, gold_tables, gold_columns } = question;
      const goldColumns = gold_columns.map(
        (column) => `${nameOf(db, column.slice(0, column.indexOf('.')))}${column.slice(column.indexOf('.'))}`,
      );
      const gold = { goldTables: gold_tables.map((table) => nameOf(db, table)), goldColumns };
      const { relevant, columns } = await finder.rank({ text, before: null }, model);
      measured.push({
        question,
        lang,
        finder: { ...gold, tables: relevant, columns },
        bm25: { ...gold, ...plain(text) },
      });
      advance();
    }
    return measured;
  } finally {
    await finder.close();
  }
}

function rowsOf(over: RecallRow['over'], measured: readonly Measured[]): RecallRow[] {
  return (['en', 'zh'] as const).flatMap((lang) => {
    const of = measured.filter((one) => one.lang === lang);
    return of.length === 0
      ? []
      : [
          {
            over,
            lang,
            questions: of.length,
            finder: recallFigures(of.map(({ finder }) => finder)),
            bm25: recallFigures(of.map(({ bm25 }) => bm25)),
          },
        ];
  });
}

function identifiedFigures(
  measured: readonly Measured[],
  isIdentified: (question: LinkingQuestion) => boolean,
): RecallReport['identifiedByWords'] {
  const english = measured.filter(({ lang }) => lang === 'en');
  const advance = english.filter(({ question }) => isIdentified(question));
  return { questions: advance.length, of: english.length, finder: recallFigures(advance.map(({ finder }) => finder)) };
}

/** The baseline: BM25 over one text of all words for each table and each column. */
function plainBm25(model: SemanticModel): (question: string) => { tables: string[]; columns: string[] } {
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
