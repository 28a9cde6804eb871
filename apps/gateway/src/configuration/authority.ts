import {
  pathOf,
  type Catalog,
  type ConfigItem,
  type Connection,
  type RevisionSummary,
  type Scope,
} from '@querent/catalog';
import { administeredConnection } from '../admin/administered';
import { operates, type Caller } from '../auth/caller';
import { ProblemError } from '../problems/problem-error';

type Known = Pick<Catalog, 'connection' | 'tenants' | 'demoMode'>;

/**
 * The model of a connection, if the caller may change it: an operator any, also one whose connection was removed; an
 * administrator one of a connection that no other tenant may ask, because a model is part of every tenant's answers.
 * @throws ProblemError `connection_unknown` or `forbidden`
 */
export function administeredModel(catalog: Known & Pick<Catalog, 'item'>, caller: Caller, name: string): ConfigItem {
  const item = { kind: 'model', name, tenant: null } as const;
  const isLeft = catalog.connection(name) === undefined && catalog.item(pathOf(item)).text !== null;
  if (isLeft && operates(caller) && caller.connections?.includes(name) !== false) return item;
  const connection = administeredConnection(catalog, caller, name);
  if (!operates(caller) && !isOwn(catalog, caller, connection)) throw new ProblemError('forbidden');
  return item;
}

/** Tokens may name any tenant: a connection that lists no tenants is then open to tenants that are not known. */
function isOwn(catalog: Known, { tenant }: Caller, { tenants }: Connection): boolean {
  const known = tenants ?? catalog.tenants();
  return known === null ? catalog.demoMode : [...known].every((other) => other === tenant);
}

/** Whether a caller may see and restore a revision. */
export function mayAdminister(
  catalog: Known,
  caller: Caller,
  { kind, name, tenant }: Pick<RevisionSummary, 'kind' | 'name' | 'tenant'>,
): boolean {
  if (operates(caller)) return true;
  if (kind === 'agent' || kind === 'key') return tenant === caller.tenant;
  const connection = catalog.connection(name);
  const isOpen = caller.connections?.includes(name) !== false;
  return kind === 'model' && connection !== undefined && isOpen && isOwn(catalog, caller, connection);
}

/**
 * Demands that a caller may grant what a key has: nothing that the caller lacks, and to no other tenant without
 * `operate`.
 */
export function demandGrantable(
  caller: Caller,
  { tenant, scopes, connections }: { tenant: string; scopes: readonly Scope[]; connections?: readonly string[] },
): void {
  const widens = caller.connections !== undefined && !connections?.every((name) => caller.connections?.includes(name));
  const isForeign = tenant !== caller.tenant && !operates(caller);
  // An operator may set up any tenant's keys, but gives none a right to statements or to operate that it lacks.
  const held: readonly Scope[] = operates(caller) ? [...caller.scopes, 'query', 'admin'] : caller.scopes;
  const implied: readonly Scope[] = held.includes('admin') ? [...held, 'query'] : held;
  if (widens || isForeign || scopes.some((scope) => !implied.includes(scope))) throw new ProblemError('forbidden');
}
