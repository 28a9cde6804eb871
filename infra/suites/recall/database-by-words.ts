import { LexicalIndex } from '@querent/retrieval';
import { nameInWords } from '@querent/model';
import type { LinkingQuestion, LinkingSchema } from './linking-set';

/**
 * Returns a function that checks whether a question's words identify its database within a merged schema: no other
 * database's names and comments contain all the words of the question that those of its own database contain. For other
 * questions only meaning or stored values can identify it.
 */
export function identifiedByWords(
  schemas: Readonly<Record<string, LinkingSchema>>,
): (question: LinkingQuestion) => boolean {
  const databases = Object.entries(schemas).map(([db, schema]) => ({ db, text: wordsOf(schema) }));
  const index = new LexicalIndex(databases, ({ text }) => text);
  const containing = (word: string): Set<string> =>
    new Set(index.search(word, databases.length).map(({ item }) => item.db));
  return ({ question, db_id: own }) => {
    const found = question
      .split(/\s+/)
      .map(containing)
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
