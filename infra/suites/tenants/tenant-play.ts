import type { SemanticCache } from '@querent/cache';
import { runScopeOf } from '@querent/catalog';
import type { Run, RunView } from '@querent/contracts';
import { createRandom, type Random } from '../../demo/data/random.mjs';
import { resultHome } from '../../../apps/gateway/src/results/result-home';
import { SingleTenantDatabases, sorted } from './single-tenant-databases';
import { hostileStatements, type HostileStatement, type Victim } from './hostile-statements';
import { ScriptedModel } from './scripted-model';
import { openTenantDatabase, type TenantDatabase } from './tenant-database';
import { intrusions, TenantReceiver } from './tenant-receiver';
import { askers, CONNECTION, keyKinds, openTenantProduct, type Asker, type TenantProduct } from './tenant-product';
import { tenantNamed } from './tenant-marks';
import { count, emptyReport, searchMarks, type TenantReport } from './tenant-report';
import { explorations, followUp, plainQuestion, wordsFor, type Asked } from './tenant-questions';
import { searchRedis } from './marks-in-redis';
import { worlds, type TenantWorld, type WorldName } from './tenant-world';
import { runUnguarded } from './unguarded';

const kinds = { question: 50, conversation: 12, guarded: 16, unguarded: 16, exploration: 6 };

/** When everything is granted, the database does not stop a statement without the guard, so none is run. */
const kindsOf = ({ grants }: TenantWorld): typeof kinds =>
  grants === 'everything' ? { ...kinds, guarded: 32, unguarded: 0 } : kinds;

/** The next action of both tenants, who perform it in turn. */
interface Plan {
  kind: keyof typeof kinds;
  asked: Asked;
  hostile: HostileStatement;
  exploration: string;
  idempotencyKey: string | null;
  /** Id of the conversation. A run in a conversation skips the exact cache. */
  talk: string | null;
}

const pausesAtMost = 3;
const otherOf = (tenant: Asker): Asker => (tenant === 'alpha' ? 'beta' : 'alpha');

/**
 * Plays runs of two tenants in turns on one connection. Everything that a tenant receives or could reach is searched
 * for the other's marks.
 */
export async function playTenantRuns({
  seed,
  runs,
  world = 'narrow',
}: {
  seed: string;
  runs: number;
  world?: WorldName;
}): Promise<TenantReport> {
  const database = await openTenantDatabase(worlds[world]);
  const model = new ScriptedModel();
  const product = await openTenantProduct(database, model.around, worlds[world].shared);
  const play = new TenantPlay(database, product, model, seed, kindsOf(worlds[world]));
  try {
    for (let i = 0; i < runs; i++) await play.run(i);
    return await play.end();
  } finally {
    await product.stop();
    await database.stop();
  }
}

export class TenantPlay {
  readonly report: TenantReport = emptyReport();
  /** Ids of each tenant's runs, newest last. */
  readonly ids: Record<Asker, string[]> = { alpha: [], beta: [] };
  private readonly listedAt: Record<Asker, string> = { alpha: '2000-01-01T00:00:00Z', beta: '2000-01-01T00:00:00Z' };
  private readonly cursors: Record<Asker, string[]> = { alpha: [], beta: [] };
  private readonly random: Random;
  private readonly singleTenant: SingleTenantDatabases;
  private plan: Plan | null = null;

  constructor(
    database: TenantDatabase,
    private readonly product: TenantProduct,
    private readonly model: ScriptedModel,
    seed: string,
    private readonly weights = kinds,
  ) {
    this.random = createRandom(seed);
    this.singleTenant = new SingleTenantDatabases(database);
  }

