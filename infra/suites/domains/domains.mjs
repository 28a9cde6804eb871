// npm run domains [-- --help]: measures the share of whole domains' questions that a planner answers correctly.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../../tools/build/bundle.mjs';

const [program] = await bundlePrograms('suites/domains', ['domains']);
const { main } = createRequire(import.meta.url)(program);
process.exit(await main(process.argv.slice(2)));
