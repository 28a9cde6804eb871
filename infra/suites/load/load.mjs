// npm run load [-- --help]: measures the time and memory of a run, alone and among many. See
// infra/docs/operate/sizing.md.
import { startSuite } from '../start-suite.mjs';

await startSuite('load');
