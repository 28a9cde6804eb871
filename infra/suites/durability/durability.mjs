// npm run durability [-- --help]: cuts Valkey's power directly after acceptances and checks that each accepted question
// and reply is there afterwards. See infra/docs/operate/backup.md.
import { startSuite } from '../start-suite.mjs';

await startSuite('durability');
