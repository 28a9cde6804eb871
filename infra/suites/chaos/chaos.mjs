// npm run chaos [-- --help]: plays a seeded schedule of faults against the whole product and checks invariants from
// outside. See infra/docs/operate/chaos.md.
import { startSuite } from '../start-suite.mjs';

await startSuite('chaos');
