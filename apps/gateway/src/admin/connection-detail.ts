import { audiencesOf, type Audience, type Connection, type ConnectionState } from '@querent/catalog';
import type { GatewayServices } from '../gateway-services';
import type { ConnectionDetail, LoginView, StatusView } from './admin-schemas';

type Services = Pick<GatewayServices, 'catalog' | 'models' | 'snapshots'>;

/**
 * A connection as operators see it: what is configured, and how each of its logins fares. Never an address, a password
 * or a key.
 */
export async function connectionDetail(services: Services, connection: Connection): Promise<ConnectionDetail> {
  const { name, label, schema, tenants, limits, functions, allowSuperuser, tls, examples } = connection;
  const audiences = audiencesOf(connection);
  // A file's mistakes are the same for all logins: one model is resolved for them, not each tenant's.
  const [looked] = audiences;
  const availability = looked === undefined ? null : await services.models.availability(name, looked.tenant);
  const found = availability?.problems ?? [];
  const isSpoilt = found.some(({ entry }) => !entry);
  const logins = await Promise.all(audiences.map((audience) => loginView(services, audience, isSpoilt)));
  // What shows beside the database is more exact than what shows in the file alone.
  const exact = new Set(found.map(({ file, path }) => `${file} ${path}`));
  const files = [`connections/${name}.yaml`, `models/${name}.yaml`, `samples/${name}.jsonl`];
  const ofFiles = services.catalog
    .problems()
    .filter(({ file, path }) => files.includes(file) && !exact.has(`${file} ${path}`));
  return {
    name,
    label,
    schema,
    tenants: tenants ?? null,
    limits,
    functions,
    allowSuperuser,
    tls: tls?.mode ?? null,
    examples,
    status: worstOf(logins),
    logins,
    problems: [...new Map([...ofFiles, ...found].map((problem) => [JSON.stringify(problem), problem])).values()],
  };
}

/** How the connection fares for the login that fares worst. */
export async function connectionStatus(services: Services, connection: Connection): Promise<StatusView> {
  return (await connectionDetail(services, connection)).status;
}

async function loginView({ snapshots }: Services, { key, tenant }: Audience, isFileWrong: boolean): Promise<LoginView> {
  const { state, since, detail = null, findings = null, notes = [] } = await snapshots.status(key);
  return { tenant, status: { state: isFileWrong ? 'misconfigured' : state, since, detail }, findings, notes };
}

const badness: Record<ConnectionState, number> = { ready: 0, preparing: 1, unavailable: 2, misconfigured: 3 };

function worstOf(logins: readonly LoginView[]): StatusView {
  const [worst] = logins.toSorted((a, b) => badness[b.status.state] - badness[a.status.state]);
  return worst?.status ?? { state: 'misconfigured', since: null, detail: 'no tenant has a login' };
}
