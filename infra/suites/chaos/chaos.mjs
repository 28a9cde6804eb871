// npm run chaos [-- --help]: the whole product under a seeded schedule of faults, judged from outside by invariants
// alone. See infra/docs/operate/chaos.md.
import { startSuite } from '../start-suite.mjs';

await startSuite('chaos');
