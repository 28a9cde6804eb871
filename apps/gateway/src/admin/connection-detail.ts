import { audienceOf, audiencesOf, type Audience, type Availability, type Connection, type ConnectionState } from '@querent/catalog';
import type { GatewayServices } from '../gateway-services';
import type { ConnectionDetail, LoginView, StatusView } from './admin-schemas';

type Services = Pick<GatewayServices, 'catalog' | 'models' | 'snapshots'>;

/** A connection as its administrators see it: what is configured, and how each of its logins fares. Never an address, a password or a key. */
export async function connectionDetail(services: Services, connection: Connection, tenant: string): Promise<ConnectionDetail> {
  const { name, label, schema, tenants, limits, functions, allowSuperuser, tls, examples } = connection;
  const own = ownAudience(connection, tenant);
  // What another tenant's login is called, or may not read, is that tenant's. An administrator whose tenant has no login here runs the installation.
  const audiences = own === undefined ? audiencesOf(connection) : [own];
  // A file's mistakes are the same for all logins: one model is resolved for them, not each tenant's.
  const looked = own ?? audiences[0];
  const availability = looked === undefined ? null : await services.models.availability(name, looked.tenant);
  const found = availability?.problems ?? [];
  const isSpoilt = found.some(({ entry }) => !entry);
  const logins = await Promise.all(audiences.map((audience) => loginView(services, audience, isSpoilt)));
  // What shows beside the database is more exact than what shows in the file alone.
  const exact = new Set(found.map(({ file, path }) => `${file} ${path}`));
  const files = [`connections/${name}.yaml`, `models/${name}.yaml`, `samples/${name}.jsonl`];
  const ofFiles = services.catalog.problems().filter(({ file, path }) => files.includes(file) && !exact.has(`${file} ${path}`));
  return {
    name, label, schema, tenants: tenants ?? null, limits, functions, allowSuperuser, tls: tls?.mode ?? null, examples,
    status: own === undefined ? worstOf(logins) : statusOf(availability),
    logins,
    problems: [...new Map([...ofFiles, ...found].map((problem) => [JSON.stringify(problem), problem])).values()],
  };
}

/** How the connection fares for a tenant; for one without a login, as it fares for the login that fares worst. */
export async function connectionStatus(services: Services, connection: Connection, tenant: string): Promise<StatusView> {
  const own = ownAudience(connection, tenant);
  if (own !== undefined) return statusOf(await services.models.availability(connection.name, own.tenant));
  return worstOf(await Promise.all(audiencesOf(connection).map((audience) => loginView(services, audience, false))));
}

const ownAudience = (connection: Connection, tenant: string): Audience | undefined => audiencesOf(connection).find(({ key }) => key === audienceOf(connection, tenant));

async function loginView({ snapshots }: Services, { key, tenant }: Audience, isFileWrong: boolean): Promise<LoginView> {
  const { state, since, detail = null, findings = null, notes = [] } = await snapshots.status(key);
  return { tenant, status: { state: isFileWrong ? 'misconfigured' : state, since, detail }, findings, notes };
}

function statusOf(availability: Availability | null): StatusView {
  if (availability === null) return { state: 'misconfigured', since: null, detail: null };
  return availability.state === 'ready' ? { state: 'ready', since: null, detail: null } : { state: availability.state, since: availability.since, detail: availability.detail ?? null };
}

const badness: Record<ConnectionState, number> = { ready: 0, preparing: 1, unavailable: 2, misconfigured: 3 };

function worstOf(logins: readonly LoginView[]): StatusView {
  const [worst] = logins.toSorted((a, b) => badness[b.status.state] - badness[a.status.state]);
  return worst?.status ?? { state: 'misconfigured', since: null, detail: 'no tenant has a login' };
}
