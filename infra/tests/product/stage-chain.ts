import { type JobKey, type Outcome, type OutcomeStep, type Run, type StageFunction } from '@querent/contracts';
import type { Locale } from '@querent/language';
import { introspect } from '@querent/datasource';
import { newRunId, replyToClarification, type Outbox } from '@querent/saga';
import type { SemanticModel } from '@querent/model';
import { newRun, startRedis } from '@querent/testing';
import type { DatabaseAccess } from '../../../apps/executor/src/connections/database-access';
import { openInProcessProduct } from '../../suites/in-process/in-process-product';
import { ConfigFolder } from './config-folder';

const TODAY = '2026-11-21';
const TENANT = 'acme';

/** A run that has ended or waits for a reply, with all outcomes of its stages. */
export interface AskedRun {
  run: Run;
  steps: OutcomeStep[];
  events: Outcome['event'][];
}

/** The product without the gateway, on the schemas of one database, with a fixed day. */
export interface StageChain {
  model(schema: string): Promise<SemanticModel>;
  /** @param understand replaces the first stage once */
  ask(schema: string, question: string, locale: Locale, understand?: StageFunction): Promise<AskedRun>;
  /** Replies with `#` and an option's id, or with free text. */
  reply(asked: AskedRun, reply: string): Promise<AskedRun>;
  close(): Promise<void>;
}

/** Opens the chain and reads the schemas. Later schema changes make statements fail. */
export async function openStageChain(
  url: string,
  schemas: readonly string[],
  limits: { statementTimeoutMs: number; maxCost?: number },
): Promise<StageChain> {
  const config = new ConfigFolder([]);
  for (const schema of schemas)
    config.write(`connections/${schema}.yaml`, JSON.stringify({ url, schema, limits, allowSuperuser: true }));
  const concluded = new Conclusions();
  const redis = await startRedis();
  const product = await openInProcessProduct({
    redisUrl: redis.url,
    configDir: config.dir,
    env: { EMBEDDER: 'none' },
    databases: { introspect: introspectOnce() },
    around: concluded.around,
  });
  const { store } = product;
  const goOn = async (id: string, outbox: Outbox | null): Promise<AskedRun> => {
    if (outbox !== null) await product.transport.publish(outbox, 1);
    await product.work();
    const run = await store.get(id);
    if (run === null) throw new Error(`There is no run ${id}`);
    const outcomes = concluded.of(id);
    return { run, steps: outcomes.flatMap(({ steps }) => steps), events: outcomes.map(({ event }) => event) };
  };
  return {
    async model(schema) {
      const registered = await product.models.model(schema, TENANT);
      if (registered === null) throw new Error(`There is no model of ${schema}`);
      return registered.model;
    },
    async ask(schema, question, locale, understand) {
      if (understand !== undefined) concluded.next = understand;
      const id = newRunId();
      const created = await store.create(
        newRun({ id, tenant: TENANT, connection: schema, question, locale, today: TODAY }),
      );
      return goOn(id, created.kind === 'advanced' ? created.outbox : null);
    },
    async reply({ run }, reply) {
      const clarificationId = run.data.clarification?.id ?? '';
      const answer = reply.startsWith('#') ? { optionId: reply.slice(1) } : { text: reply };
      const replied = await replyToClarification(store, run.id, { clarificationId, ...answer });
      if (replied.kind !== 'accepted') throw new Error(`The reply ${reply} was not accepted: ${replied.kind}`);
      return goOn(run.id, replied.outbox);
    },
    async close() {
      await product.close();
      await redis.stop();
      config.remove();
    },
  };
}

/** Outcomes of the stages by run. */
class Conclusions {
  /** Replacement of the first stage for the next question. */
  next: StageFunction | null = null;
  private readonly outcomes = new Map<string, Outcome[]>();

  of(id: string): readonly Outcome[] {
    return this.outcomes.get(id) ?? [];
  }

  readonly around =
    (job: JobKey, stage: StageFunction): StageFunction =>
    async (run, signal) => {
      const instead = job === 'understand' ? this.next : null;
      if (instead !== null) this.next = null;
      const outcome = await (instead ?? stage)(run, signal);
      this.outcomes.set(run.id, [...this.of(run.id), outcome]);
      return outcome;
    };
}

/** The executor re-reads a schema after such a failure. Here it gets the same snapshot as before. */
function introspectOnce(): DatabaseAccess['introspect'] {
  const read = new Map<string, ReturnType<typeof introspect>>();
  return (datasource, options) => {
    const known = read.get(datasource.name) ?? introspect(datasource, options);
    read.set(datasource.name, known);
    known.catch(() => read.delete(datasource.name));
    return known;
  };
}
