// npm run roles -- --help: the SQL that gives each tenant of a connection a login of its own.
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { repositoryRoot } from '../local/repository-paths.mjs';

await build({
  absWorkingDir: repositoryRoot,
  entryPoints: ['infra/roles/roles.ts'],
  outfile: 'dist/roles/roles.cjs',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  tsconfig: 'tsconfig.base.json',
  loader: { '.lua': 'text', '.txt': 'text' },
  logLevel: 'warning',
});
process.exitCode = spawnSync(process.execPath, [`${repositoryRoot}/dist/roles/roles.cjs`, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
