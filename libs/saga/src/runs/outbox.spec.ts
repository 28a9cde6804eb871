import { outboxSchema, parseOutbox } from './outbox';

describe('a stored outbox', () => {
  const stored = { job: 'execute', payload: { runId: 'run00001', version: 2, traceparent: '' } };

  it('is none where its job is one that only a newer version knows: its run must still be read, and its time end', () => {
    expect(parseOutbox(JSON.stringify(stored))).toEqual(outboxSchema.parse(stored));
    expect(parseOutbox(JSON.stringify({ ...stored, job: 'dream', payload: { of: 'tomorrow' } }))).toBeNull();
  });

  it.each(['', undefined])('is none where nothing goes out: %j', (text) => expect(parseOutbox(text)).toBeNull());

  it('of a known job is not guessed at', () =>
    expect(() => parseOutbox(JSON.stringify({ ...stored, payload: {} }))).toThrow('runId'));
});
