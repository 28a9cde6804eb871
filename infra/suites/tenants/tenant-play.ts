import type { SemanticCache } from '@querent/cache';
import { runScopeOf } from '@querent/catalog';
import type { Run, RunView } from '@querent/contracts';
import { createRandom, type Random } from '../../demo/data/random.mjs';
import { resultHome } from '../../../apps/gateway/src/results/result-home';
import { Alone, sorted } from './alone';
import { hostileStatements, type HostileStatement, type Victim } from './hostile-statements';
import { ScriptedModel } from './scripted-model';
import { openTenantDatabase, type TenantDatabase } from './tenant-database';
import { intrusions, TenantReceiver } from './tenant-outlets';
import { askers, CONNECTION, keyKinds, openTenantProduct, type Asker, type TenantProduct } from './tenant-product';
import { tenantNamed } from './tenant-marks';
import { count, emptyReport, look, type TenantReport } from './tenant-report';
import { followUp, looks, plainQuestion, wordsFor, type Asked } from './tenant-words';
import { lookAtRedis } from './stored-marks';
import { worlds, type TenantWorld, type WorldName } from './tenant-world';
import { runUnguarded } from './unguarded';

const kinds = { question: 50, conversation: 12, guarded: 16, unguarded: 16, look: 6 };

/** Where everything is granted the database alone holds nothing back from a statement that no guard has seen. */
const kindsOf = ({ grants }: TenantWorld): typeof kinds =>
  grants === 'everything' ? { ...kinds, guarded: 32, unguarded: 0 } : kinds;

/** What both tenants do, one after the other. */
interface Plan {
  kind: keyof typeof kinds;
  asked: Asked;
  hostile: HostileStatement;
  look: string;
  idempotencyKey: string | null;
  /** A conversation of its own, past the exact cache. */
  talk: string | null;
}

const pausesAtMost = 3;
const otherOf = (tenant: Asker): Asker => (tenant === 'alpha' ? 'beta' : 'alpha');

