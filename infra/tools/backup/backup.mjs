// npm run backup -- --help: saves, checks and restores what only Redis holds.
import { spawnSync } from 'node:child_process';
import { bundlePrograms } from '../build/bundle.mjs';

const [program] = await bundlePrograms('tools/backup', ['backup']);
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