  /** Plays run `i`. Two successive runs ask the same question, each as another tenant. */
  async run(i: number): Promise<void> {
    const tenant = askers[(i + Math.floor(i / 2)) % 2] ?? 'alpha';
    const plan = i % 2 === 1 && this.plan !== null ? this.plan : await this.planned(tenant, i);
    this.plan = plan;
    count(this.report, 'kinds', plan.kind);
    const receiver = new TenantReceiver(this.product.gateway, tenant, this.random.pick(keyKinds));
    if (plan.kind === 'unguarded') await this.unguarded(tenant, plan.hostile);
    await this.ask(tenant, receiver, plan);
    await this.intrude(tenant, receiver);
    if (i % 40 < 2) await this.lists(tenant);
    for (const { outlet, bytes } of receiver.sent)
      searchMarks(this.report, { outlet, tenant, about: this.about(plan), bytes });
    this.report.runs += 1;
  }

  /** Checks the audit trail, lists and Redis, and returns the report. */
  async end(): Promise<TenantReport> {
    for (const tenant of askers) {
      await this.checkLogins(tenant);
      await this.lists(tenant);
    }
    await searchRedis(this.report, this.product.gateway.redis.url, this.ids);
    await this.singleTenant.close();
    return this.report;
  }

  /** Checks in the audit trail that each statement of a tenant ran with the tenant's login. */
  private async checkLogins(tenant: Asker): Promise<void> {
    for await (const entries of this.product.gateway.services.audit.trail.entries({ tenant }))
      for (const { login, sql } of entries)
        if (login !== undefined && login !== `crm_${tenant}`)
          this.report.wrongs.push(`${login} ran for ${tenant}: ${sql}`);
  }

  /** Checks that a statement from the semantic cache came from a run of the same tenant. */
  private async checkSharedStatement(tenant: Asker, run: Run): Promise<void> {
    const { sharing } = run.data;
    if (sharing === null || sharing.entry === null) return;
    const { statements, catalog } = this.product.gateway.services;
    const scope = runScopeOf(catalog, run);
    const kept = scope && (await statements.find(scope, sharing, onlyEntry(sharing.entry)));
    const from = kept?.entry.runId;
    if (from === undefined ? run.status === 'succeeded' : !this.ids[tenant].includes(from))
      this.report.wrongs.push(`${tenant} received the cached statement of ${from}`);
  }

  private async planned(tenant: Asker, i: number): Promise<Plan> {
    const { models } = this.product.gateway.services;
    const registered = await models.model(CONNECTION, tenant);
    if (registered === null || registered.problems.length > 0)
      throw new Error(`There is no model for ${tenant}: ${JSON.stringify(registered?.problems)}`);
    const { random } = this;
    const kind = random.weighted({ ...this.weights });
    const asked =
      kind === 'question'
        ? wordsFor(registered.model, random)
        : kind === 'conversation'
          ? random.chance(0.3)
            ? wordsFor(registered.model, random)
            : followUp(random)
          : plainQuestion;
    return {
      kind,
      asked,
      hostile: random.pick(hostileStatements),
      exploration: random.pick(explorations),
      idempotencyKey: kind === 'question' && random.chance(0.1) ? `key-${i}` : null,
      talk: kind === 'conversation' ? 'talk' : kind === 'question' && i % 3 !== 0 ? `talk-${i}` : null,
    };
  }

  private about({ kind, asked, hostile, exploration }: Plan): string {
    return kind === 'question' || kind === 'conversation'
      ? `${kind}: ${asked.question}`
      : kind === 'exploration'
        ? `exploration: ${exploration}`
        : `${kind}: ${hostile.what}`;
  }

