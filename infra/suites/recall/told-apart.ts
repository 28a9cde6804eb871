import { LexicalIndex } from '@querent/retrieval';
import { nameInWords } from '@querent/model';
import type { LinkingQuestion, LinkingSchema } from './linking-set';

/**
 * Whether a question's words tell its database from all the others of a merged schema: no other has, in its names and
 * comments, each word of the question that its own has. Of the rest something else has to tell: meaning, or values that
 * are stored.
 */
export function toldApart(schemas: Readonly<Record<string, LinkingSchema>>): (question: LinkingQuestion) => boolean {
  const databases = Object.entries(schemas).map(([db, schema]) => ({ db, text: wordsOf(schema) }));
  const index = new LexicalIndex(databases, ({ text }) => text);
  const having = (word: string): Set<string> =>
    new Set(index.search(word, databases.length).map(({ item }) => item.db));
  return ({ question, db_id: own }) => {
    const found = question
      .split(/\s+/)
      .map(having)
      .filter((dbs) => dbs.has(own));
    return !databases.some(({ db }) => db !== own && found.every((dbs) => dbs.has(db)));
  };
}

function wordsOf({ tables }: LinkingSchema): string {
  return tables
    .flatMap((table) => [table, ...table.columns])
    .flatMap(({ name, comment }) => [nameInWords(name), comment ?? ''])
    .join(' ');
}
