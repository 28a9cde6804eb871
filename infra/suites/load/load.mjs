// npm run load [-- --help]: what a run costs in time and in memory, alone and in a crowd. See
// infra/docs/operate/sizing.md.
import { startSuite } from '../start-suite.mjs';

await startSuite('load');
