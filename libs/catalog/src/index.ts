/**
 * Connections, models, samples, agents, keys and tenants from files, with hot reload and encrypted secrets; schema
 * snapshots, stored samples with votes, and daily token counts in Redis.
 */
export { openCatalog, type Catalog, type CatalogLogger, type CatalogOptions } from './catalog';
export type { SourcedItem } from './files/layered-files';
export { serves, type Agent } from './files/agent-file';
export { agentFilters } from './agent-filters';
export { audienceOf, audiencesOf, connectionOf, hasLogin, type Audience } from './audience';
export { noModelFile, type ModelSource } from './files/catalog-content';
export { configurationSchemas } from './files/configuration-schemas';
export { DayTokens, dayTokensEnv } from './day-tokens';
export { defaultLimits, type Connection, type ConnectionLimits } from './files/connection-file';
export { hasExpired, isOpenTo, keySettingsShape, mayAsk, scopes, type ApiKey, type Scope } from './key-ring';
export { isAudienceRemoved, isConnectionRemoved, isTenantRemoved } from './files/removed';
export { loginDigest } from './login-digest';
export { ModelRegistry, resolvedModel, type Availability, type RegisteredModel } from './snapshots/model-registry';
export { preparations, type PreparedFor } from './snapshots/preparations';
export { logMistakes, type MistakeLogger } from './files/mistake-log';
export type { Problem } from './files/problem';
export { parseYaml, problemAt } from './files/yaml-document';
export { runScopeOf, type RunScope } from './run-scope';
export type { RoleFinding } from './snapshots/role-finding';
export type { Sample } from './samples/sample-lines';
export { SnapshotStore, type ConnectionState, type ConnectionStatus } from './snapshots/snapshot-store';
export { isFileSample, newestFirst, SampleBook } from './samples/sample-book';
export {
  mayServe,
  SAMPLE_LIMITS,
  sampleEntrySchema,
  sampleHash,
  sampleStatuses,
  type SampleEntry,
  type SampleScope,
  type SampleStatus,
} from './samples/sample-entry';
export { ownSamplesPath, sampleLines } from './samples/sample-lines';
export { voteWeight } from './samples/sample-quality';
export { revisionNumber, sampleIn, type SampleAuthor, type SampleRevision } from './samples/sample-revision';
export { SampleStore } from './samples/sample-store';
export {
  itemName,
  layers,
  pathOf,
  revisionKinds,
  revisionSummarySchema,
  type ConfigItem,
  type Revision,
  type RevisionKind,
  type RevisionSummary,
} from './revisions/revision';
export { RevisionStore, type Draft } from './revisions/revision-store';
export { isLoopback } from './loopback';
export {
  browserCallerName,
  isBrowserCaller,
  isProtectedUrl,
  isTokenCaller,
  issuerEnv,
  jwksUrlVariable,
  tokenCallerName,
} from './token-callers';
export { encryptText, isEncrypted, isOfKey, openText, type SecretLocation } from './secrets/encrypted-text';
export { holdsPlainSecret } from './secrets/plain-secrets';
export { secretKeyMistake, secretKeysOf, secretKeyVariable, secretsIn } from './secrets/secret-keys';
