import {
  audienceOf,
  hasLogin,
  noModelFile,
  pathOf,
  resolvedModel,
  type Catalog,
  type SnapshotStore,
} from '@querent/catalog';
import { CompileError, compileQuery } from '@querent/compiler';
import type { CompiledQuery, DefinitionsJob } from '@querent/contracts';
import type { ImpactStore, KeptCheck } from '@querent/impact';
import { todayIn } from '@querent/language';
import { civilDaysOf, definitionsOf, type Definition, type SemanticModel } from '@querent/model';
import { initParser } from '@querent/sql';
import { checkTexts } from './check-texts';
import { definitionQuery } from './definition-query';
import type { TryStatement, Tried } from './try-statement';

export interface CheckDeps {
  catalog: Pick<Catalog, 'connection' | 'modelFile' | 'tried'>;
  snapshots: Pick<SnapshotStore, 'get'>;
  impacts: Pick<ImpactStore, 'get' | 'uncheckedDraft' | 'keepChecks'>;
  /** Runs a statement as those of questions are run. */
  tryStatement: TryStatement;
  now: () => number;
}

/** Definitions that remain after this time are not checked, ms. */
const BUDGET_MS = 20_000;

/** A definition of a draft, with its position in the file. */
interface Located extends Pick<KeptCheck, 'kind' | 'label' | 'path' | 'line'> {
  definition: Definition;
  model: SemanticModel;
}

/**
 * Calculates the new and changed definitions of a draft over all rows, one after the other, with the login and the
 * limits of the tenant's questions. A job that runs again starts from its beginning; its result is stored once.
 * Rejects if Redis is unavailable or `signal` is aborted.
 */
export const checkDefinitions =
  (deps: CheckDeps) =>
  async (job: DefinitionsJob, signal: AbortSignal): Promise<void> => {
    const { tenant, id } = job;
    const impact = await deps.impacts.get(tenant, id);
    const draft = await deps.impacts.uncheckedDraft(tenant, id);
    if (impact === null || draft === null || impact.status === 'cancelled') return;
    const changed = await changedDefinitions(deps, job, impact.connection, draft);
    const checks: KeptCheck[] = [];
    const end = deps.now() + BUDGET_MS;
    for (const { definition, model, ...located } of changed) {
      const compiled = deps.now() < end ? compiledOf(definition, model, deps.now()) : null;
      const tried: Tried =
        compiled === null
          ? { state: 'not_checked', message: checkTexts.left, cause: null, value: null }
          : await deps.tryStatement({ ...job, connection: impact.connection, ...compiled }, signal);
      checks.push({ ...located, ...tried });
    }
    await deps.impacts.keepChecks(tenant, id, checks);
  };

async function changedDefinitions(
  { catalog, snapshots }: CheckDeps,
  { tenant, hasLines }: DefinitionsJob,
  name: string,
  text: string,
): Promise<Located[]> {
  const connection = catalog.connection(name);
  if (connection === undefined || !hasLogin(connection, tenant)) return [];
  const snapshot = await snapshots.get(audienceOf(connection, tenant));
  if (snapshot === null) return [];
  await initParser();
  const source = catalog.tried(new Map([[pathOf({ kind: 'model', name, tenant: null }), text]])).models.get(name);
  if (source === undefined) return [];
  const { model: now } = await resolvedModel(catalog.modelFile(name) ?? noModelFile(name), connection, snapshot);
  const { model } = await resolvedModel(source, connection, snapshot);
  const known = new Set(definitionsOf(now).map(keyOf));
  return definitionsOf(model)
    .filter((one) => !known.has(keyOf(one)))
    .map((definition) => {
      const path = `${PATHS[definition.kind][0]}.${definition.id}.${PATHS[definition.kind][1]}`;
      const line = hasLines ? (source.lineOf(path) ?? null) : null;
      return { definition, model, kind: definition.kind, label: definition.label, path, line };
    });
}

const keyOf = ({ kind, id, sql }: Definition): string => JSON.stringify([kind, id, sql]);

/** Where each kind of definition is in a model file. */
const PATHS = {
  metric: ['metrics', 'expression'],
  term: ['terms', 'filter'],
  entity: ['entities', 'match'],
} as const satisfies Record<Definition['kind'], readonly [string, string]>;

/** The statement of a definition; null where the model has none for it alone. */
function compiledOf(
  definition: Definition,
  model: SemanticModel,
  now: number,
): { compiled: CompiledQuery; timezone: string; today: string } | null {
  const query = definitionQuery(definition, model);
  if (query === null) return null;
  const { timezone } = model;
  const today = todayIn(timezone, new Date(now));
  const days = civilDaysOf({ createdAt: new Date(now).toISOString(), request: { timezone, today } }, model);
  try {
    return { compiled: compileQuery(query, model, { ...days, locale: 'en', maxRows: 1 }), timezone, today };
  } catch (error) {
    if (error instanceof CompileError) return null;
    throw error;
  }
}
