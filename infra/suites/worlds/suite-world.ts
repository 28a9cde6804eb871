import type { ThrowAwayPostgres } from '@querent/testing';

/** A question to one connection. */
export interface SuiteQuestion {
  connection: string;
  question: string;
}

/** A question that passes every stage without a clarification. */
export interface StraightQuestion extends SuiteQuestion {
  cache: 'bypass';
}

/**
 * A database with its configuration and questions, on which suites run the whole product. Suites must not depend on a
 * particular world.
 */
export interface SuiteWorld {
  /** Connections of the world. A suite may add more. */
  connections: readonly string[];
  openDatabase(): Promise<ThrowAwayPostgres>;
  /** Whether row security gives each tenant different rows. */
  ownRows: boolean;
  /**
   * Environment variables with the URLs of the connections' logins.
   * @param serverUrl URL of the server or of a proxy in front of it
   */
  environment(serverUrl: string): Record<string, string> & { QUERENT_DEMO_DATABASE_URL: string };
  /**
   * Writes connections for these tenants, and the world's model files, samples and agents, into an empty or absent
   * folder. Writes no keys.
   */
  writeConfig(configDir: string, tenants: readonly string[]): void;
  /** A cheap question that the planner answers, with the same answer on every day. */
  straight: StraightQuestion;
  /** A question that the planner does not cover and `modelSql` answers, without a clarification. */
  drafted: StraightQuestion;
  /** Questions with an answer that is the same on every day. Some need a language model. */
  plain: readonly SuiteQuestion[];
  /** Questions that lead to a clarification. */
  open: readonly SuiteQuestion[];
  /** Two questions of a conversation. The second has no meaning without the first. */
  followUp: { from: SuiteQuestion; to: SuiteQuestion };
  /** The statement with which a scripted language model answers every question. */
  modelSql: string;
}

/** Questions to one connection. */
export const questionsOf = (connection: string, questions: readonly string[]): SuiteQuestion[] =>
  questions.map((question) => ({ connection, question }));
