import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import {
  startPostgres,
  startScriptedLlm,
  startStack,
  type ScriptedLlm,
  type TestStack,
  type ThrowAwayPostgres,
} from '@querent/testing';
import { HttpAsker } from '../product/http-asker';

/** Customers of three types, whose names only the database contains; 42 of them are VIP. */
const CRM = `
  CREATE TABLE users (id int PRIMARY KEY, full_name text, type text, city text, joined_on date);
  COMMENT ON TABLE users IS '客户';
  COMMENT ON COLUMN users.type IS '客户类型';
  COMMENT ON COLUMN users.city IS '城市';
  INSERT INTO users SELECT n, 'User ' || n, CASE WHEN n <= 42 THEN 'VIP' WHEN n <= 60 THEN 'Enterprise' ELSE 'Normal' END, (ARRAY['上海市', '杭州市', 'Lyon'])[n % 3 + 1], date '2026-01-01' + n FROM generate_series(1, 200) n;
  CREATE TABLE purchases (id int PRIMARY KEY, user_id int REFERENCES users (id), amount numeric(12, 2), bought_on date);
  COMMENT ON TABLE purchases IS '订单';
  COMMENT ON COLUMN purchases.amount IS '金额';
  INSERT INTO purchases SELECT n, n % 200 + 1, n * 1.5, date '2026-03-01' + n % 200 FROM generate_series(1, 600) n;
`;

/**
 * The built product with a scripted language model, and a private database in addition to the demo's.
 */
export interface ReasoningFixture {
  stack: TestStack;
  llm: ScriptedLlm;
  postgres: ThrowAwayPostgres;
  /** A client with the demo's key. */
  asker: HttpAsker;
  stop(): Promise<void>;
}

export interface ReasoningFixtureOptions {
  /** SQL that is added to the database of the connection `crm`. */
  sql?: string;
  /** Semantic model of the connection `crm`. Default: derived from the schema. */
  model?: string;
  /** Added to every process's environment. */
  env?: Record<string, string>;
  /** Limits of the connection `crm`. Default: those of the product. */
  limits?: { statementTimeoutMs: number };
  /** Parameters of the database server. */
  settings?: Record<string, string | number>;
  /** Further configuration files by path, e.g. `agents/desk.yaml`. */
  files?: Record<string, string>;
}

export async function openReasoningFixture(options: ReasoningFixtureOptions = {}): Promise<ReasoningFixture> {
  const config = mkdtempSync(`${tmpdir()}/querent-config-`);
  const [postgres, llm] = await Promise.all([startPostgres({ settings: options.settings ?? {} }), startScriptedLlm()]);
  await postgres.query(`${CRM}\n${options.sql ?? ''}`);
  cpSync(resolve(__dirname, '../../demo/config'), config, { recursive: true });
  writeFileSync(
    `${config}/connections/crm.yaml`,
    `label: { zh: 客户管理, en: CRM }\nurl: ${postgres.url}\nallowSuperuser: true\n${options.limits === undefined ? '' : `limits: ${JSON.stringify(options.limits)}\n`}`,
  );
  if (options.model !== undefined) writeFileSync(`${config}/models/crm.yaml`, options.model);
  for (const [path, content] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(`${config}/${path}`), { recursive: true });
    writeFileSync(`${config}/${path}`, content);
  }
  const stack = await startStack({
    env: {
      QUERENT_CONFIG_DIR: config,
      LLM_BASE_URL: llm.url,
      LLM_API_KEY: 'test',
      LLM_MODEL: 'scripted',
      ...options.env,
    },
  });
  const asker = new HttpAsker(stack.url);
  for (const name of ['crm', 'tourism', 'commerce']) await asker.connectionIs(name, 'ready');
  return {
    stack,
    llm,
    postgres,
    asker,
    async stop() {
      await stack.stop();
      await Promise.all([llm.stop(), postgres.stop()]);
      rmSync(config, { recursive: true, force: true });
    },
  };
}
