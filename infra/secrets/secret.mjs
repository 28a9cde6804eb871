// npm run secret -- encrypt | rotate | check | generate-key: the secrets of connection files.
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { repositoryRoot } from '../local/repository-paths.mjs';

const bundle = `${repositoryRoot}/dist/secrets/secret.cjs`;
await build({
  absWorkingDir: repositoryRoot, entryPoints: ['infra/secrets/secret-tool.ts'], outfile: bundle, bundle: true, platform: 'node', format: 'cjs', target: 'node20',
  packages: 'external', tsconfig: 'tsconfig.base.json', loader: { '.lua': 'text', '.txt': 'text' }, logLevel: 'warning',
});
const { secretTool } = createRequire(import.meta.url)(bundle);
process.exitCode = await secretTool(process.argv.slice(2), process.env);