  private async ask(tenant: Asker, receiver: TenantReceiver, plan: Plan): Promise<void> {
    const { kind, asked, hostile, idempotencyKey, talk } = plan;
    if (kind === 'guarded') this.model.writes(hostile.sql(victim(tenant)), hostile.width);
    if (kind === 'exploration') this.model.explores(plan.exploration);
    const body = {
      ...asked,
      connection: CONNECTION,
      ...(talk === null ? {} : { conversationId: talk }),
      ...(kind === 'guarded' || kind === 'exploration' ? { cache: 'bypass', mode: 'full' } : {}),
    };
    const { id } = await receiver.view('submit', {
      method: 'POST',
      url: '/v1/queries',
      payload: body,
      headers: idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey },
    });
    if (id === undefined) throw new Error(`not accepted: ${receiver.sent.at(-1)?.bytes}`);
    this.ids[tenant].push(id);
    await this.product.stages.work();
    this.model.forget();
    let view = await receiver.readAll(id);
    for (let pause = 0; view.clarification !== null && pause < pausesAtMost; pause++) {
      await receiver.call('reply', {
        method: 'POST',
        url: `/v1/queries/${id}/clarification`,
        payload: this.replyTo(view.clarification),
      });
      await this.product.stages.work();
      view = await receiver.readAll(id);
    }
    if (view.finishedAt === null) await receiver.call('cancel', { method: 'POST', url: `/v1/queries/${id}/cancel` });
    count(this.report, 'ends', view.error === null ? view.status : `${view.status} ${view.error.code}`);
    if (view.cache.level !== 'none') count(this.report, 'hits', `${tenant} ${view.cache.level}`);
    if (view.status === 'succeeded' && view.cache.level === 'none') await this.rate(receiver, id);
    await this.compare(tenant, id, plan);
  }

  /** Searches the stored run for marks and compares its rows with those of the single-tenant database. */
  private async compare(tenant: Asker, id: string, plan: Plan): Promise<void> {
    const { store, results } = this.product.gateway.services;
    const run = await store.get(id);
    if (run === null) throw new Error(`The run ${id} is missing`);
    searchMarks(this.report, { outlet: 'record', tenant, about: this.about(plan), bytes: JSON.stringify(run) });
    await this.checkSharedStatement(tenant, run);
    if (plan.kind === 'guarded') count(this.report, 'guarded', endOf(run));
    if (plan.kind === 'exploration')
      searchMarks(this.report, {
        outlet: 'exploration',
        tenant,
        about: this.about(plan),
        bytes: JSON.stringify(this.model.seen),
      });
    const { runId, ref } = resultHome(run);
    const { compiled } = run.data;
    if (
      ref === null ||
      compiled === null ||
      run.status !== 'succeeded' ||
      (plan.kind === 'guarded' && plan.hostile.readsState)
    )
      return;
    const got = sorted(await results.readPage(runId, ref, 0, 100_000));
    const expected = await this.singleTenant.run(tenant, {
      sql: compiled.sql,
      params: compiled.params,
      timeZone: run.request.timezone,
    });
    this.report.compared += 1;
    if (JSON.stringify(got) !== JSON.stringify(expected))
      this.report.differing.push({
        tenant,
        sql: compiled.sql,
        got: JSON.stringify(got).slice(0, 1_000),
        expected: JSON.stringify(expected).slice(0, 1_000),
      });
  }

  private async unguarded(tenant: Asker, hostile: HostileStatement): Promise<void> {
    const result = await runUnguarded(this.product.datasource(), this.singleTenant, {
      tenant,
      hostile,
      sql: hostile.sql(victim(tenant)),
      admitted: this.random.chance(0.5),
    });
    count(this.report, 'unguarded', Array.isArray(result.got) ? 'rows' : result.got);
    searchMarks(this.report, { outlet: 'unguarded', tenant, about: hostile.what, bytes: result.bytes });
    if (result.expected !== null) {
      this.report.compared += 1;
      if (JSON.stringify(result.got) !== JSON.stringify(result.expected))
        this.report.differing.push({
          tenant,
          sql: hostile.sql(victim(tenant)),
          got: JSON.stringify(result.got).slice(0, 1_000),
          expected: JSON.stringify(result.expected).slice(0, 1_000),
        });
    }
    if (result.session !== null)
      this.report.wrongs.push(`after ${hostile.what} the connection has session state: ${result.session}`);
    // The next user of these connections asks an ordinary question.
    const next = otherOf(tenant);
    const receiver = new TenantReceiver(this.product.gateway, next, this.random.pick(keyKinds));
    const { id } = await receiver.view('submit', {
      method: 'POST',
      url: '/v1/queries',
      payload: { ...plainQuestion, connection: CONNECTION, cache: 'bypass' },
    });
    this.ids[next].push(id);
    await this.product.stages.work();
    const view = await receiver.readAll(id);
    if (Number(view.result?.rows[0]?.[0]) !== tenantNamed(next).rows)
      this.report.wrongs.push(
        `after ${hostile.what} of ${tenant}, ${next} has ${JSON.stringify(view.result?.rows)} customers`,
      );
    for (const { outlet, bytes } of receiver.sent)
      searchMarks(this.report, { outlet, tenant: next, about: `after ${hostile.what}`, bytes });
  }

  private async rate(receiver: TenantReceiver, id: string): Promise<void> {
    if (this.random.chance(0.6)) return;
    const correctedSql = this.random.chance(0.15)
      ? { correctedSql: 'SELECT region, sum(credit) FROM customer GROUP BY region' }
      : {};
    await receiver.call('feedback', {
      method: 'POST',
      url: `/v1/queries/${id}/feedback`,
      payload: { rating: this.random.chance(0.8) ? 'up' : 'down', comment: 'correct', ...correctedSql },
    });
    await receiver.call('feedback', { url: `/v1/queries/${id}/feedback` });
  }

  /** Requests the other tenant's runs and lists, by ids and cursors that the other received. */
  private async intrude(tenant: Asker, receiver: TenantReceiver): Promise<void> {
    const other = otherOf(tenant);
    const [id, cursor] = [
      this.ids[other].at(-1 - this.random.integer(0, 5)) ?? this.ids[other].at(-1),
      this.cursors[other].at(-1),
    ];
    const intrusion = this.random.pick(intrusions);
    if (id !== undefined) {
      const { status } = await receiver.call('intrusion', intrusion(id));
      count(this.report, 'intrusions', String(status));
      if (status !== 404) this.report.wrongs.push(`${JSON.stringify(intrusion(''))} of another's run: ${status}`);
    }
    if (cursor !== undefined && this.random.chance(0.2)) {
      const { body } = await receiver.call('cursor', {
        url: `/v1/queries?limit=5&cursor=${encodeURIComponent(cursor)}`,
      });
      const others = this.ids[other].filter((one) => body.includes(one));
      if (others.length > 0)
        this.report.wrongs.push(`a cursor of ${other} lists its runs to ${tenant}: ${others.join()}`);
    }
  }

  private async lists(tenant: Asker): Promise<void> {
    const receiver = new TenantReceiver(this.product.gateway, tenant, 'admin');
    const { nextCursor } = JSON.parse((await receiver.call('list', { url: '/v1/queries?limit=20' })).body) as {
      nextCursor: string | null;
    };
    if (nextCursor !== null) this.cursors[tenant].push(nextCursor);
    await receiver.call('connections', { url: '/v1/connections' });
    await receiver.administer(this.listedAt[tenant]);
    this.listedAt[tenant] = new Date().toISOString();
    await receiver.approveOne();
    for (const { outlet, bytes } of receiver.sent) searchMarks(this.report, { outlet, tenant, about: outlet, bytes });
  }

  private replyTo({ id, options }: NonNullable<RunView['clarification']>): object {
    const { random } = this;
    if (options.length === 0 || random.chance(0.2))
      return {
        clarificationId: id,
        text: random.pick(['第二个', 'both', '随便', 'the first one', 'Harbour', '东城', 'all tenants']),
      };
    return { clarificationId: id, optionId: random.pick(options).id };
  }
}

/** A search of the semantic cache that finds only this entry. */
const onlyEntry = (id: string): Parameters<SemanticCache['find']>[2] => ({
  index: { search: async () => [{ id, score: 1, payload: {} }] },
  embed: async () => Float32Array.of(1),
});

const victim = (tenant: Asker): Victim => ({ tenant: otherOf(tenant), login: `crm_${otherOf(tenant)}` });
const endOf = ({ status, data }: Run): string => (data.error === null ? status : `${status} ${data.error.code}`);
