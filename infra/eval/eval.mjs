// npm run eval [-- --help]: question sets through the whole product, and a report. See README.md beside this file.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../build/bundle.mjs';
import { forgetDeployment } from '../local/forget-deployment.mjs';
import { startPostgresServer } from '../local/postgres-server.mjs';
import { repositoryRoot, stateFolder } from '../local/repository-paths.mjs';
import { startStack } from '../local/stack.mjs';

// Language models and embedders are what may be judged.
forgetDeployment({ keepModels: true });

const [program] = await bundlePrograms('eval', ['eval']);
const { main } = createRequire(import.meta.url)(program);
process.exit(await main(process.argv.slice(2), { repositoryRoot, stateFolder, startStack, startPostgresServer }));
