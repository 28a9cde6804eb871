import type { Clarification, Run, RunStatus, Step } from '@querent/client';
import { withEvent } from './run-after-event';

const run = (part: Partial<Run>): Run => ({ status: 'queued', steps: [], clarification: null, ...part }) as Run;
const step = (seq: number) => ({ seq, message: `step ${seq}` }) as Step;
const clarification = { id: 'c1', question: 'Which one?' } as Clarification;
const status = (to: RunStatus) => ({ id: 1, event: 'status', data: { status: to } }) as const;

describe('a run after an event', () => {
  it('has each step once, in the order of their numbers', () => {
    const events = [2, 1, 2, 3].map((seq) => ({ id: seq, event: 'step', data: step(seq) }) as const);
    const after = events.reduce(withEvent, run({ steps: [step(1)] }));
    expect(after.steps.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('waits with its clarification, and goes on without it', () => {
    const paused = withEvent(run({ status: 'understanding' }), { id: 1, event: 'clarification', data: clarification });
    expect([paused.status, paused.clarification]).toEqual(['awaiting_clarification', clarification]);
    const goesOn = withEvent(paused, status('understanding'));
    expect([goesOn.status, goesOn.clarification]).toEqual(['understanding', null]);
  });

  it('is not reopened by an old event', () => {
    const ended = run({ status: 'succeeded' });
    expect(withEvent(ended, status('executing'))).toBe(ended);
    expect(withEvent(ended, { id: 1, event: 'clarification', data: clarification })).toBe(ended);
  });

  it('ends with the whole run alone, so that an answer is never missing', () => {
    const presenting = run({ status: 'presenting' });
    expect(withEvent(presenting, status('succeeded'))).toBe(presenting);
    const end = run({ status: 'succeeded', question: 'q' });
    expect(withEvent(presenting, { id: 9, event: 'end', data: end })).toBe(end);
  });
});
