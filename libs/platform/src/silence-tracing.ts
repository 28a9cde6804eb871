/**
 * LangChain and LangGraph read these on each run: prompts, states and rows would go to a tracing service, to the
 * console or through a gateway of LangSmith.
 */
const TELLTALES = [
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_TRACING_V2',
  'LANGSMITH_TRACING',
  'LANGCHAIN_TRACING',
  'LANGCHAIN_VERBOSE',
  'LANGSMITH_GATEWAY',
];

/** Takes out of the environment what lets LangChain and LangGraph send elsewhere what they work on. */
export function silenceTracing(env: NodeJS.ProcessEnv = process.env): void {
  for (const name of TELLTALES) delete env[name];
}
