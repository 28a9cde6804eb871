import type { RunSummary } from '@querent/client';
import { reviewItems, type Rated, type Sample } from './review-items';

const rating = (more: Partial<Rated>): Rated => ({
  ...{ rating: 'down', comment: null, corrected: false, sample: null, at: '2026-01-02', runId: 'r1', href: '/r1' },
  ...{ by: 'ann', connection: 'shop', question: 'how many orders', correctedSql: null },
  ...more,
});
const sample = (more: Partial<Sample>): Sample => ({
  ...{ id: 's1', question: 'orders of 2026', sql: null, source: 'feedback', status: 'pending' },
  ...{ createdAt: '2026-01-02', by: 'ann' },
  ...more,
});
const run = (id: string, question: string, code: string): RunSummary =>
  ({ id, question, connection: 'shop', createdAt: `2026-01-03T00:00:0${id}`, error: { code } }) as RunSummary;

describe('what is to be reviewed', () => {
  it('joins a rating with the example that it proposed', () => {
    const corrected = rating({ corrected: true, sample: 'pending' });
    const items = reviewItems([corrected], [], [{ connection: 'shop', sample: sample({}) }]);
    expect(items).toMatchObject([{ kind: 'corrected', question: 'orders of 2026', runId: 'r1' }]);
  });

  it('leaves out a rating whose proposal was decided on', () => {
    expect(reviewItems([rating({ sample: 'pending' })], [], [])).toEqual([]);
  });

  it('joins equal questions that were not answered, and leaves out faults of the operation', () => {
    const runs = [
      run('1', 'patrons', 'question_unsupported'),
      run('2', 'patrons', 'question_unsupported'),
      run('3', 'orders', 'query_timeout'),
      run('4', 'pass rate', 'definition_failing'),
    ];
    const newestFirst = [{ runId: '2' }, { runId: '1' }];
    expect(reviewItems([], runs, [])).toMatchObject([
      { kind: 'unanswered', question: 'pass rate', times: 1, runId: '4' },
      { kind: 'unanswered', question: 'patrons', times: 2, runId: '2', reviewed: newestFirst },
    ]);
  });

  it('is sorted by time, and praise without a comment is not urgent', () => {
    const items = reviewItems([rating({ rating: 'up' }), rating({ at: '2026-01-05' })], [], []);
    expect(items.map(({ kind, isUrgent }) => [kind, isUrgent])).toEqual([
      ['down', true],
      ['up', false],
    ]);
  });
});
