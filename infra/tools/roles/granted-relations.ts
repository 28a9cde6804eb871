import type { DatabaseFacts, RelationFacts } from './database-facts';
import { PlanError, type RolePlan } from './role-plan';

export interface GrantedRelation {
  relation: RelationFacts;
  /**
   * `tenant`: a row is one tenant's. `shared`: its rows are everybody's. `plain`: row security is not this plan's
   * matter.
   */
  rows: 'tenant' | 'shared' | 'plain';
}

export interface GrantedRelations {
  granted: GrantedRelation[];
  /** Relations that are not given, and why, for the operator to read. */
  withheld: { name: string; why: string }[];
}

/**
 * Which relations the tenants may read. Where a column says whose a row is, a relation without it is nobody's until the
 * operator calls it shared: lines of orders, say, mostly have no such column and are no less somebody's.
 *
 * @throws PlanError for relations that are named and not there
 */
export function grantedRelations(plan: RolePlan, { relations }: Pick<DatabaseFacts, 'relations'>): GrantedRelations {
  const known = new Set(relations.map(({ name }) => name));
  for (const name of [...(plan.tables ?? []), ...plan.shared])
    if (!known.has(name)) throw new PlanError(`There is no table or view "${name}" in the schema "${plan.schema}".`);
  const asked =
    plan.tables === null
      ? relations
      : relations.filter(({ name }) => plan.tables?.includes(name) || plan.shared.includes(name));
  const result: GrantedRelations = { granted: [], withheld: [] };
  for (const relation of asked) {
    const why = reasonToWithhold(plan, relation);
    if (why !== null) result.withheld.push({ name: relation.name, why });
    else result.granted.push({ relation, rows: rowsOf(plan, relation) });
  }
  return result;
}

function reasonToWithhold(
  plan: RolePlan,
  { name, kind, readsPast, hasTenantColumn, hasRowSecurity }: RelationFacts,
): string | null {
  if (readsPast)
    return "reads tables with row security as its owner, and so shows every tenant's rows; ALTER VIEW … SET (security_invoker = true) (PostgreSQL 15) makes it safe";
  if (plan.tenantColumn === null || kind === 'view' || plan.shared.includes(name)) return null;
  if (kind === 'foreign')
    return 'is a foreign table, which cannot have row security; name it with --shared if its rows are for every tenant';
  if (hasTenantColumn || hasRowSecurity) return null;
  return `has no column "${plan.tenantColumn}"; name it with --shared if its rows are for every tenant`;
}

/** A table that has row security and no tenant column is secured by policies of its own. */
function rowsOf(plan: RolePlan, { name, kind, hasTenantColumn }: RelationFacts): GrantedRelation['rows'] {
  if (plan.tenantColumn === null || kind !== 'table') return 'plain';
  if (plan.shared.includes(name)) return 'shared';
  return hasTenantColumn ? 'tenant' : 'plain';
}
