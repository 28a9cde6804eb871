/**
 * LangChain and LangGraph read these variables on each run. They would send prompts, states and rows to a tracing
 * service, to the console or through a gateway of LangSmith.
 */
const TRACING_VARIABLES = [
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_TRACING_V2',
  'LANGSMITH_TRACING',
  'LANGCHAIN_TRACING',
  'LANGCHAIN_VERBOSE',
  'LANGSMITH_GATEWAY',
];

/** Removes the variables that make LangChain and LangGraph send data to other services. */
export function silenceTracing(env: NodeJS.ProcessEnv = process.env): void {
  for (const name of TRACING_VARIABLES) delete env[name];
}
