import { isOpenTo, ownSamplesPath, pathOf, sampleHash, sampleLines, type SampleEntry } from '@querent/catalog';
import type { z } from 'zod';
import { operates, type Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { mayAdminister } from './authority';
import type { exportSchema } from './configuration-schemas';
import { withoutPlainSecrets } from './connection-text';

/**
 * The configuration in force as files of a configuration folder: all of it for operators, the agents of the tenant and
 * the models of its connections for administrators. Approved samples of the caller's tenant are added to its files of
 * samples. Encrypted secrets stay encrypted; plain ones are withheld.
 */
export async function exportedFiles(
  { catalog, sampleStore }: Pick<GatewayServices, 'catalog' | 'sampleStore'>,
  caller: Caller,
): Promise<z.infer<typeof exportSchema>> {
  const files: Record<string, string> = {};
  const withheld: { file: string; path: string }[] = [];
  const { tenant } = caller;
  const open = catalog.connections().filter((connection) => isOpenTo(caller, connection));
  const own = new Set([
    ...open.map(({ name }) => ownSamplesPath(name, tenant)),
    ...catalog
      .agents(caller.tenant)
      .filter(({ tenant }) => tenant === caller.tenant)
      .map(({ name }) => pathOf({ kind: 'agent', name, tenant: caller.tenant })),
    ...catalog
      .connections()
      .filter(({ name }) => mayAdminister(catalog, caller, { kind: 'model', name, tenant: null }))
      .map(({ name }) => pathOf({ kind: 'model', name, tenant: null })),
  ]);
  for (const [file, text] of catalog.texts()) {
    if (!operates(caller) && !own.has(file)) continue;
    if (!file.startsWith('connections/')) {
      files[file] = text;
      continue;
    }
    const exported = withoutPlainSecrets(text);
    files[file] = exported.text;
    withheld.push(...exported.paths.map((path) => ({ file, path })));
  }
  for (const { name } of open) {
    const path = ownSamplesPath(name, tenant);
    const inFiles = new Set(catalog.samples(name, tenant).map(sampleHash));
    const added = (await sampleStore.list({ tenant, connection: name })).filter(
      (sample) => sample.status === 'approved' && !inFiles.has(sampleHash(sample)),
    );
    const text = `${endedLine(files[path] ?? '')}${sampleLines(added.sort(oldestFirst))}`;
    if (text !== '') files[path] = text;
  }
  return { files, withheld };
}

const oldestFirst = (a: SampleEntry, b: SampleEntry): number =>
  (a.createdAt ?? '').localeCompare(b.createdAt ?? '') || a.id.localeCompare(b.id);

const endedLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
