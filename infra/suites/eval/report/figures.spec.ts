import { compared, incomparable, type EarlierReport } from './compare';
import { evaluationReport, verdict } from '../fixture/evaluation-report';
import { percentiles } from './latency';
import { questionFigures } from './metrics';
import { pairFigures, type PairVerdict } from '../pairs';
import { proportionOf } from './proportion';
import { sampled } from '../sampling';
import { failedThresholds, thresholdsFrom } from './thresholds';

describe('figures of an evaluation', () => {
  it.each([
    [8, 10, 0.49, 0.9433],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [1, 1, 0.2065, 1],
  ])('put Wilson’s interval around %i of %i', (right, of, low, high) => {
    const { low: ours, high: upper } = proportionOf(right, of);
    expect(ours).toBeCloseTo(low, 3);
    expect(upper).toBeCloseTo(high, 3);
  });

  it('a share of nothing is null', () => {
    expect(proportionOf(0, 0)).toEqual({ right: 0, of: 0, share: null, low: null, high: null });
  });

  it('percentiles use the nearest rank', () => {
    expect(percentiles([40, 10, 30, 20])).toEqual({ samples: 4, p50: 20, p90: 40, p95: 40, p99: 40 });
    expect(percentiles([])).toEqual({ samples: 0, p50: null, p90: null, p95: null, p99: null });
  });

  it('an answer instead of an expected clarification or refusal counts as wrong', () => {
    const { overall } = questionFigures([
      verdict({ id: 'a', rowsRight: true }),
      verdict({ id: 'b', rowsRight: false, right: false }),
      verdict({ id: 'c', expect: 'ask', mustAsk: true, rowsRight: null, comparable: false, right: false }),
      verdict({ id: 'd', expect: 'refuse', rowsRight: null, comparable: false, right: false }),
      verdict({ id: 'e', outcome: 'refused', rowsRight: null, right: false }),
    ]);
    expect(overall.precision).toMatchObject({ right: 1, of: 4 });
    expect(overall.answered).toMatchObject({ right: 2, of: 3 });
    expect(overall.accuracy).toMatchObject({ right: 1, of: 3 });
    expect(overall.askRecall).toMatchObject({ right: 0, of: 1 });
    expect(overall.refusals).toMatchObject({ right: 0, of: 1 });
  });

  it('leave a question back that is as good as a refusal out of what it asks rightly and wrongly', () => {
    const asked = { outcome: 'asked', asked: 'unknown_term', rowsRight: null, comparable: false } as const;
    const { overall } = questionFigures([
      verdict({ ...asked, id: 'a', expect: 'ask', mustAsk: true, triggerRight: true }),
      verdict({ ...asked, id: 'b', expect: 'refuse', mayAsk: true }),
      verdict({ ...asked, id: 'c', right: false }),
    ]);
    expect(overall.askPrecision).toMatchObject({ right: 1, of: 2 });
  });

  it('hits of pairs are counted by whether the meanings are the same', () => {
    const pair: PairVerdict = {
      id: '1',
      connection: 'c',
      lang: 'en',
      a: 'a',
      b: 'b',
      same: true,
      why: 'w',
      first: 'answered',
      second: 'answered',
      level: 'l2',
      similarity: 1,
    };
    const figures = pairFigures([
      pair,
      { ...pair, level: 'none' },
      { ...pair, second: 'refused', level: 'none' },
      { ...pair, same: false, level: 'none' },
      { ...pair, same: false, level: 'l1' },
    ]);
    expect(figures).toMatchObject({
      trueHits: { right: 1, of: 3 },
      trueHitsWhenAnswered: { right: 1, of: 2 },
      falseHits: { right: 1, of: 2 },
    });
  });

  it('hold against thresholds in the direction of each, and take what was not measured for failed only where it was asked for', () => {
    const mistakes: string[] = [];
    const thresholds = thresholdsFrom(['precision=0.9', 'p95Ms=100', 'trueHits=0.5'], { defaults: true }, mistakes);
    expect(mistakes).toEqual([]);
    const report = evaluationReport([
      verdict({ id: 'a' }),
      verdict({ id: 'b', rowsRight: false, right: false, wallMs: 400 }),
    ]);
    expect(failedThresholds(report, thresholds).map(({ name, measured }) => [name, measured])).toEqual([
      ['precision', 0.5],
      ['p95Ms', 400],
      ['trueHits', null],
    ]);
  });

  it('every invalid threshold is reported', () => {
    const mistakes: string[] = [];
    thresholdsFrom(['precision', 'nonsense=1', 'answered=much'], { defaults: false }, mistakes);
    expect(mistakes).toHaveLength(3);
  });

  it('a comparison lists the questions whose verdict changed, and marks clear changes of metrics', () => {
    const before = evaluationReport([...many(60, true), verdict({ id: 'x', right: true }), verdict({ id: 'gone' })]);
    const now = evaluationReport([
      ...many(60, false),
      verdict({ id: 'x', right: false, outcome: 'refused', rowsRight: null, came: 'refused' }),
      verdict({ id: 'new', right: false }),
    ]);
    const comparison = compared(before as unknown as EarlierReport, now);
    expect(comparison.lost.map(({ id }) => id)).toEqual([...many(60, true).map(({ id }) => id), 'x']);
    expect(comparison.metrics.find(({ name }) => name === 'precision')).toMatchObject({ before: 1, clear: true });
  });

  it('a comparison with a report of other or changed sets is refused with a reason', () => {
    const earlier = {
      sets: [
        { name: 'gold', digest: '1', asked: 3 },
        { name: 'old', digest: '2', asked: 3 },
      ],
      options: { connections: [], limit: null, sample: null },
    };
    const now = {
      complete: true,
      sets: [
        { name: 'gold', digest: 'changed' },
        { name: 'new', digest: '3' },
      ],
      options: { connections: [], limit: 5, sample: null },
    };
    expect(incomparable(earlier, now)).toHaveLength(4);
    expect(incomparable(earlier, { ...now, ...earlier })).toEqual([]);
  });

  it('a sample keeps its questions when the set grows, in the order of the set', () => {
    const ids = Array.from({ length: 50 }, (_, i) => `q${i}`);
    const some = sampled(ids, (id) => id, { limit: 10, sample: 'seed' });
    expect(some).toEqual(ids.filter((id) => some.includes(id)));
    expect(
      sampled(ids.slice(0, 49), (id) => id, { limit: 10, sample: 'seed' }).filter((id) => !some.includes(id)).length,
    ).toBeLessThanOrEqual(1);
  });
});

const many = (count: number, right: boolean) =>
  Array.from({ length: count }, (_, i) =>
    verdict({ id: `q${i}`, right, rowsRight: right, came: right ? '' : 'other rows' }),
  );
