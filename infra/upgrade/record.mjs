// Records what this version leaves in Redis for others to read: `npm run contracts`, by hand at a release, before the number in
// package.json is raised. The specs of later versions read it. Needs the build.
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { bundleOptions, repositoryRoot } from '../build/bundle.mjs';

// As deep as a library's sources: throw-away servers are found from where their starter stands.
const program = `${repositoryRoot}/dist/upgrade/record/main.cjs`;
await build({ ...bundleOptions, entryPoints: ['infra/upgrade/record-contracts.ts'], outfile: program });
process.exit(spawnSync(process.execPath, [program], { stdio: 'inherit' }).status ?? 1);
