// npm run load [-- --help]: what a run costs in time and in memory, alone and in a crowd. See infra/operations/sizing.md.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../build/bundle.mjs';

// The stack is a private one, whatever the caller's shell has set for a deployment.
for (const name of ['REDIS_URL', 'CACHE_REDIS_URL', 'QUERENT_DEMO_DATABASE_URL', 'QUERENT_CONFIG_DIR', 'QDRANT_URL', 'LLM_BASE_URL', 'EMBEDDINGS_BASE_URL', 'PORT']) delete process.env[name];

// As deep in dist as a service: what is found from where it stands is found.
const [program] = await bundlePrograms('load/suite', ['load']);
const { main } = createRequire(import.meta.url)(program);
process.exit(await main(process.argv.slice(2)));
