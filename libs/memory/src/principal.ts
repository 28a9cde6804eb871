import type { Run } from '@querent/contracts';

/** Owner of habits and conversations: a key of a tenant, on one connection. */
export interface Principal {
  tenant: string;
  keyName: string;
  connection: string;
}

export const principalOf = (run: Pick<Run, 'tenant' | 'keyName' | 'request'>): Principal => ({
  tenant: run.tenant,
  keyName: run.keyName,
  connection: run.request.connection,
});
