/** Variables of a deployment that the caller's environment may contain; a private stack has its defaults instead. */
const stores = [
  'REDIS_URL',
  'CACHE_REDIS_URL',
  'QUERENT_DEMO_DATABASE_URL',
  'QUERENT_CONFIG_DIR',
  'QDRANT_URL',
  'QUEUE_PREFIX',
  'QUEUE_SLOTS',
  'REDIS_TLS_CA',
  'REDIS_TLS_CERT',
  'REDIS_TLS_KEY',
  'PORT',
  'CONSOLE',
  'OIDC_CLIENT_ID',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'TRACE_URL',
];
const models = ['LLM_BASE_URL', 'SQL_LLM_BASE_URL', 'EMBEDDINGS_BASE_URL'];

/**
 * Removes the variables of a deployment from the environment, for programs that start a private stack: they must never
 * reach a deployment.
 * @param {{ keepModels?: boolean }} [options] `keepModels`: keep the language models and embedders of the environment
 */
export function forgetDeployment({ keepModels = false } = {}) {
  for (const name of [...stores, ...(keepModels ? [] : models)]) delete process.env[name];
}
