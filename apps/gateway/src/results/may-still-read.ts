import type { Catalog, ModelRegistry, RegisteredModel } from '@querent/catalog';
import type { ResultRef, Run } from '@querent/contracts';
import type { Caller } from '../auth/caller';
import { isStillGranted } from '../auth/still-granted';

export interface ReadingDeps {
  catalog: Pick<Catalog, 'connection' | 'keyNamed'>;
  models: Pick<ModelRegistry, 'model'>;
}

/**
 * Whether a caller may see what a run has found, now: the connection must still be granted to the key, and all that the
 * statement read must still be visible in the connection's model. Both are in memory; Redis is asked for the model's
 * revision once a second at most. The key is looked up again: a stream of events, or a webhook, may have outlived its grants. Results that do not say what they read depend on the connection alone.
 */
export async function mayStillRead({ catalog, models }: ReadingDeps, caller: Caller, { request, tenant, data }: Pick<Run, 'request' | 'tenant' | 'data'>): Promise<boolean> {
  if (!isStillGranted(catalog, caller, request.connection)) return false;
  const reads = data.result?.reads;
  if (reads === undefined) return true;
  const registered = await models.model(request.connection, tenant);
  return registered !== null && isSameLogin(registered, reads) && allVisible(registered, reads);
}

/** Another login sees other rows: what a former one has read is nobody's any more. */
const isSameLogin = ({ login }: RegisteredModel, reads: NonNullable<ResultRef['reads']>): boolean => reads.login === undefined || reads.login === login;

/**
 * The run without what it has found, for a caller who may not see that any more; nor what was offered to choose from and what came of
 * the choice: stored values stand there too.
 */
export const withdrawn = (run: Run): Run => ({
  ...run,
  data: {
    ...run.data, result: null, chart: null, answer: null, clarification: null, clarifications: [], refinedQuestion: null, compiled: null,
    attempts: run.data.attempts.map(({ n, at }) => ({ n, at })),
  },
});

interface Visible {
  relations: ReadonlySet<string>;
  columns: ReadonlySet<string>;
}

/** A model changes by being replaced. */
const visibleIn = new WeakMap<RegisteredModel, Visible>();

function allVisible(registered: RegisteredModel, reads: NonNullable<ResultRef['reads']>): boolean {
  const visible = visibleIn.get(registered) ?? namesOf(registered);
  visibleIn.set(registered, visible);
  return reads.relations.every((name) => visible.relations.has(name)) && reads.columns.every((name) => visible.columns.has(name));
}

/** Hidden tables and columns are absent from a model. */
function namesOf({ model }: RegisteredModel): Visible {
  const tables = Object.values(model.tables);
  return {
    relations: new Set(tables.map(({ name }) => `${model.schema}.${name}`)),
    columns: new Set(tables.flatMap((table) => Object.keys(table.columns).map((column) => `${model.schema}.${table.name}.${column}`))),
  };
}
