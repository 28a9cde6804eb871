import type { RolePlan } from './role-plan';

/** The `roles:` of connections/<name>.yaml; the passwords come from the environment. JSON strings are YAML strings. */
export function connectionBlock(plan: RolePlan, database: { host: string; name: string }): string {
  const lines = plan.logins.map(({ tenant, role, variable }) => {
    const url = `postgres://${encodeURIComponent(role)}:\${${variable}}@${database.host}/${encodeURIComponent(database.name)}`;
    return `  ${JSON.stringify(tenant)}: ${JSON.stringify(url)}`;
  });
  return ['roles:', ...lines].join('\n');
}
