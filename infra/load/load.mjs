// npm run load [-- --help]: what a run costs in time and in memory, alone and in a crowd. See
// infra/operations/sizing.md.
import { startSuite } from '../suites/start-suite.mjs';

await startSuite('load');
