// npm run chaos [-- --help]: the whole product under a seeded schedule of faults, judged from outside by invariants
// alone. See infra/operations/chaos.md.
import { startSuite } from '../suites/start-suite.mjs';

await startSuite('chaos');
