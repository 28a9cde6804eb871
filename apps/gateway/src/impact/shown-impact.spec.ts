import type { Impact } from '@querent/impact';
import { shownImpact } from './shown-impact';

const impact: Impact = {
  ...{ id: 'i0000001', connection: 'shop', status: 'done', createdAt: '2026-11-21T00:00:00Z', finishedAt: null },
  ...{ progress: { done: 0, of: 0 }, summary: null, changes: [], changesLeftOff: 0, questionsLeftOff: 0, error: null },
  definitions: {
    status: 'done',
    checks: [
      {
        ...{ kind: 'metric', label: { zh: '合格率', en: 'pass rate' }, path: 'metrics.t_pass.expression', line: 3 },
        ...{ state: 'fails', message: { zh: '除以零。', en: 'Divided by zero.' }, value: '7' },
        cause: 'division by zero in t_check',
      },
    ],
  },
};

describe('a comparison as a caller sees it', () => {
  it('is in the language of the caller', () => {
    const textsIn = (locale: 'zh' | 'en') =>
      shownImpact(impact, { seesSql: true, locale }).definitions.checks.map(({ label, message }) => [label, message]);
    expect([textsIn('zh'), textsIn('en')]).toEqual([[['合格率', '除以零。']], [['pass rate', 'Divided by zero.']]]);
  });

  it('has paths, messages of the database and values for callers with sql:read alone', () => {
    const seen = shownImpact(impact, { seesSql: true, locale: 'en' }).definitions.checks[0];
    expect(seen).toMatchObject({ path: 'metrics.t_pass.expression', cause: expect.stringContaining('t_check') });
    const hidden = shownImpact(impact, { seesSql: false, locale: 'en' });
    expect(hidden.definitions.checks[0]).toMatchObject({ line: 3, state: 'fails', cause: null, value: null });
    expect(JSON.stringify(hidden)).not.toMatch(/t_pass|t_check|"7"/);
  });
});
