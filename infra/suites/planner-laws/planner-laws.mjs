// npm run planner-laws [-- --help]: tests that the planner reads every construction with any vocabulary.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../../tools/build/bundle.mjs';

const [program] = await bundlePrograms('suites/planner-laws', ['planner-laws']);
const { main } = createRequire(import.meta.url)(program);
process.exit(await main(process.argv.slice(2)));
