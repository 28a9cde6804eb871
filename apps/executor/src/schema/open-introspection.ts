import type { ExactCache } from '@querent/cache';
import { ModelRegistry, type Audience, type Catalog, type SnapshotStore } from '@querent/catalog';
import type { Logger } from '@querent/platform';
import type { Registry } from 'prom-client';
import { ConfigurationMistakes } from './configuration-mistakes';
import type { DatabaseAccess } from '../connections/database-access';
import type { DatasourceRegistry } from '../connections/datasource-registry';
import type { ConnectionOutages } from '../outages/connection-outages';
import { FindingsGauge } from './findings-gauge';
import { IntrospectionLoop } from './introspection-loop';
import type { VerifiedLogins } from '../connections/verified-logins';

interface IntrospectionOptions {
  catalog: Catalog;
  snapshots: SnapshotStore;
  datasources: DatasourceRegistry;
  logins: VerifiedLogins;
  introspect: DatabaseAccess['introspect'];
  outages: ConnectionOutages;
  cache: Pick<ExactCache, 'setVersion' | 'outdate'>;
  registry: Registry;
  logger: Logger;
  refreshMs: number;
  retryMs: number;
}

/** Starts reading the schemas of all connections, and invalidates cached answers when a schema or model changes. */
export function openIntrospection({
  catalog,
  snapshots,
  cache,
  registry,
  ...options
}: IntrospectionOptions): IntrospectionLoop {
  const mistakes = new ConfigurationMistakes(catalog, registry, options.logger);
  const onRead = async (name: string, { key, tenant }: Audience): Promise<boolean> => {
    // A new registry: a shared one caches models and might not have seen the new snapshot yet.
    const registered = await new ModelRegistry(catalog, snapshots).model(name, tenant);
    if (registered === null) return true;
    mistakes.resolved(key, registered);
    await cache.setVersion(key, registered.model.version);
    await snapshots.setNotes(key, registered.notes ?? []);
    return registered.problems.length + (registered.mistakes ?? []).length === 0;
  };
  const onForgotten = async (audience: string): Promise<void> => {
    mistakes.forgotten(audience);
    await cache.outdate(audience);
  };
  const loop = new IntrospectionLoop({
    ...options,
    catalog,
    snapshots,
    findings: new FindingsGauge(registry),
    onRead,
    onForgotten,
  });
  loop.start();
  return loop;
}
