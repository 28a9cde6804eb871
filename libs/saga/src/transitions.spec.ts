import { isTerminal, jobKeys, runStatuses } from '@querent/contracts';
import { IllegalTransitionError, transitionFor, transitions, type SagaState } from './transitions';

const states = Object.keys(transitions) as SagaState[];
const rows = states.flatMap((from) =>
  Object.entries(transitions[from]).map(([event, transition]) => ({ from, event, ...transition })),
);

describe('the transition table', () => {
  it('reaches every state from the start', () => {
    const reached = new Set<string>(['new']);
    for (let grew = true; grew;) {
      const before = reached.size;
      rows.filter(({ from }) => reached.has(from)).forEach(({ to }) => reached.add(to));
      grew = reached.size > before;
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  it('never leaves a terminal state', () => {
    for (const status of runStatuses.filter(isTerminal)) expect(transitions[status as SagaState]).toEqual({});
  });

  it('enqueues only jobs of the catalogue, and every one of them', () => {
    const enqueued = new Set(rows.flatMap(({ enqueue }) => (enqueue === undefined ? [] : [enqueue])));
    expect([...enqueued].sort()).toEqual([...jobKeys].sort());
  });

  it('leads from every active state to an end, by cancellation and by exhaustion of its job', () => {
    for (const state of states.filter(
      (state) => state !== 'new' && state !== 'awaiting_clarification' && !isTerminal(state),
    )) {
      expect(transitions[state].cancelled?.to).toBe('cancelled');
      expect(transitions[state].exhausted?.to).toBe('failed');
      expect(transitions[state].timed_out?.to).toBe('failed');
    }
  });

  it('enqueues a job for every active state, and none for a state that waits or has ended', () => {
    for (const { from, event, to, enqueue } of rows) {
      const waits = to === 'awaiting_clarification' || isTerminal(to);
      if (event === 'picked_up') expect(enqueue).toBeUndefined();
      else expect([from, event, enqueue === undefined]).toEqual([from, event, waits]);
    }
  });

  it('refuses an event that a state does not know', () => {
    expect(() => transitionFor('succeeded', 'executed')).toThrow(IllegalTransitionError);
  });
});
