import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { BIKES } from '../../fixture/bikes';
import { shapeOf } from '../../fixture/shape-of';
import { WORKSHOP } from '../../fixture/workshop';
import { planQuestion } from '../../plan-question';

const planOf = (question: string, model = WORKSHOP, context: SemanticQuery | null = null): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
    context,
  });
const shape = (question: string, model = WORKSHOP): string => shapeOf(planOf(question, model));

const VISITS = 'visits | count(visits)';

describe('conditions on recurring times', () => {
  it.each([
    ['how many visits are there on weekends', `${VISITS} | where arrived_at on weekday 6,7`],
    ['number of visits on Mondays and Fridays', `${VISITS} | where arrived_at on weekday 1,5`],
    ['how many visits from Monday to Thursday', `${VISITS} | where arrived_at on weekday 1,2,3,4`],
    ['number of visits between 9 and 11 am', `${VISITS} | where arrived_at on 540..660`],
    ['how many visits after 6 pm', `${VISITS} | where arrived_at on 1080..1440`],
    ['number of visits in the afternoon', `${VISITS} | where arrived_at on 720..1080`],
    [
      'how many visits were there on weekends last year',
      `${VISITS} | where arrived_at in 2025-01-01..2026-01-01, arrived_at on weekday 6,7`,
    ],
    ['周末的到访有多少', `${VISITS} | where arrived_at on weekday 6,7`],
    ['工作日的到访数', `${VISITS} | where arrived_at on weekday 1,2,3,4,5`],
    ['周一到周三的到访有多少', `${VISITS} | where arrived_at on weekday 1,2,3`],
    ['上午9点到11点的到访有多少', `${VISITS} | where arrived_at on 540..660`],
    ['晚上8点以后的到访数', `${VISITS} | where arrived_at on 1200..1440`],
    ['下午的到访有多少', `${VISITS} | where arrived_at on 720..1080`],
    ['去年周末的到访有多少', `${VISITS} | where arrived_at in 2025-01-01..2026-01-01, arrived_at on weekday 6,7`],
    ['每年3月的到访有多少', `${VISITS} | where arrived_at on month 3`],
  ])('a recurring time restricts rows: %s', (question, expected) => {
    const parts = (text: string): string =>
      text
        .split(/, | \| where /u)
        .sort()
        .join('; ');
    expect(parts(shape(question))).toBe(parts(expected));
  });

  it('a recurring time restricts the events of things', () => {
    expect(shape('riders with rides on weekends', BIKES)).toBe('riders | where some rides(started_at on weekday 6,7)');
  });

  it('a time of day is not read over a column without hours', () => {
    expect(planOf('rides after 6 pm', BIKES).kind).not.toBe('planned');
  });

  it('a bare weekday is asked about, since it may mean the last one', () => {
    expect(planOf('how many visits on Monday').kind).toBe('ambiguous');
    expect(planOf('how many visits last Monday').kind).toBe('planned');
  });
});

describe('groups by recurring times', () => {
  it.each([
    ['visits by day of the week', `${VISITS} | by arrived_at:weekday`],
    ['number of visits by hour of the day', `${VISITS} | by arrived_at:hour`],
    ['which weekday has the most visits', `${VISITS} | by arrived_at:weekday`],
    ['what is the busiest hour for visits', `${VISITS} | by arrived_at:hour`],
    ['busiest weekday for visits', `${VISITS} | by arrived_at:weekday`],
    ['按小时统计到访数', `${VISITS} | by arrived_at:hour`],
    ['每周几的到访最多', `${VISITS} | by arrived_at:weekday`],
    ['到访几点最忙', `${VISITS} | by arrived_at:hour`],
    ['哪个时段的到访最多', `${VISITS} | by arrived_at:hour`],
  ])('a recurring time groups rows: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('“the busiest” returns the first group', () => {
    const plan = planOf('which weekday is the busiest for visits');
    expect(plan).toMatchObject({ kind: 'planned', query: { limit: 1, dimensions: [{ part: 'weekday' }] } });
  });
});

describe('recurring times in a conversation', () => {
  const after = (first: string, turn: string): string => {
    const plan = planOf(first);
    return plan.kind === 'planned' ? shapeOf(planOf(turn, WORKSHOP, plan.query)) : plan.kind;
  };

  it('a recurring time is added to the period of the previous question', () => {
    expect(after('how many visits last year', 'only on weekends')).toContain('on weekday 6,7');
    expect(after('how many visits last year', 'only on weekends')).toContain('in 2025-01-01..2026-01-01');
    expect(after('去年的到访有多少', '只看周末')).toContain('on weekday 6,7');
  });

  it('a recurring time is kept in another period', () => {
    expect(after('how many visits on weekends', 'and last year?')).toContain('on weekday 6,7');
  });
});
