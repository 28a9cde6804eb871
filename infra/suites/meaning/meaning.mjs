// npm run meaning [-- --help]: the compiler's SQL against a reference evaluator, on random questions.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../../tools/build/bundle.mjs';

const [program] = await bundlePrograms('suites/meaning', ['meaning']);
const { main } = createRequire(import.meta.url)(program);
process.exit(await main(process.argv.slice(2)));
