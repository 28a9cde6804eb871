/**
 * Throw-away Redis and PostgreSQL servers and browsers, the built product, and stand-ins for language models, Qdrant,
 * embeddings and trace collectors, for specs.
 */
export { startChromium, type ThrowAwayChromium } from './chromium';
export { collectGarbage } from './collect-garbage';
export { startEmbeddingsServer, type EmbeddingsReply, type EmbeddingsServer } from './embeddings-server';
export { startPostgres, type ThrowAwayPostgres } from './postgres';
export { startQdrantStandIn, type QdrantStandIn } from './qdrant/qdrant-stand-in';
export { startRedis, type RedisProgram } from './redis';
export { startRedisCluster, startRedisSentinel, type RedisFleet } from './redis-fleet';
export { repositoryRoot } from './repository-root';
export { nodeOfServices } from './node-of-services';
export { newRun } from './run-builders';
export { seededRandom, type SeededRandom } from './seeded-random';
export { startScriptedLlm, type ClosedSocket, type ScriptedLlm } from './scripted-llm/scripted-llm';
export type { LlmRequest, ScriptedReply, ScriptStep } from './scripted-llm/script';
export { startStack, type StackMember, type StackOptions, type TestStack } from './stack';
export type { ThrowAwayServer } from './throw-away-server';
export { waitFor } from './wait-for';
export { startTraceCollector, type CollectedSpan, type TraceCollector } from './trace-collector';
