// npm run contracts [-- --help]
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { bundleOptions, repositoryRoot } from '../../tools/build/bundle.mjs';
import { takesNoOptions } from '../../tools/local/takes-no-options.mjs';

takesNoOptions(`Usage: npm run contracts

Records what this version stores in Redis, from a private stack, into libs/contracts/src/fixtures/<version of package.json>.json, and
replaces an earlier record of the version. Run it at a release, before the version is raised: the specs of later versions must still
read the record. See infra/docs/operate/upgrade.md.`);

// The bundle has the depth of a library's sources, so that the programs of throw-away servers are found.
const program = `${repositoryRoot}/dist/upgrade/record/main.cjs`;
await build({ ...bundleOptions, entryPoints: ['infra/suites/upgrade/record-contracts.ts'], outfile: program });
process.exit(spawnSync(process.execPath, [program], { stdio: 'inherit' }).status ?? 1);
