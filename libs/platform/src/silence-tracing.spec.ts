import { CallbackManager } from '@langchain/core/callbacks/manager';
import { silenceTracing } from './silence-tracing';

describe('silenced tracing', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  it('removes the variables with which LangChain sends data to others, and nothing else', () => {
    const env: NodeJS.ProcessEnv = {
      LANGSMITH_TRACING: 'true',
      LANGCHAIN_TRACING_V2: 'true',
      LANGCHAIN_VERBOSE: 'true',
      LANGSMITH_GATEWAY: '1',
      LLM_BASE_URL: 'http://127.0.0.1:9/v1',
      PATH: '/bin',
    };
    silenceTracing(env);
    expect(env).toEqual({ LLM_BASE_URL: 'http://127.0.0.1:9/v1', PATH: '/bin' });
  });

  it.each([
    'LANGSMITH_TRACING',
    'LANGSMITH_TRACING_V2',
    'LANGCHAIN_TRACING_V2',
    'LANGCHAIN_TRACING',
    'LANGCHAIN_VERBOSE',
  ])('leaves no listener to LangChain and LangGraph where %s would set one', (name) => {
    process.env[name] = 'true';
    expect(listeners()).toHaveLength(1);
    silenceTracing();
    expect(listeners()).toEqual([]);
  });
});

/** The callback to which LangChain and LangGraph report each step. */
const listeners = (): string[] => (CallbackManager._configureSync()?.handlers ?? []).map(({ name }) => name);
