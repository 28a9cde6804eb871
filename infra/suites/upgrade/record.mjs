// npm run contracts [-- --help]: see there.
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { bundleOptions, repositoryRoot } from '../../tools/build/bundle.mjs';
import { takesNoOptions } from '../../tools/local/takes-no-options.mjs';

takesNoOptions(`Usage: npm run contracts

Records what this version leaves in Redis, from a private stack, into libs/contracts/src/fixtures/<version of package.json>.json, over what
was recorded for it before. By hand at a release, before the version is raised: the specs of later versions must still read it. See
infra/docs/operate/upgrade.md.`);

// As deep as a library's sources: throw-away servers are found from where their starter stands.
const program = `${repositoryRoot}/dist/upgrade/record/main.cjs`;
await build({ ...bundleOptions, entryPoints: ['infra/suites/upgrade/record-contracts.ts'], outfile: program });
process.exit(spawnSync(process.execPath, [program], { stdio: 'inherit' }).status ?? 1);
