import type { RelationFacts } from './database-facts';
import type { RolePlan } from './role-plan';

/**
 * The `roles:` of connections/<name>.yaml, and its `shared:` for what is granted and row security cannot reach; the
 * passwords come from the environment. JSON strings are YAML strings.
 */
export function connectionBlock(
  plan: RolePlan,
  database: { host: string; name: string },
  granted: readonly Pick<RelationFacts, 'name' | 'isOutsideRowSecurity'>[],
): string {
  const lines = plan.logins.map(({ tenant, role, variable }) => {
    const url = `postgres://${encodeURIComponent(role)}:\${${variable}}@${database.host}/${encodeURIComponent(database.name)}`;
    return `  ${JSON.stringify(tenant)}: ${JSON.stringify(url)}`;
  });
  const shared = granted
    .filter(({ isOutsideRowSecurity }) => isOutsideRowSecurity)
    .map(({ name }) => JSON.stringify(name));
  return ['roles:', ...lines, ...(shared.length === 0 ? [] : [`shared: [${shared.join(', ')}]`])].join('\n');
}