/**
 * Plays runs of two tenants in turns on one connection, and reads everything that each is sent or could have reached.
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
  /** Runs of each tenant, newest last. */
  readonly ids: Record<Asker, string[]> = { alpha: [], beta: [] };
  private readonly listedAt: Record<Asker, string> = { alpha: '2000-01-01T00:00:00Z', beta: '2000-01-01T00:00:00Z' };
  private readonly cursors: Record<Asker, string[]> = { alpha: [], beta: [] };
  private readonly random: Random;
  private readonly alone: Alone;
  private plan: Plan | null = null;

  constructor(
    database: TenantDatabase,
    private readonly product: TenantProduct,
    private readonly model: ScriptedModel,
    seed: string,
    private readonly weights = kinds,
  ) {
    this.random = createRandom(seed);
    this.alone = new Alone(database);
  }

  /** The first of a pair of runs is one tenant's, the second the other's, with the same words. */
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
      look(this.report, { outlet, tenant, about: this.about(plan), bytes });
    this.report.runs += 1;
  }

  /** Looks at what has stayed, and ends. */
  async end(): Promise<TenantReport> {
    for (const tenant of askers) {
      await this.loginsOf(tenant);
      await this.lists(tenant);
    }
    await lookAtRedis(this.report, this.product.gateway.redis.url, this.ids);
    await this.alone.close();
    return this.report;
  }

  /** Each statement of a tenant ran as its own login, as the trail has it. */
  private async loginsOf(tenant: Asker): Promise<void> {
    for await (const entries of this.product.gateway.services.audit.trail.entries({ tenant }))
      for (const { login, sql } of entries)
        if (login !== undefined && login !== `crm_${tenant}`)
          this.report.wrongs.push(`${login} ran for ${tenant}: ${sql}`);
  }

  /** Whose statement a run has taken over from the semantic cache. */
  private async takenFrom(tenant: Asker, run: Run): Promise<void> {
    const { sharing } = run.data;
    if (sharing === null || sharing.entry === null) return;
    const { statements, catalog } = this.product.gateway.services;
    const place = runScopeOf(catalog, run);
    const kept = place && (await statements.find(place, sharing, onlyEntry(sharing.entry)));
    const from = kept?.entry.runId;
    if (from === undefined ? run.status === 'succeeded' : !this.ids[tenant].includes(from))
      this.report.wrongs.push(`${tenant} has taken over the statement of ${from}`);
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
      look: random.pick(looks),
      idempotencyKey: kind === 'question' && random.chance(0.1) ? `key-${i}` : null,
      talk: kind === 'conversation' ? 'talk' : kind === 'question' && i % 3 !== 0 ? `talk-${i}` : null,
    };
  }

  private about({ kind, asked, hostile, look: looked }: Plan): string {
    return kind === 'question' || kind === 'conversation'
      ? `${kind}: ${asked.question}`
      : kind === 'look'
        ? `look: ${looked}`
        : `${kind}: ${hostile.what}`;
  }

  private async ask(tenant: Asker, receiver: TenantReceiver, plan: Plan): Promise<void> {
    const { kind, asked, hostile, idempotencyKey, talk } = plan;
    if (kind === 'guarded') this.model.writes(hostile.sql(victim(tenant)), hostile.width);
    if (kind === 'look') this.model.looksAt(plan.look);
    const body = {
      ...asked,
      connection: CONNECTION,
      ...(talk === null ? {} : { conversationId: talk }),
      ...(kind === 'guarded' || kind === 'look' ? { cache: 'bypass', mode: 'full' } : {}),
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
    let view = await receiver.lookAtAll(id);
    for (let pause = 0; view.clarification !== null && pause < pausesAtMost; pause++) {
      await receiver.call('reply', {
        method: 'POST',
        url: `/v1/queries/${id}/clarification`,
        payload: this.replyTo(view.clarification),
      });
      await this.product.stages.work();
      view = await receiver.lookAtAll(id);
    }
    if (view.finishedAt === null) await receiver.call('cancel', { method: 'POST', url: `/v1/queries/${id}/cancel` });
    count(this.report, 'ends', view.error === null ? view.status : `${view.status} ${view.error.code}`);
    if (view.cache.level !== 'none') count(this.report, 'hits', `${tenant} ${view.cache.level}`);
    if (view.status === 'succeeded' && view.cache.level === 'none') await this.rate(receiver, id);
    await this.compare(tenant, id, plan);
  }

  /** The run as it is stored, and its rows beside what the tenant's rows alone give. */
  private async compare(tenant: Asker, id: string, plan: Plan): Promise<void> {
    const { store, results } = this.product.gateway.services;
    const run = await store.get(id);
    if (run === null) throw new Error(`The run ${id} is gone`);
    look(this.report, { outlet: 'record', tenant, about: this.about(plan), bytes: JSON.stringify(run) });
    await this.takenFrom(tenant, run);
    if (plan.kind === 'guarded') count(this.report, 'guarded', endOf(run));
    if (plan.kind === 'look')
      look(this.report, { outlet: 'look', tenant, about: this.about(plan), bytes: JSON.stringify(this.model.seen) });
    const { runId, ref } = resultHome(run);
    const { compiled } = run.data;
    if (
      ref === null ||
      compiled === null ||
      run.status !== 'succeeded' ||
      (plan.kind === 'guarded' && plan.hostile.tellsState)
    )
      return;
    const got = sorted(await results.readPage(runId, ref, 0, 100_000));
    const alone = await this.alone.come(tenant, {
      sql: compiled.sql,
      params: compiled.params,
      timeZone: run.request.timezone,
    });
    this.report.compared += 1;
    if (JSON.stringify(got) !== JSON.stringify(alone))
      this.report.differing.push({
        tenant,
        sql: compiled.sql,
        got: JSON.stringify(got).slice(0, 1_000),
        alone: JSON.stringify(alone).slice(0, 1_000),
      });
  }

  private async unguarded(tenant: Asker, hostile: HostileStatement): Promise<void> {
    const came = await runUnguarded(this.product.datasource(), this.alone, {
      tenant,
      hostile,
      sql: hostile.sql(victim(tenant)),
      admitted: this.random.chance(0.5),
    });
    count(this.report, 'unguarded', Array.isArray(came.got) ? 'rows' : came.got);
    look(this.report, { outlet: 'unguarded', tenant, about: hostile.what, bytes: came.bytes });
    if (came.alone !== null) {
      this.report.compared += 1;
      if (JSON.stringify(came.got) !== JSON.stringify(came.alone))
        this.report.differing.push({
          tenant,
          sql: hostile.sql(victim(tenant)),
          got: JSON.stringify(came.got).slice(0, 1_000),
          alone: JSON.stringify(came.alone).slice(0, 1_000),
        });
    }
    if (came.session !== null)
      this.report.wrongs.push(`after ${hostile.what} the connection is not as new: ${came.session}`);
    // Whoever comes next on these connections asks an ordinary question.
    const next = otherOf(tenant);
    const receiver = new TenantReceiver(this.product.gateway, next, this.random.pick(keyKinds));
    const { id } = await receiver.view('submit', {
      method: 'POST',
      url: '/v1/queries',
      payload: { ...plainQuestion, connection: CONNECTION, cache: 'bypass' },
    });
    this.ids[next].push(id);
    await this.product.stages.work();
    const view = await receiver.lookAtAll(id);
    if (Number(view.result?.rows[0]?.[0]) !== tenantNamed(next).rows)
      this.report.wrongs.push(
        `after ${hostile.what} of ${tenant}, ${next} has ${JSON.stringify(view.result?.rows)} customers`,
      );
    for (const { outlet, bytes } of receiver.sent)
      look(this.report, { outlet, tenant: next, about: `after ${hostile.what}`, bytes });
  }

  private async rate(receiver: TenantReceiver, id: string): Promise<void> {
    if (this.random.chance(0.6)) return;
    const correctedSql = this.random.chance(0.15)
      ? { correctedSql: 'SELECT region, sum(credit) FROM customer GROUP BY region' }
      : {};
    await receiver.call('feedback', {
      method: 'POST',
      url: `/v1/queries/${id}/feedback`,
      payload: { rating: this.random.chance(0.8) ? 'up' : 'down', comment: 'as said', ...correctedSql },
    });
    await receiver.call('feedback', { url: `/v1/queries/${id}/feedback` });
  }

  /** Calls for what is the other's, by ids and cursors that it was given. */
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
    for (const { outlet, bytes } of receiver.sent) look(this.report, { outlet, tenant, about: outlet, bytes });
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

/** Finds that entry and no other, however alike the words of others are. */
const onlyEntry = (id: string): Parameters<SemanticCache['find']>[2] => ({
  index: { search: async () => [{ id, score: 1, payload: {} }] },
  embed: async () => Float32Array.of(1),
});

const victim = (tenant: Asker): Victim => ({ tenant: otherOf(tenant), login: `crm_${otherOf(tenant)}` });
const endOf = ({ status, data }: Run): string => (data.error === null ? status : `${status} ${data.error.code}`);
