import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { defaultSagaSettings, RunStore } from '@querent/saga';
import { waitFor } from '@querent/testing';
import Redis from 'ioredis';
import { startBuiltService, type BuiltService } from '../../../tests/product/built-service';
import { HttpAsker } from '../../../tests/product/http-asker';
import { demoWorld } from '../../worlds/demo-world';
import { PowerCutServer, type Protection } from './power-cut';

/** A run as the gateway accepted it. */
export interface Accepted {
  id: string;
  /** Version that the accepted request gave the run. */
  version: number;
  what: 'question' | 'reply';
}

const PATIENCE = { timeoutMs: 30_000, intervalMs: 20 };
/** No worker takes the jobs, so they must neither be refused nor expire. */
const unlimited = {
  MAX_BACKLOG: '10000000',
  QUESTIONS_PER_MINUTE: '10000000',
  KEPT_MB_PER_TENANT: '1000000',
  IN_FLIGHT_PER_TENANT: '10000000',
  RUN_TIMEOUT_MS: '7200000',
};

/** The built gateway, on a server whose power can be cut. There are no workers: runs stay as they were accepted. */
export class AcceptingGateway {
  readonly #asker: HttpAsker;
  readonly #redis: Redis;
  readonly #store: RunStore;

  private constructor(
    readonly server: PowerCutServer,
    private readonly gateway: BuiltService,
    private readonly configDir: string,
  ) {
    this.#asker = new HttpAsker(gateway.url);
    this.#redis = new Redis(server.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    this.#redis.on('error', () => undefined);
    this.#store = new RunStore(this.#redis, defaultSagaSettings);
  }

  static async open(protection: Protection): Promise<AcceptingGateway> {
    const configDir = mkdtempSync(`${tmpdir()}/querent-durability-`);
    demoWorld.writeConfig(configDir, []);
    const server = await PowerCutServer.open(protection);
    const gateway = await startBuiltService('gateway', {
      REDIS_URL: server.url,
      QUERENT_CONFIG_DIR: configDir,
      LOG_LEVEL: 'error',
      ...unlimited,
    });
    return new AcceptingGateway(server, gateway, configDir);
  }

  /** Submits a question until it is accepted; refusals (503) last until the gateway has found its server again. */
  async acceptQuestion(): Promise<Accepted> {
    const id = await waitFor(async () => {
      const { status, body } = await this.#asker.submit({ ...demoWorld.straight });
      return status === 202 && body.id;
    }, PATIENCE);
    return { id, version: 1, what: 'question' };
  }

  /** Replies to a clarification of an accepted run. The pause itself is written as a worker writes it. */
  async acceptReply(): Promise<Accepted> {
    const { id } = await this.acceptQuestion();
    await this.#store.claim(id, 1, 60_000);
    const run = await this.#store.get(id);
    if (run === null) throw new Error(`the run ${id} is missing before any cut`);
    const clarification = {
      id: 'c1',
      trigger: 'too_vague' as const,
      question: 'Which ones?',
      options: [],
      allowText: true,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    await this.#store.advance(run, { event: 'clarification_needed', stage: 'intent', patch: { clarification } });
    const reply = await this.#asker.reply(id, { clarificationId: 'c1', text: 'all of them' });
    if (reply.status >= 300) throw new Error(`the reply was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
    return { id, version: 3, what: 'reply' };
  }

  /** Whether the server has what was accepted. */
  async has({ id, version }: Accepted): Promise<boolean> {
    return ((await this.#store.get(id))?.version ?? 0) >= version;
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
    this.gateway.kill('SIGKILL');
    await this.gateway.exited;
    await this.server.close();
    rmSync(this.configDir, { recursive: true, force: true });
  }
}
