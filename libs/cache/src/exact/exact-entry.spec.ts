import { emptyRunData, type Run, type RunData, type RunRequest } from '@querent/contracts';
import { exactEntryOf } from './exact-entry';

const answered: Partial<RunData> = {
  answer: { text: '42', chartType: 'number', suggestions: [] },
  cacheKey: 'v1/k',
  technicalError: 'kept out',
};
const run = (data: Partial<RunData>, request: Partial<RunRequest> = {}): Run => ({
  id: 'run_1',
  tenant: 't',
  keyName: 'k',
  version: 5,
  status: 'presenting',
  createdAt: '',
  updatedAt: '',
  finishedAt: null,
  traceparent: '',
  request: {
    question: 'q',
    connection: 'c',
    locale: 'en',
    timezone: 'UTC',
    today: '2026-11-21',
    conversationId: null,
    agent: null,
    mode: 'auto',
    cache: 'use',
    maxRows: null,
    callbackUrl: null,
    ...request,
  },
  data: { ...emptyRunData(), ...data },
});

describe('exact cache entry', () => {
  it('holds the answer and the first rows, without intermediate data', () => {
    const rows = Array.from({ length: 80 }, (_, n) => [n]);
    const entry = exactEntryOf(run(answered), rows);
    expect(entry?.rows).toHaveLength(50);
    expect(entry?.data.answer?.text).toBe('42');
    expect(JSON.stringify(entry)).not.toContain('kept out');
  });

  it.each<[string, Run]>([
    ['has no cache key', run({ ...answered, cacheKey: null })],
    ['has no answer', run({ ...answered, answer: null })],
    ['failed', run({ ...answered, error: { code: 'query_failed', message: '', actions: [] } })],
    ['belongs to a conversation', run(answered, { conversationId: 'c1' })],
    ['is in doubt', run({ ...answered, doubts: [{ sign: 'empty_result', about: '' }] })],
    ['was shaped by a choice', run({ ...answered, choices: [{ key: 'metric:x', value: 'y' }] })],
  ])('is not made of a run that %s', (_, given) => {
    expect(exactEntryOf(given, [])).toBeNull();
  });
});
