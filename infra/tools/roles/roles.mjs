// npm run roles -- --help: the SQL that gives each tenant of a connection a login of its own.
import { spawnSync } from 'node:child_process';
import { bundlePrograms } from '../build/bundle.mjs';

const [program] = await bundlePrograms('tools/roles', ['roles']);
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
