import {
  audienceOf,
  hasLogin,
  noModelFile,
  pathOf,
  resolvedModel,
  type Catalog,
  type SampleBook,
  type SnapshotStore,
} from '@querent/catalog';
import type { ImpactJob } from '@querent/contracts';
import { todayIn } from '@querent/language';
import {
  impactSteps,
  isEnded,
  knownQuestions,
  type Impact,
  type ImpactStore,
  type ModelMeanings,
} from '@querent/impact';
import { civilDaysOf } from '@querent/model';
import { lexiconSteps } from '@querent/planner';
import { initParser } from '@querent/sql';
import { Checkpoint, ImpactEndedError } from './checkpoint';
import type { GivesWay } from './gives-way';

export interface ImpactDeps {
  catalog: Catalog;
  snapshots: Pick<SnapshotStore, 'get'>;
  samples: Pick<SampleBook, 'list'>;
  impacts: ImpactStore;
  /** The questions of a tenant about a connection that were asked since then and are kept, one by one. */
  asked(of: {
    tenant: string;
    connection: string;
    since: number;
  }): AsyncIterable<{ question: string; locale: 'zh' | 'en' }>;
  way: GivesWay;
}

/** Questions asked within this time are read, ms. */
const SINCE_MS = 30 * 86_400_000;

/** A draft cannot be compared, for a reason that the administrator can act on. */
class UnfitDraftError extends Error {}

/**
 * Compares a draft with the model in force by reading known questions with both. A job that runs again starts from its
 * beginning, and its result is stored in one step. Rejects if Redis is unavailable or `signal` is aborted.
 */
export const measureImpact =
  (deps: ImpactDeps) =>
  async ({ tenant, id }: ImpactJob, signal: AbortSignal): Promise<void> => {
    const impact = await deps.impacts.get(tenant, id);
    if (impact === null || isEnded(impact.status)) return;
    try {
      await measured(deps, tenant, impact, new Checkpoint(deps.impacts, deps.way, { tenant, id }, signal));
    } catch (error) {
      if (error instanceof UnfitDraftError) await deps.impacts.fail(tenant, id, error.message);
      else if (!(error instanceof ImpactEndedError)) throw error;
    }
  };

async function measured(deps: ImpactDeps, tenant: string, impact: Impact, checkpoint: Checkpoint): Promise<void> {
  await checkpoint.pass();
  const [inForce, draft] = await bothModels(deps, tenant, impact, checkpoint);
  const { questions, leftOff } = await questionsOf(deps, tenant, impact, checkpoint);
  const of = questions.length;
  const steps = impactSteps({ questions, questionsLeftOff: leftOff, inForce, draft });
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      await deps.impacts.finish(tenant, impact.id, step.value);
      return;
    }
    await checkpoint.pass({ done: step.value, of });
  }
}

/** The model in force and the draft, over the schema as the tenant's login last read it, on the day of the request. */
async function bothModels(
  deps: ImpactDeps,
  tenant: string,
  { id, connection: name, createdAt }: Impact,
  checkpoint: Checkpoint,
): Promise<[ModelMeanings, ModelMeanings]> {
  const { catalog, snapshots, impacts } = deps;
  const connection = catalog.connection(name);
  const snapshot = connection === undefined ? null : await snapshots.get(audienceOf(connection, tenant));
  if (connection === undefined || snapshot === null || !hasLogin(connection, tenant))
    throw new UnfitDraftError('The schema of the connection has not been read.');
  await initParser();
  const path = pathOf({ kind: 'model', name, tenant: null });
  const tried = catalog.tried(new Map([[path, await impacts.draftOf(tenant, id)]])).models.get(name);
  // Entries with mistakes are left out of the model in force, and the questions are answered without them.
  const { model: now } = await resolvedModel(catalog.modelFile(name), connection, snapshot);
  const { model: draft, problems } = await resolvedModel(tried ?? noModelFile(name), connection, snapshot);
  if (problems.length > 0) throw new UnfitDraftError('The draft has mistakes, or no longer fits the schema.');
  const { timezone } = now;
  const asked = { createdAt, request: { timezone, today: todayIn(timezone, new Date(createdAt)) } };
  for (const model of [now, draft]) {
    for (const steps = lexiconSteps(model); steps.next().done !== true;) await checkpoint.pass();
  }
  return [
    { model: now, days: civilDaysOf(asked, now) },
    { model: draft, days: civilDaysOf(asked, draft) },
  ];
}

async function questionsOf(
  { catalog, samples, asked }: ImpactDeps,
  tenant: string,
  { connection, createdAt }: Impact,
  checkpoint: Checkpoint,
): Promise<ReturnType<typeof knownQuestions>> {
  const known: Parameters<typeof knownQuestions>[0][number][] = catalog
    .samples(connection, tenant)
    .map(({ question, locale }) => ({ question, locale, source: 'gold' as const }));
  for (const { question, locale, status, source } of await samples.list({ tenant, connection }))
    if (status === 'approved' && source !== 'file') known.push({ question, locale, source: 'sample' });
  const since = Date.parse(createdAt) - SINCE_MS;
  for await (const { question, locale } of asked({ tenant, connection, since })) {
    known.push({ question, locale, source: 'question' });
    await checkpoint.pass();
  }
  return knownQuestions(known);
}
