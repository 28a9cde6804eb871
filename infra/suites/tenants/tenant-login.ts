/** Name of the shared database on a server of `openTenantDatabase`. */
export const shopDatabase = 'crm';
/** Name of the database with only one tenant's rows. */
export const singleTenantDatabase = (tenant: string): string => `crm_only_${tenant}`;

export const roleOf = (tenant: string): string => `crm_${tenant}`;
export const passwordOf = (tenant: string): string => `pw-${tenant}-Xk29`;

/** Returns the URL of a tenant's login to a database of the server. */
export function loginTo(serverUrl: string, database: string, tenant: string, password = passwordOf(tenant)): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${database}`, username: roleOf(tenant), password }).href;
}
