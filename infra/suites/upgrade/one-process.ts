/**
 * All services in one process: each `main` starts itself. For specs that need a second version of the whole product
 * beside the first.
 */
import '../../../apps/gateway/src/main';
import '../../../apps/intent/src/main';
import '../../../apps/schema-retrieval/src/main';
import '../../../apps/sql-generator/src/main';
import '../../../apps/executor/src/main';
import '../../../apps/chart/src/main';
