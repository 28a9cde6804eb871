// npm run eval [-- --help]: question sets through the whole product, and a report. See README.md beside this file.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../build/bundle.mjs';
import { startPostgresServer } from '../local/postgres-server.mjs';
import { repositoryRoot, stateFolder } from '../local/repository-paths.mjs';
import { startStack } from '../local/stack.mjs';

// The stack is a private one, whatever the caller's shell has set for a deployment; language models and embedders are passed on.
for (const name of ['REDIS_URL', 'QUERENT_DEMO_DATABASE_URL', 'QUERENT_CONFIG_DIR', 'QDRANT_URL', 'PORT']) delete process.env[name];

const [program] = await bundlePrograms('eval', ['eval']);
const { main } = createRequire(import.meta.url)(program);
process.exit(await main(process.argv.slice(2), { repositoryRoot, stateFolder, startStack, startPostgresServer }));
