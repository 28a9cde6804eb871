import type { RunSummary } from '@querent/client';
import { reviewItems, type AskedBack, type Rated, type Sample } from './review-items';

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
const run = (
  id: string,
  question: string,
  code: string | null,
  unansweredClarification: AskedBack | null = null,
): RunSummary =>
  ({
    ...{ id, question, connection: 'shop', createdAt: `2026-01-03T00:00:0${id}` },
    error: code === null ? null : { code },
    unansweredClarification,
  }) as RunSummary;
const asked = (end: AskedBack['end']): AskedBack => ({ end, question: 'Which ones?', words: 'vip', options: [] });

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

  it('has a question that stayed unclear once, whatever list it is from, with how the last one ended', () => {
    const runs = [
      run('1', 'vip orders', null, asked('stopped')),
      run('2', 'vip orders', 'clarification_expired', asked('expired')),
      run('3', 'vip returns', 'question_unsupported', asked('another_question')),
      run('3', 'vip returns', 'question_unsupported', asked('another_question')),
      run('4', 'vip orders', 'question_unsupported'),
      run('5', 'vip orders', null),
    ];
    expect(reviewItems([], runs, [])).toMatchObject([
      { kind: 'unanswered', question: 'vip orders', times: 1, runId: '4', askedBack: null },
      { kind: 'unclear', question: 'vip returns', times: 1, askedBack: { end: 'another_question' } },
      { kind: 'unclear', question: 'vip orders', times: 2, runId: '2', askedBack: { end: 'expired' } },
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
