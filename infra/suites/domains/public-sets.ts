import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { publicDatabases } from '../eval/public/public-databases';
import { readAmbiguitySet, readPlannerSet, type PublicQuestion, type PublicSet } from '../eval/public/public-data';
import type { DomainQuestion } from './domain-question';
import { modelFileAt, type DomainDatabase } from './open-domain';
import type { Domain } from './read-domain';
import type { Verdict } from './verdict';

/** Questions of one public set over one database. */
export interface PublicDomain extends Domain {
  set: string;
  source: DomainDatabase;
  /** Tier or ambiguity by the question's id. */
  kinds: ReadonlyMap<string, string>;
}

/** Selection of public questions. */
export interface PublicChoice {
  /** The folder of the files. */
  folder: string;
  /** Names of databases. Empty: all. */
  databases: readonly string[];
  /** One half of the databases, by a hash of their names, so that the other half stays unseen. Null: both. */
  half: 0 | 1 | null;
  /** Folder of model files, `<database>.yaml`. Null: all models are derived. */
  models: string | null;
  language: Verdict['locale'] | null;
}

/** Returns the questions of planner_simple.jsonl and ambiguity.jsonl by database, and the number without a schema. */
export function publicDomains(choice: PublicChoice): { domains: PublicDomain[]; withoutSchema: number } {
  const { folder } = choice;
  const databases = publicDatabases(folder);
  let withoutSchema = 0;
  const domains = [readPlannerSet(folder), readAmbiguitySet(folder)].flatMap((set) =>
    [...byDatabase(set, choice)].flatMap(([name, questions]): PublicDomain[] => {
      const found = databases.of(name);
      if (found === null) {
        withoutSchema += questions.length;
        return [];
      }
      const file = choice.models === null ? null : modelFileAt(join(choice.models, `${name}.yaml`));
      const kinds = new Map(questions.map(({ id, kind }) => [id, kind]));
      const source = { statements: [found.sql], schema: found.schema, file };
      return [{ name, folder, set: set.name, source, kinds, questions: questions.map(asked), conversations: [] }];
    }),
  );
  return { domains, withoutSchema };
}

function byDatabase({ questions }: PublicSet, choice: PublicChoice): Map<string, PublicQuestion[]> {
  const { databases, half, language } = choice;
  const found = new Map<string, PublicQuestion[]>();
  for (const question of questions) {
    const { database, locale } = question;
    const isWanted =
      (databases.length === 0 || databases.includes(database)) &&
      (half === null || half === halfOf(database)) &&
      (language === null || language === locale);
    if (isWanted) found.set(database, [...(found.get(database) ?? []), question]);
  }
  return found;
}

const halfOf = (database: string): number =>
  Number.parseInt(createHash('sha256').update(database).digest('hex').slice(-1), 16) % 2;

function asked({ id, locale, question, expect, gold, ordered }: PublicQuestion): DomainQuestion {
  return {
    id,
    locale: locale ?? 'en',
    question,
    expect,
    gold,
    ordered,
    percent: false,
    mayAsk: false,
    trigger: null,
    replies: [],
    goldAfter: [],
    orAnswer: null,
  };
}
