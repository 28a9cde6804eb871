export { openCatalog, type Catalog, type CatalogLogger, type CatalogOptions } from './catalog';
export { serves, type Agent } from './agent-file';
export { agentFilters } from './agent-filters';
export { audienceOf, audiencesOf, connectionOf, type Audience } from './audience';
export type { ModelSource } from './catalog-content';
export { configurationSchemas } from './configuration-schemas';
export { DayTokens, dayTokensEnv } from './day-tokens';
export { defaultLimits, type Connection, type ConnectionLimits } from './connection-file';
export { hasExpired, isOpenTo, mayAsk, scopes, type ApiKey, type Scope } from './key-ring';
export { isAudienceGone, isConnectionGone, isTenantGone } from './gone';
export { loginDigest } from './login-digest';
export { ModelRegistry, resolvedModel, type Availability, type RegisteredModel } from './model-registry';
export { logMistakes, type MistakeLogger } from './mistake-log';
export type { Problem } from './problem';
export { parseYaml, problemAt } from './yaml-document';
export { placeOf, type RunPlace } from './run-place';
export type { RoleFinding } from './role-finding';
export type { Sample } from './sample-lines';
export { SnapshotStore, type ConnectionState, type ConnectionStatus } from './snapshot-store';
export { isFileSample, newestFirst, SampleBook } from './sample-book';
export {
  mayServe,
  SAMPLE_LIMITS,
  sampleEntrySchema,
  sampleHash,
  sampleStatuses,
  type SampleEntry,
  type SampleStatus,
} from './sample-entry';
export { voteWeight } from './sample-quality';
export { SampleStore, type SampleScope } from './sample-store';
export { encryptText, isEncrypted, isOfKey, openText, type SecretPlace } from './secrets/encrypted-text';
export { holdsPlainSecret } from './secrets/plain-secrets';
export { secretKeyMistake, secretKeysOf, secretKeyVariable, secretsIn } from './secrets/secret-keys';
