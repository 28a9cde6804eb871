import type { DatabaseFacts, RelationFacts } from './database-facts';
import { PlanError, type RolePlan } from './role-plan';

export interface GrantedRelation {
  relation: RelationFacts;
  /**
   * `tenant`: each row belongs to one tenant. `shared`: the rows are for every tenant. `plain`: the plan does not set
   * up row security for it.
   */
  rows: 'tenant' | 'shared' | 'plain';
}

export interface GrantedRelations {
  granted: GrantedRelation[];
  /** Relations that are not granted, and the reason as the end of a sentence, for the operator. */
  withheld: { name: string; why: string }[];
}

/**
 * The relations that tenants may read. With a tenant column, a table without that column is granted only if the
 * operator names it as shared: order lines, for example, often have no such column although each belongs to a tenant.
 *
 * @throws PlanError for named relations that do not exist
 */
export function grantedRelations(plan: RolePlan, { relations }: Pick<DatabaseFacts, 'relations'>): GrantedRelations {
  const known = new Set(relations.map(({ name }) => name));
  for (const name of [...(plan.tables ?? []), ...plan.shared])
    if (!known.has(name)) throw new PlanError(`There is no table or view "${name}" in the schema "${plan.schema}".`);
  const candidates =
    plan.tables === null
      ? relations
      : relations.filter(({ name }) => plan.tables?.includes(name) || plan.shared.includes(name));
  const result: GrantedRelations = { granted: [], withheld: [] };
  for (const relation of candidates) {
    const why = reasonToWithhold(plan, relation);
    if (why !== null) result.withheld.push({ name: relation.name, why });
    else result.granted.push({ relation, rows: rowsOf(plan, relation) });
  }
  return result;
}

function reasonToWithhold(
  plan: RolePlan,
  { name, kind, bypassesRowSecurity, hasTenantColumn, hasRowSecurity }: RelationFacts,
): string | null {
  if (bypassesRowSecurity)
    return "reads tables with row security as its owner and therefore shows every tenant's rows; ALTER VIEW … SET (security_invoker = true) (PostgreSQL 15) makes it safe";
  if (plan.tenantColumn === null || kind === 'view' || plan.shared.includes(name)) return null;
  if (kind === 'foreign')
    return 'is a foreign table, which cannot have row security; name it with --shared if its rows are for every tenant';
  if (hasTenantColumn || hasRowSecurity) return null;
  return `has no column "${plan.tenantColumn}"; name it with --shared if its rows are for every tenant`;
}

/** A table with row security but without the tenant column is left to its existing policies. */
function rowsOf(plan: RolePlan, { name, kind, hasTenantColumn }: RelationFacts): GrantedRelation['rows'] {
  if (plan.tenantColumn === null || kind !== 'table') return 'plain';
  if (plan.shared.includes(name)) return 'shared';
  return hasTenantColumn ? 'tenant' : 'plain';
}
