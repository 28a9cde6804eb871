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
 * Whether a caller may see what a run holds of the data, now: the connection must still be granted to the key, and all
 * that the statement and looks at stored values read, and all whose values the run shows beside its rows, must still be
 * visible in the connection's model, read with the same login; no function that was called may have turned out to read
 * past row security. All are in memory; Redis is asked for the model's revision once a second at most. The key is
 * looked up again: a stream of events, or a webhook, may have outlived its grants. Runs that do not say what they read
 * depend on the connection alone.
 */
export async function mayStillRead(
  { catalog, models }: ReadingDeps,
  caller: Caller,
  { request, tenant, data }: Pick<Run, 'request' | 'tenant' | 'data'>,
): Promise<boolean> {
  if (!isStillGranted(catalog, caller, request.connection)) return false;
  // Of a look at stored values on the way, a model's question offers some, and its statement may hold them.
  const looks = data.reasoning?.explorations.map(({ reads }) => reads) ?? [];
  const read = [data.result?.reads, ...looks].filter((reads) => reads !== undefined);
  const columns = shownColumns(data);
  if (read.length === 0 && data.login === null && columns.length === 0) return true;
  const registered = await models.model(request.connection, tenant);
  // Another login sees other rows. What a pause offers depends on the login only where each tenant has one: it outlives
  // a move of the database.
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

/** Throws `result_withdrawn` where the caller may not. */
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
  /** As the semantic model names them: `table.column`, `entity.field`. */
  attributes: ReadonlySet<string>;
}

/** A model changes by being replaced. */
const visibleIn = new WeakMap<RegisteredModel, Visible>();

function visibleOf(registered: RegisteredModel): Visible {
  const visible = visibleIn.get(registered) ?? namesOf(registered);
  visibleIn.set(registered, visible);
  return visible;
}

const allVisible = (visible: Visible, reads: Reads): boolean =>
  reads.relations.every((name) => visible.relations.has(name)) &&
  reads.columns.every((name) => visible.columns.has(name));

/** A result of a version that did not keep the functions may have called each that the connection grants. */
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
