import { pathOf } from '@querent/catalog';
import type { z } from 'zod';
import { operates, type Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { mayAdminister } from './authority';
import type { exportSchema } from './configuration-schemas';
import { withoutPlainSecrets } from './connection-text';

/**
 * The configuration in force as files of a configuration folder: all of it for operators, the agents of the tenant and
 * the models of its connections for administrators. Encrypted secrets stay encrypted; plain ones are withheld.
 */
export function exportedFiles(
  { catalog }: Pick<GatewayServices, 'catalog'>,
  caller: Caller,
): z.infer<typeof exportSchema> {
  const files: Record<string, string> = {};
  const withheld: { file: string; path: string }[] = [];
  const own = new Set([
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
  return { files, withheld };
}
