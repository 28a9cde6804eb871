import { audienceOf, audiencesOf, type Audience, type Availability, type Connection, type ConnectionState, type ConnectionStatus } from '@querent/catalog';
import type { GatewayServices } from '../gateway-services';
import type { ConnectionDetail, LoginView, StatusView } from './admin-schemas';

type Services = Pick<GatewayServices, 'catalog' | 'models' | 'snapshots'>;

/** A connection as its administrators see it: what is configured, and how each of its logins fares. Never an address, a password or a key. */
export async function connectionDetail(services: Services, connection: Connection, tenant: string): Promise<ConnectionDetail> {
  const { name, label, schema, tenants, limits, functions, allowSuperuser, tls, examples } = connection;
  const found = await Promise.all(audiencesOf(connection).map((audience) => loginView(services, connection, audience)));
  const ofFiles = services.catalog.problems().filter(({ file }) => file === `connections/${name}.yaml` || file === `models/${name}.yaml` || file === `samples/${name}.jsonl`);
  const problems = [...ofFiles, ...found.flatMap(({ availability }) => (availability === null || availability.state === 'ready' ? [] : availability.problems))];
  return {
    name, label, schema, tenants: tenants ?? null, limits, functions, allowSuperuser, tls: tls?.mode ?? null, examples,
    status: overall(found.map(({ view }) => view), tenant),
    logins: found.map(({ view }) => view),
    problems: [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()],
  };
}

/** How the connection fares for a tenant; for one without a login, as it fares for the one that fares worst. */
export async function connectionStatus(services: Services, connection: Connection, tenant: string): Promise<StatusView> {
  const own = audiencesOf(connection).find((audience) => audience.key === audienceOf(connection, tenant));
  const views = await Promise.all((own === undefined ? audiencesOf(connection) : [own]).map((audience) => loginView(services, connection, audience)));
  return overall(views.map(({ view }) => view), tenant);
}

async function loginView({ models, snapshots }: Services, connection: Connection, { key, tenant }: Audience): Promise<{ view: LoginView; availability: Availability | null }> {
  const [availability, status, registered] = await Promise.all([models.availability(connection.name, tenant), snapshots.status(key), models.model(connection.name, tenant)]);
  return { view: { tenant, status: statusOf(availability, status), findings: status.findings ?? null, notes: registered?.notes ?? [] }, availability };
}

function statusOf(availability: Availability | null, { since }: ConnectionStatus): StatusView {
  if (availability === null) return { state: 'misconfigured', since: null, detail: null };
  return availability.state === 'ready' ? { state: 'ready', since, detail: null } : { state: availability.state, since: availability.since, detail: availability.detail ?? null };
}

const badness: Record<ConnectionState, number> = { ready: 0, preparing: 1, unavailable: 2, misconfigured: 3 };

function overall(views: readonly LoginView[], tenant: string): StatusView {
  const own = views.find((view) => view.tenant === tenant);
  const [worst] = own === undefined ? [...views].sort((a, b) => badness[b.status.state] - badness[a.status.state]) : [own];
  return worst?.status ?? { state: 'misconfigured', since: null, detail: 'no tenant has a login' };
}
