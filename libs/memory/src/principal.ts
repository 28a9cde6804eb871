import type { Run } from '@querent/contracts';

/** Who asks what: habits and conversations belong to a key of a tenant, and to one connection. */
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
