/** The database of all tenants on a server that `openTenantDatabase` filled. */
export const shopDatabase = 'crm';
/** The database that holds one tenant's rows alone. */
export const aloneDatabase = (tenant: string): string => `crm_only_${tenant}`;

export const roleOf = (tenant: string): string => `crm_${tenant}`;
export const passwordOf = (tenant: string): string => `pw-${tenant}-Xk29`;

/** The URL of a tenant's login to a database of the server. */
export function loginTo(serverUrl: string, database: string, tenant: string, password = passwordOf(tenant)): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${database}`, username: roleOf(tenant), password }).href;
}
