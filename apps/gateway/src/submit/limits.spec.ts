import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@querent/testing';
import { pause, startGateway } from '../testing/gateway-under-test';

const question = { question: 'how many orders', connection: 'shop' };

describe('limits', () => {
  it('refuses questions above the tenant’s limit per minute, with Retry-After', async () => {
    const gateway = await startGateway({ QUESTIONS_PER_MINUTE: '3' });
    try {
      const statuses = [];
      for (let n = 0; n < 7; n++)
        statuses.push(
          (await gateway.request({ method: 'POST', url: '/v1/queries', payload: question, headers: {} })).statusCode,
        );
      // A new minute may begin during the test: then one of the two minutes has four questions.
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
      const refused = await waitFor(async () => {
        const response = await gateway.request({ method: 'POST', url: '/v1/queries', payload: question });
        return response.statusCode === 429 ? response : null;
      });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(refused.json().code).toBe('too_many_requests');
      const other = { ...question, question: 'how many customers were refused' };
      const { statusCode } = await gateway.request({ method: 'POST', url: '/v1/queries', payload: other });
      // No other question waits for a refused one.
      if (statusCode === 429) expect(await gateway.services.redis.keys('*:flight:*')).toHaveLength(1);
    } finally {
      await gateway.stop();
    }
  });

  it('refuses a tenant with too many runs in progress until one ends, and no other tenant', async () => {
    const gateway = await startGateway({ IN_FLIGHT_PER_TENANT: '3' });
    try {
      await writeFile(join(gateway.configDir, 'tenants.yaml'), '- { name: acme, inFlight: 2, weight: 2 }\n');
      await gateway.services.catalog.reload();
      const first = await gateway.ask();
      await gateway.ask({ cache: 'bypass' });
      const post = (as: 'alice' | 'eve') =>
        gateway.request({ method: 'POST', url: '/v1/queries', payload: { ...question, cache: 'bypass' }, as });
      const refused = await post('alice');
      expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
        429,
        'too_many_requests',
        '2',
      ]);
      const others = [await post('eve'), await post('eve'), await post('eve'), await post('eve')];
      expect(others.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 429]);
      await gateway.advance(first.id, pause());
      await waitFor(async () => ((await post('alice')).statusCode === 202 ? true : null));
      const { body } = await gateway.request({ method: 'GET', url: '/metrics' });
      expect(body).toMatch(/querent_quota_refusals_total\{.*limit="in_flight".*\} \d+/);
      expect(body).toMatch(/querent_submissions_total\{result="quota".*\} [2-9]/);
      expect(body).toMatch(/querent_submissions_total\{result="accepted".*\} [6-9]/);
    } finally {
      await gateway.stop();
    }
  });

  it('puts a tenant with one question ahead of another tenant’s backlog, in every queue', async () => {
    const gateway = await startGateway();
    try {
      for (let n = 0; n < 20; n++) await gateway.ask({ cache: 'bypass' });
      const { json } = await gateway.request({
        method: 'POST',
        url: '/v1/queries',
        payload: { ...question, cache: 'bypass' },
        as: 'eve',
      });
      const queue = gateway.services.queues.find(({ name }) => name === 'intent');
      const waiting = await waitFor(async () => {
        const found = await queue?.getPrioritized(0, -1);
        return found?.length === 21 ? found : null;
      });
      expect(waiting.findIndex((job) => job.data.runId === json().id)).toBe(1);
    } finally {
      await gateway.stop();
    }
  });

  it('refuses questions while too many wait for a worker', async () => {
    const gateway = await startGateway({ MAX_BACKLOG: '2' });
    try {
      const refused = await waitFor(async () => {
        const response = await gateway.request({ method: 'POST', url: '/v1/queries', payload: question });
        return response.statusCode === 429 ? response : null;
      });
      expect(refused.headers['retry-after']).toBe('5');
    } finally {
      await gateway.stop();
    }
  });
});
