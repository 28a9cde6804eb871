export { openCatalog, type Catalog, type CatalogLogger, type CatalogOptions } from './catalog';
export type { Agent } from './agent-file';
export type { ModelSource } from './catalog-content';
export { defaultLimits, type Connection, type ConnectionLimits } from './connection-file';
export { mayAsk, type ApiKey, type Scope } from './key-ring';
export { ModelRegistry, type Availability, type RegisteredModel } from './model-registry';
export type { Problem } from './problem';
export type { Sample } from './sample-lines';
export { SnapshotStore, type ConnectionState, type ConnectionStatus } from './snapshot-store';
