import type { Catalog, ModelRegistry, RegisteredModel } from '@querent/catalog';
import type { Reads, Run } from '@querent/contracts';
import { withRoles } from '@querent/model';
import type { Caller } from '../auth/caller';
import { isStillGranted } from '../auth/still-granted';
import { ProblemError } from '../problems/problem-error';
import { shownColumns } from './shown-columns';

export interface ReadingDeps {
  catalog: Pick<Catalog, 'connection' | 'keyNamed'>;
  models: Pick<ModelRegistry, 'model'>;
}

/**
 * Whether a caller may still see the data in a run. The connection must still be granted to the key. Everything that
 * the statement and the probes of stored values read, and every column whose values the run shows beside its rows, must
 * still be visible in the connection's model and have been read with the same login. No called function may since have
 * been found to bypass row security. All of this is in memory; the model's revision is read from Redis at most once a
 * second. The key is looked up again, because an event stream or a webhook may outlive its grants. A run that does not
 * record what it read depends on the connection only.
 */
export async function mayStillRead(
  { catalog, models }: ReadingDeps,
  caller: Caller,
  { request, tenant, data }: Pick<Run, 'request' | 'tenant' | 'data'>,
): Promise<boolean> {
  if (!isStillGranted(catalog, caller, request.connection)) return false;
  // Values found by a probe may be offered in a clarification or appear in the model's statement.
  const probes = data.reasoning?.explorations.map(({ reads }) => reads) ?? [];
  const read = [data.result?.reads, ...probes].filter((reads) => reads !== undefined);
  const columns = shownColumns(data);
  if (read.length === 0 && data.login === null && columns.length === 0) return true;
  const registered = await models.model(request.connection, tenant);
  // Another login sees other rows. The options of a pause depend on the login only if each tenant has its own: a shared
  // login may change when the database moves.
  const askedWith = catalog.connection(request.connection)?.roles === undefined ? null : data.login;
  const logins = [...read.map(({ login }) => login), askedWith].filter(
    (login) => login !== undefined && login !== null,
  );
  if (registered === null || logins.some((login) => login !== registered.login)) return false;
  const visible = visibleOf(registered);
  return (
    columns.every((name) => visible.attributes.has(name)) &&
    read.every((reads) => allVisible(visible, reads) && !callsClosed(registered, reads))
  );
}

/** Throws `result_withdrawn` if the caller may no longer see the run's data. */
export async function demandOpenData(
  deps: ReadingDeps,
  caller: Caller,
  run: Pick<Run, 'request' | 'tenant' | 'data'>,
): Promise<void> {
  if (!(await mayStillRead(deps, caller, run))) throw new ProblemError('result_withdrawn');
}

interface Visible {
  relations: ReadonlySet<string>;
  columns: ReadonlySet<string>;
  /** Names in the semantic model: `table.column`, `entity.field`. */
  attributes: ReadonlySet<string>;
}

/** Cache per model: a model is immutable and replaced when it changes. */
const visibleIn = new WeakMap<RegisteredModel, Visible>();

function visibleOf(registered: RegisteredModel): Visible {
  const visible = visibleIn.get(registered) ?? namesOf(registered);
  visibleIn.set(registered, visible);
  return visible;
}

const allVisible = (visible: Visible, reads: Reads): boolean =>
  reads.relations.every((name) => visible.relations.has(name)) &&
  reads.columns.every((name) => visible.columns.has(name));

/**
 * Results of versions that did not record functions are assumed to have called every function that the connection
 * grants.
 */
function callsClosed({ model, closedFunctions = [] }: RegisteredModel, { functions }: Reads): boolean {
  const isMeant = (called: string, closed: string): boolean =>
    closed === called || (functions === undefined && closed.endsWith(`.${called}`));
  return (functions ?? model.functions?.granted ?? []).some((called) =>
    closedFunctions.some((closed) => isMeant(called, closed)),
  );
}

/** Hidden tables and columns are absent from a model. */
function namesOf({ model }: RegisteredModel): Visible {
  const tables = Object.values(model.tables);
  const columnsOf = (of: typeof tables): string[] =>
    of.flatMap((table) => Object.keys(table.columns).map((column) => `${table.name}.${column}`));
  const ofTables = columnsOf(tables);
  const ofEntities = Object.entries(model.entities).flatMap(([id, { fields }]) =>
    Object.keys(fields).map((field) => `${id}.${field}`),
  );
  return {
    relations: new Set(tables.map(({ name }) => `${model.schema}.${name}`)),
    columns: new Set(ofTables.map((name) => `${model.schema}.${name}`)),
    attributes: new Set([...columnsOf(Object.values(withRoles(model).tables)), ...ofEntities]),
  };
}
