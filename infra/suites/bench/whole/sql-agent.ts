import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import OpenAI from 'openai';
import { Pool } from 'pg';

const MOST_REPAIRS = 3;

const Conversation = Annotation.Root({
  question: Annotation<string>,
  schema: Annotation<string>,
  sql: Annotation<string>,
  /** The database's message about the last statement. */
  failure: Annotation<string | null>,
  drafts: Annotation<number>,
  rows: Annotation<unknown[]>,
});
type State = typeof Conversation.State;

/** A SQL agent in this process. */
export interface SqlAgent {
  /** Answers a question with rows. @throws if the last repair fails */
  ask(question: string): Promise<unknown[]>;
  /** The first step of every question. */
  readSchema(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * The baseline of questions for a language model: an ordinary LangGraph agent that reads the schema, lets the model
 * draft a statement, runs it read-only with a time limit, and repairs it after an error.
 * @param databaseUrl sets the search path; the agent reads its first schema
 */
export function openSqlAgent(databaseUrl: string, modelUrl: string): SqlAgent {
  const pool = new Pool({ connectionString: databaseUrl, max: 16, statement_timeout: 10_000 });
  const model = new OpenAI({ baseURL: modelUrl, apiKey: 'none' });

  const readSchema = async (): Promise<Partial<State>> => {
    const { rows } = await pool.query<{ table: string; columns: string }>(
      `SELECT table_name AS table, string_agg(column_name || ' ' || data_type, ', ' ORDER BY ordinal_position) AS columns
         FROM information_schema.columns WHERE table_schema = current_schema() GROUP BY table_name ORDER BY table_name`,
    );
    return { schema: rows.map(({ table, columns }) => `${table}(${columns})`).join('\n') };
  };

  const draft = async ({ question, schema, sql, failure, drafts }: State): Promise<Partial<State>> => {
    const repair = failure === null ? '' : `\nYour statement\n${sql}\nfailed: ${failure}\nCorrect it.`;
    const { choices } = await model.chat.completions.create({
      model: 'scripted',
      temperature: 0,
      messages: [
        { role: 'system', content: `Answer with one PostgreSQL SELECT statement and nothing else. Tables:\n${schema}` },
        { role: 'user', content: `${question}${repair}` },
      ],
    });
    return { sql: choices[0]?.message.content ?? '', drafts: drafts + 1 };
  };

  const run = async ({ sql }: State): Promise<Partial<State>> => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN READ ONLY');
      const { rows } = await client.query<Record<string, unknown>>(sql);
      return { rows, failure: null };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };

  const graph = new StateGraph(Conversation)
    .addNode('readSchema', readSchema)
    .addNode('draft', draft)
    .addNode('run', run)
    .addEdge(START, 'readSchema')
    .addEdge('readSchema', 'draft')
    .addEdge('draft', 'run')
    .addConditionalEdges('run', ({ failure, drafts }) => (failure !== null && drafts <= MOST_REPAIRS ? 'draft' : END))
    .compile();

  return {
    async ask(question) {
      const { rows, failure } = await graph.invoke({ question, failure: null, drafts: 0 });
      if (failure !== null) throw new Error(`${question}: ${failure}`);
      return rows;
    },
    readSchema,
    close: () => pool.end(),
  };
}
