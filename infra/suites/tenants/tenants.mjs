// npm run tenants [-- --help]: two tenants on one database, and a search of all that is sent for marks of the other.
import { startSuite } from '../start-suite.mjs';

await startSuite('tenants', 'tenants');
