/**
 * Starts all services in one process, by importing each `main`. Specs use it to run two versions of the product.
 */
import '../../../apps/gateway/src/main';
import '../../../apps/intent/src/main';
import '../../../apps/schema-retrieval/src/main';
import '../../../apps/sql-generator/src/main';
import '../../../apps/executor/src/main';
import '../../../apps/chart/src/main';
