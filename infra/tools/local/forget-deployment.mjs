/** Names a caller's shell may have set for a deployment, by what a private stack has in their place. */
const stores = [
  'REDIS_URL',
  'CACHE_REDIS_URL',
  'QUERENT_DEMO_DATABASE_URL',
  'QUERENT_CONFIG_DIR',
  'QDRANT_URL',
  'QUEUE_PREFIX',
  'REDIS_TLS_CA',
  'REDIS_TLS_CERT',
  'REDIS_TLS_KEY',
  'PORT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
];
const models = ['LLM_BASE_URL', 'SQL_LLM_BASE_URL', 'EMBEDDINGS_BASE_URL'];

/**
 * For programs whose stack is their own, whatever the shell says: what they do must never reach a deployment.
 * @param {{ keepModels?: boolean }} [options] language models and embedders of the shell are used all the same
 */
export function forgetDeployment({ keepModels = false } = {}) {
  for (const name of [...stores, ...(keepModels ? [] : models)]) delete process.env[name];
}
