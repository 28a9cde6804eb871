export { startPostgres, type ThrowAwayPostgres } from './postgres';
export { startQdrantStandIn, type QdrantStandIn } from './qdrant/qdrant-stand-in';
export { startRedis } from './redis';
export { newRun } from './run-builders';
export { startScriptedLlm, type ClosedSocket, type ScriptedLlm } from './scripted-llm/scripted-llm';
export type { LlmRequest, ScriptedReply, ScriptStep } from './scripted-llm/script';
export { startStack, type StackMember, type StackOptions, type TestStack } from './stack';
export type { ThrowAwayServer } from './throw-away-server';
export { waitFor } from './wait-for';
