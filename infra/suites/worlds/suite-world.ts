import type { ThrowAwayPostgres } from '@querent/testing';

/** A question of a suite, in either language. */
export interface SuiteQuestion {
  connection: string;
  question: string;
}

/** What every stage does when a question goes straight through. */
export interface StraightQuestion extends SuiteQuestion {
  cache: 'bypass';
}

/**
 * A database with its configuration and questions, on which suites run the whole product. Nothing in a suite depends on which world it is given.
 * `QUERENT_DEMO_DATABASE_URL` holds the database's URL in every world, so that a proxy can be put in between.
 */
export interface SuiteWorld {
  /** Every connection, without those that a suite adds itself. */
  connections: readonly string[];
  openDatabase(): Promise<ThrowAwayPostgres>;
  /** The URL of the login that the connections use, from the server's own. */
  loginUrl(serverUrl: string): string;
  /** Writes connections, and model files, samples and agents where the world has them, into an empty or absent folder; no keys. */
  writeConfig(configDir: string): void;
  /** Answered at once without a model, cheap, and the same on every day. */
  straight: StraightQuestion;
  /** Answered, some only with a model; the same on every day. */
  plain: readonly SuiteQuestion[];
  /** Each leaves something open, so that the asker is asked back. */
  open: readonly SuiteQuestion[];
  /** The second continues the first and has no meaning alone. */
  followUp: { from: SuiteQuestion; to: SuiteQuestion };
  /** What a scripted language model writes for whatever it is asked. */
  modelSql: string;
}

/** The questions of one connection. */
export const questionsOf = (connection: string, questions: readonly string[]): SuiteQuestion[] => questions.map((question) => ({ connection, question }));
