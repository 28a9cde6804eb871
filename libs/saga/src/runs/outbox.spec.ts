import { outboxSchema, parseOutbox } from './outbox';

describe('a stored outbox', () => {
  const stored = { job: 'execute', payload: { runId: 'run00001', version: 2, traceparent: '' } };

  it('is null for a job that only a newer version knows, so that its run can still be read and time out', () => {
    expect(parseOutbox(JSON.stringify(stored))).toEqual(outboxSchema.parse(stored));
    expect(parseOutbox(JSON.stringify({ ...stored, job: 'dream', payload: { of: 'tomorrow' } }))).toBeNull();
  });

  it.each(['', undefined])('is null if there is no outgoing job: %j', (text) => expect(parseOutbox(text)).toBeNull());

  it('of a known job is rejected if it is incomplete', () =>
    expect(() => parseOutbox(JSON.stringify({ ...stored, payload: {} }))).toThrow('runId'));
});
