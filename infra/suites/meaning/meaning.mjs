// npm run meaning [-- --help]: the compiler's SQL against a reference evaluator over random models, databases and questions.
import { createRequire } from 'node:module';
import { bundlePrograms } from '../../build/bundle.mjs';

const [program] = await bundlePrograms('suites/meaning', ['meaning']);
const { main } = createRequire(import.meta.url)(program);
process.exit(await main(process.argv.slice(2)));
