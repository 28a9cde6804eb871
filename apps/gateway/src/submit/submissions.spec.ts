import { AuditUnavailableError } from '@querent/audit';
import { Registry } from 'prom-client';
import { ProblemError } from '../problems/problem-error';
import { Submissions } from './submissions';

describe('the count of submitted questions', () => {
  const shown = async (registry: Registry): Promise<Record<string, number>> => {
    const [metric] = await registry.getMetricsAsJSON();
    return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels['result']), value]));
  };

  it('begins at zero, and separates acceptance, mistakes of clients, quotas and faults by the status', async () => {
    const registry = new Registry();
    const submissions = new Submissions(registry);
    expect(await shown(registry)).toEqual({ accepted: 0, refused: 0, quota: 0, unavailable: 0 });
    for (const status of [200, 202, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503]) submissions.count(status);
    expect(await shown(registry)).toEqual({ accepted: 2, refused: 7, quota: 1, unavailable: 2 });
  });

  it('includes submissions without an HTTP status, by their result or problem', async () => {
    const registry = new Registry();
    const submissions = new Submissions(registry);
    expect(await submissions.counted(Promise.resolve('run'))).toBe('run');
    for (const error of [
      new ProblemError('forbidden'),
      new ProblemError('too_many_requests'),
      new AuditUnavailableError(),
      new Error('a bug'),
    ])
      await expect(submissions.counted(Promise.reject(error))).rejects.toBe(error);
    expect(await shown(registry)).toEqual({ accepted: 1, refused: 1, quota: 1, unavailable: 2 });
  });
});
