import { z } from 'zod';
import { traceUrlEnv, traceUrlOf } from './trace-url';

const schema = z.object(traceUrlEnv);

describe('TRACE_URL', () => {
  it.each([
    ['https://traces.example.com/trace/{traceId}', 'https://traces.example.com/trace/abc'],
    ['http://localhost:16686/trace/{traceId}?uiFind={traceId}', 'http://localhost:16686/trace/abc?uiFind=abc'],
  ])('%s leads to a trace', (template, address) => {
    expect(traceUrlOf(schema.parse({ TRACE_URL: template }), 'abc')).toBe(address);
  });

  it.each([
    'https://traces.example.com/',
    'javascript:alert("{traceId}")',
    'ftp://traces.example.com/{traceId}',
    '/trace/{traceId}',
    'traces {traceId}',
    `https://traces.example.com/{traceId}${'x'.repeat(2_000)}`,
  ])('is refused: %s', (template) => {
    expect(schema.safeParse({ TRACE_URL: template }).success).toBe(false);
  });

  it('may be absent', () => {
    expect(traceUrlOf(schema.parse({}), 'abc')).toBeNull();
  });
});
