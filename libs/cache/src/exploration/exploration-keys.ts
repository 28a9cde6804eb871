import { hash } from 'node:crypto';

/** All that decides whether two looks at stored values see the same. */
export interface ExplorationKeyParts {
  tenant: string;
  connection: string;
  /** Whose login the tenant's statements run with: `audienceOf`. The version changes with the login itself. */
  role: string;
  /** Version of the semantic model and the schema snapshot together: what may be seen. */
  version: string;
  /** Times are told in it. */
  timezone: string;
  /** The statement as the guard wrote it anew, so that spelling and spacing make no difference. */
  sql: string;
}

/** Every key of the explored values: one string a statement, in any slot. */
export class ExplorationKeys {
  constructor(private readonly prefix: string) {}

  /** String: the values as JSON, with a time to live. */
  values({ tenant, connection, role, version, timezone, sql }: ExplorationKeyParts): string {
    return `${this.prefix}:explored:${hash('sha256', JSON.stringify([tenant, connection, role, version, timezone, sql]), 'base64url')}`;
  }
}
