// npm run eval [-- --help]: runs question sets through the whole product and writes a report. See README.md.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../../tools/build/bundle.mjs';
import { forgetDeployment } from '../../tools/local/forget-deployment.mjs';
import { startPostgresServer } from '../../tools/local/servers/postgres-server.mjs';
import { repositoryRoot, stateFolder } from '../../tools/local/repository-paths.mjs';
import { startStack } from '../../tools/local/stack.mjs';

// Language models and embedders are what may be judged.
forgetDeployment({ keepModels: true });

const [program] = await bundlePrograms('suites/eval', ['eval']);
const { main } = createRequire(import.meta.url)(program);
process.exit(await main(process.argv.slice(2), { repositoryRoot, stateFolder, startStack, startPostgresServer }));
