import type { Run } from '@querent/client';
import { timelineOf } from './timeline-entries';

const second = (at: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString();
const step = (seq: number, at: number, kind: string) => ({
  ...{ seq, kind, at: second(at), stage: 'intent' as const, message: `step ${seq}`, durationMs: null },
});

describe('the time line of a run', () => {
  it('has the time before each step, and marks the wait for a reply', () => {
    const steps = [step(1, 1, 'clarification'), step(2, 61, 'reply'), step(3, 62, 'understood')];
    const run = { createdAt: second(0), finishedAt: second(65), steps } as unknown as Run;
    expect(timelineOf(run).map(({ kind, gapMs, isPause }) => [kind, gapMs, isPause])).toEqual([
      ['asked', 0, false],
      ['step', 1_000, false],
      ['reply', 60_000, true],
      ['step', 1_000, false],
      ['ended', 3_000, false],
    ]);
  });

  it('has no end while the run goes on, and no negative time where clocks differ', () => {
    const run = { createdAt: second(5), finishedAt: null, steps: [step(1, 4, 'understood')] } as unknown as Run;
    expect(timelineOf(run).map(({ kind, gapMs }) => [kind, gapMs])).toEqual([
      ['asked', 0],
      ['step', 0],
    ]);
  });
});
