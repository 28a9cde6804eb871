import { tableFinder, type TableFinderOptions } from '@querent/retrieval';
import { mergedModel, type LinkedModel } from './linking-model';
import type { LinkingQuestion, LinkingSchema } from './linking-set';
import { plainBm25 } from './plain-bm25';
import { recallFigures, type Found, type RecallFigures } from './recall-figures';
import { toldApart } from './told-apart';

export interface RecallInput {
  questions: readonly LinkingQuestion[];
  /** The questions' own databases. */
  schemas: Readonly<Record<string, LinkingSchema>>;
  /** More databases, without questions, that are merged in. */
  distractors?: Readonly<Record<string, LinkingSchema>>;
  finder: TableFinderOptions;
  /** Told how far it is; a whole run takes minutes. */
  onProgress?: (done: number, of: number) => void;
}

export interface RecallRow {
  /** own: each question over its own database's schema; merged: over all databases put into one. */
  over: 'own' | 'merged';
  lang: 'en' | 'zh';
  questions: number;
  finder: RecallFigures;
  /** Plain BM25 over one text a table, or a column, in the same run. */
  bm25: RecallFigures;
}

export interface RecallReport {
  /** Size of the merged schema. */
  merged: { databases: number; tables: number; columns: number };
  rows: RecallRow[];
  /** Of the English questions over all merged: those whose words tell their database from the others. */
  toldApart: { questions: number; of: number; finder: RecallFigures };
}

/**
 * How many of the tables and columns that a question needs are found, by language, over its own schema and over all
 * merged into one.
 */
export async function recallReport(input: RecallInput): Promise<RecallReport> {
  const { questions, schemas, distractors = {} } = input;
  const all = { ...schemas, ...distractors };
  const merged = mergedModel('merged', all);
  const own = new Map(Object.entries(schemas).map(([db, schema]) => [db, mergedModel(db, { [db]: schema })]));
  let done = 0;
  const told = (): void => input.onProgress?.(++done, questions.length * 2);
  const ofOwn = await Promise.all(
    [...own].map(async ([db, linked]) =>
      found(
        questions.filter(({ db_id }) => db_id === db),
        linked,
        input.finder,
        told,
      ),
    ),
  );
  const tables = Object.values(merged.model.tables);
  const ofMerged = await found(questions, merged, input.finder, told);
  return {
    merged: {
      databases: Object.keys(all).length,
      tables: tables.length,
      columns: tables.reduce((sum, { columns }) => sum + Object.keys(columns).length, 0),
    },
    rows: [...rowsOf('own', ofOwn.flat()), ...rowsOf('merged', ofMerged)],
    toldApart: toldApartFigures(ofMerged, toldApart(all)),
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
  told: () => void,
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
      told();
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

function toldApartFigures(
  measured: readonly Measured[],
  isTold: (question: LinkingQuestion) => boolean,
): RecallReport['toldApart'] {
  const english = measured.filter(({ lang }) => lang === 'en');
  const told = english.filter(({ question }) => isTold(question));
  return { questions: told.length, of: english.length, finder: recallFigures(told.map(({ finder }) => finder)) };
}
