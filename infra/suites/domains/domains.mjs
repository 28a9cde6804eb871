// npm run domains [-- --help]: what share of whole domains' questions a planner answers rightly.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../../tools/build/bundle.mjs';

const [program] = await bundlePrograms('suites/domains', ['domains']);
const { main } = createRequire(import.meta.url)(program);
process.exit(await main(process.argv.slice(2)));
