import { silenceTracing } from './silence-tracing';

it('takes out what lets LangChain tell others, and nothing else', () => {
  const env: NodeJS.ProcessEnv = { LANGSMITH_TRACING: 'true', LANGCHAIN_TRACING_V2: 'true', LANGCHAIN_VERBOSE: 'true', LANGSMITH_GATEWAY: '1', LLM_BASE_URL: 'http://127.0.0.1:9/v1', PATH: '/bin' };
  silenceTracing(env);
  expect(env).toEqual({ LLM_BASE_URL: 'http://127.0.0.1:9/v1', PATH: '/bin' });
});
