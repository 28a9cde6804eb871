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
 * A database with its configuration and questions, on which suites run the whole product. Nothing in a suite depends on
 * which world it is given.
 */
export interface SuiteWorld {
  /** Every connection, without those that a suite adds itself. */
  connections: readonly string[];
  openDatabase(): Promise<ThrowAwayPostgres>;
  /** Whether each tenant is answered from rows that no other tenant may read. */
  ownRows: boolean;
  /**
   * The variables that hold the URLs of the connections' logins, from the server's own or that of a proxy before it.
   */
  environment(serverUrl: string): Record<string, string> & { QUERENT_DEMO_DATABASE_URL: string };
  /**
   * Writes connections that these tenants may ask, and model files, samples and agents where the world has them, into
   * an empty or absent folder; no keys.
   */
  writeConfig(configDir: string, tenants: readonly string[]): void;
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
export const questionsOf = (connection: string, questions: readonly string[]): SuiteQuestion[] =>
  questions.map((question) => ({ connection, question }));
