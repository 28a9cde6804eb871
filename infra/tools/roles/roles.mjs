// npm run roles -- --help: prints the SQL that creates a separate login for each tenant of a connection.
import { spawnSync } from 'node:child_process';
import { bundlePrograms } from '../build/bundle.mjs';

const [program] = await bundlePrograms('tools/roles', ['roles']);
process.exitCode = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
