import { Gauge, type Registry } from 'prom-client';
import type { DatasourceRegistry } from './datasource-registry';

/** Our connections to databases, counted when somebody scrapes. */
export function gaugePools(registry: Registry, datasources: Pick<DatasourceRegistry, 'pools'>): void {
  new Gauge({
    name: 'querent_pool_connections',
    help: 'Connections to a database that are open (total) and unused (idle), and statements for which none is free (waiting)',
    labelNames: ['connection', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { connection, use } of datasources.pools()) {
        for (const state of ['total', 'idle', 'waiting'] as const) this.set({ connection, state }, use[state]);
      }
    },
  });
}
