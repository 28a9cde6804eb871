import { audiencesOf, pathOf, type Audience, type Connection, type ConnectionState } from '@querent/catalog';
import { bilingual } from '@querent/language';
import { parse } from 'yaml';
import { withoutSecrets } from '../configuration/connection-text';
import type { GatewayServices } from '../gateway-services';
import type { ConnectionDetail, LoginView, StatusView } from './admin-schemas';

type Services = Pick<GatewayServices, 'catalog' | 'models' | 'snapshots'>;

/**
 * A connection for operators: its configuration and the status of each login. Never includes an address, a password or
 * a key.
 */
export async function connectionDetail(services: Services, connection: Connection): Promise<ConnectionDetail> {
  const { name, label, schema, tenants, limits, functions, allowSuperuser, tls, examples } = connection;
  const audiences = audiencesOf(connection);
  // Mistakes in the files are the same for all logins, so one login's model is enough to find them.
  const [first] = audiences;
  const availability = first === undefined ? null : await services.models.availability(name, first.tenant);
  const found = availability?.problems ?? [];
  const isFileWrong = found.some(({ entry }) => !entry);
  const logins = await Promise.all(audiences.map((audience) => loginView(services, audience, isFileWrong)));
  // A problem found by comparing a file with the database replaces the one found in the file alone.
  const exact = new Set(found.map(({ file, path }) => `${file} ${path}`));
  const files = [`connections/${name}.yaml`, `models/${name}.yaml`, `samples/${name}.jsonl`];
  const isOwn = (file: string): boolean => files.includes(file) || file.startsWith(`samples/${name}@`);
  const ofFiles = services.catalog.problems().filter(({ file, path }) => isOwn(file) && !exact.has(`${file} ${path}`));
  const { layer, revision, text } = services.catalog.item(pathOf({ kind: 'connection', name, tenant: null }));
  return {
    name,
    layer,
    revision,
    file: text === null ? null : (parse(withoutSecrets(text)) as Record<string, unknown>),
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

/** Status of the login with the worst status. */
export async function connectionStatus(services: Services, connection: Connection): Promise<StatusView> {
  return (await connectionDetail(services, connection)).status;
}

async function loginView({ snapshots }: Services, { key, tenant }: Audience, isFileWrong: boolean): Promise<LoginView> {
  const [status, revision] = await Promise.all([snapshots.status(key), snapshots.revision(key)]);
  const { state, since, detail = null, findings = null, notes = [] } = status;
  return {
    tenant,
    status: { state: isFileWrong ? 'misconfigured' : state, since, detail },
    schemaReadAt: revision?.takenAt ?? null,
    findings,
    notes,
  };
}

const severity: Record<ConnectionState, number> = { ready: 0, preparing: 1, unavailable: 2, misconfigured: 3 };

function worstOf(logins: readonly LoginView[]): StatusView {
  const [worst] = logins.toSorted((a, b) => severity[b.status.state] - severity[a.status.state]);
  return worst?.status ?? { state: 'misconfigured', since: null, detail: bilingual('no tenant has a login') };
}
