import { everythingInRedis } from '../../tests/product/redis-texts';
import { hasMarkOf, tenants } from './tenant-marks';
import type { Asker } from './tenant-product';
import { searchMarks, type TenantReport } from './tenant-report';

/**
 * Searches all of Redis for marks. Keys of a tenant (runs, audience, entries of the audit trail) must not contain
 * another tenant's mark, and shared keys must not contain marks of two tenants.
 */
export async function searchRedis(
  report: TenantReport,
  url: string,
  ids: Readonly<Record<Asker, readonly string[]>>,
): Promise<void> {
  const ownerOfRun = new Map(Object.entries(ids).flatMap(([tenant, own]) => own.map((id) => [id, tenant] as const)));
  for (const { key, text } of await everythingInRedis(url)) {
    if (key.includes('audit')) {
      for (const { tenant, bytes } of entriesOf(text))
        searchMarks(report, { outlet: 'redis: trail', tenant, about: key, bytes });
      continue;
    }
    const owner =
      ownerOfRun.get(/q[0-9a-z]{9}[0-9a-f]{13}/.exec(key)?.[0] ?? '') ??
      tenants.find(({ name }) => key.includes(name))?.name;
    if (owner !== undefined)
      searchMarks(report, {
        outlet: `redis: ${key.includes(':run:') ? 'runs' : 'caches'}`,
        tenant: owner,
        about: key,
        bytes: text,
      });
    else if (tenants.filter((tenant) => hasMarkOf(text, tenant)).length > 1)
      report.wrongs.push(`${key} holds marks of several tenants`);
  }
}

/** The entries of the audit trail's stream, with their tenants. */
function entriesOf(stream: string): { tenant: string; bytes: string }[] {
  if (!stream.startsWith('[')) return [];
  return (JSON.parse(stream) as [string, string[]][]).map(([, fields]) => ({
    tenant: /"tenant":"(\w+)"/.exec(fields.join(' '))?.[1] ?? '',
    bytes: fields.join(' '),
  }));
}
