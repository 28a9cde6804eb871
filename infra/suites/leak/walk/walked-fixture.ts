import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import {
  startScriptedLlm,
  startStack,
  type LlmRequest,
  type ScriptedLlm,
  type ScriptedReply,
  type TestStack,
  type ThrowAwayPostgres,
} from '@querent/testing';
import { bearerOf, keyOf, keysFile, walkedTenants, type RingKey } from './key-ring';
import type { WalkedWorld } from './walked-world';

/** A received webhook call. */
export interface ReceivedCall {
  path: string;
  bytes: string;
}

/** The built product on a world, with all keys of the key ring, a hostile language model and a webhook receiver. */
export interface WalkedFixture {
  stack: TestStack;
  llm: ScriptedLlm;
  database: ThrowAwayPostgres;
  configDir: string;
  calls: readonly ReceivedCall[];
  /** Base URL of the webhook receiver. Its path `/broken` answers 500. */
  callbackUrl: string;
  fetch(
    key: Pick<RingKey, 'name'>,
    path: string,
    options?: { method?: string; body?: object; headers?: Record<string, string> },
  ): Promise<Response>;
  stop(): Promise<void>;
}

export async function openWalkedFixture(world: WalkedWorld, env: Record<string, string> = {}): Promise<WalkedFixture> {
  const configDir = mkdtempSync(`${tmpdir()}/querent-walk-`);
  mkdirSync(`${configDir}/connections`, { recursive: true });
  const [database, llm, receiver] = await Promise.all([world.openDatabase(), startScriptedLlm(), startReceiver()]);
  world.writeConfig(configDir, database.url);
  writeFileSync(`${configDir}/keys.yaml`, keysFile());
  llm.script([{ reply: hostileReplies(world.hostile) }]);
  const stack = await startStack({
    env: {
      QUERENT_CONFIG_DIR: configDir,
      QUERENT_DEMO_DATABASE_URL: world.loginUrl(database.url),
      QUERENT_SECRET_KEY: '0123456789abcdef'.repeat(4),
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_ATTEMPTS: '1',
      HEARTBEAT_MS: '500',
      LLM_BASE_URL: llm.url,
      LLM_API_KEY: 'test',
      LLM_MODEL: 'scripted',
      LLM_BREAKER_FAILURES: '1000',
      ANSWERS_BY_MODEL: 'true',
      LOG_LEVEL: 'info',
      ...env,
    },
  });
  const ask: WalkedFixture['fetch'] = (key, path, { method, body, headers } = {}) =>
    fetch(`${stack.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...bearerOf(key), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const fixture: WalkedFixture = {
    stack,
    llm,
    database,
    configDir,
    calls: receiver.calls,
    callbackUrl: receiver.url,
    fetch: ask,
    async stop() {
      await stack.stop();
      await Promise.all([llm.stop(), database.stop(), receiver.stop()]);
      rmSync(configDir, { recursive: true, force: true });
    },
  };
  await untilReady(fixture, world.connections);
  return fixture;
}

async function untilReady(fixture: WalkedFixture, connections: readonly string[]): Promise<void> {
  for (const tenant of walkedTenants) {
    for (let tries = 0; ; tries++) {
      const body = (await (await fixture.fetch(keyOf(tenant, 'query'), '/v1/connections')).json()) as {
        connections: { name: string; status: string }[];
      };
      if (connections.every((name) => body.connections.some((one) => one.name === name && one.status === 'ready')))
        break;
      if (tries > 600) throw new Error(`not ready: ${JSON.stringify(body)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Replies of a hostile model: each statement in turn, and physical names and SQL in every text. */
function hostileReplies(statements: readonly string[]): (request: LlmRequest) => ScriptedReply {
  let turn = 0;
  return ({ task }) => {
    const sql = statements[turn++ % statements.length] ?? '';
    if (task === 'generate-sql' || task === 'repair-sql') {
      if (turn % 7 === 0)
        return {
          text: JSON.stringify({
            kind: 'clarification',
            question: `Which of ${sql}?`,
            options: [sql, 'permission denied for table t_ord_hdr_x1'],
          }),
        };
      if (turn % 11 === 0) return { text: 'x'.repeat(2_000_000) };
      return {
        text:
          turn % 3 === 0
            ? `不确定\n\`\`\`sql\n${sql}\n\`\`\``
            : JSON.stringify({ kind: turn % 5 === 0 ? 'intermediate_sql' : 'sql', sql }),
      };
    }
    return {
      text:
        task === 'answer'
          ? `${sql} found 987654 for ZQALPHA and ZQBETA; ERROR: relation does not exist`
          : JSON.stringify({ question: sql, options: [{ label: sql }] }),
    };
  };
}

async function startReceiver(): Promise<{ url: string; calls: ReceivedCall[]; stop(): Promise<void> }> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      calls.push({
        path: String(request.url),
        bytes: `${JSON.stringify(request.headers)}\n${Buffer.concat(parts).toString('utf8')}`,
      });
      response.statusCode = request.url?.endsWith('/broken') === true ? 500 : 204;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
