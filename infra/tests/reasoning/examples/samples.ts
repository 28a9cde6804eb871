import type { Onlooker } from '../onlooker';

const samplesIn = (prompt: string): number => prompt.match(/^question: /gm)?.length ?? 0;
const VIP = "SELECT count(*) AS total FROM users WHERE type = 'VIP'";
const LYON = "SELECT count(*) AS total FROM users WHERE type = 'VIP' AND city = 'Lyon'";

/** Samples in the prompt: from files, from praised answers and from corrections. */
export function samples(asker: () => Onlooker): void {
  describe('examples in the prompt', () => {
    it('the prompt contains up to three samples in full mode, and none in fast mode', async () => {
      const asking = { question: '去年每个月的订单金额凯恩斯趋势', connection: 'commerce' };
      const fast = await asker().ask({ ...asking, mode: 'fast' }, ['SELECT sum(amount) FROM orders']);
      const full = await asker().ask({ ...asking, mode: 'full' }, ['SELECT sum(amount) FROM orders']);
      expect([fast.run.mode, full.run.mode]).toEqual(['fast', 'full']);
      expect([samplesIn(fast.prompt), samplesIn(full.prompt)]).toEqual([0, 3]);
      expect(full.prompt).toContain('question: 去年每个月的订单金额趋势');
    });

    it('a sample whose statement the database refuses is rejected, and does not appear in prompts', async () => {
      const refused = await asker().bytes('/v1/connections/crm/samples', {
        question: '客户的凯恩斯余额',
        sql: 'SELECT sum(balance) FROM users',
      });
      expect(JSON.parse(refused)).toMatchObject({ code: 'statement_unfit' });
      const { prompt } = await asker().ask({ question: '客户的凯恩斯余额是多少', connection: 'crm', mode: 'full' }, [
        VIP,
      ]);
      expect(prompt).not.toContain('balance');
    });

    it('a praised answer becomes a sample immediately, a correction when it is approved', async () => {
      const asking = { connection: 'crm', mode: 'full' as const };
      const praised = await asker().ask({ ...asking, question: 'how many zorbs are there' }, [VIP]);
      expect(JSON.parse(await asker().bytes(`/v1/queries/${praised.run.id}/feedback`, { rating: 'up' }))).toMatchObject(
        { sample: 'approved' },
      );
      const second = await asker().ask({ ...asking, question: 'how many zorbs live in Lyon' }, [VIP]);
      expect(second.prompt).toContain(`question: how many zorbs are there\nstatement: ${VIP}`);

      const corrected = JSON.parse(
        await asker().bytes(`/v1/queries/${second.run.id}/feedback`, { rating: 'down', correctedSql: LYON }),
      ) as object;
      expect(corrected).toMatchObject({ sample: 'pending' });
      expect(
        (await asker().ask({ ...asking, question: 'how many zorbs live in Lyon now' }, [LYON])).prompt,
      ).not.toContain(LYON);
      const {
        samples: [pending],
      } = JSON.parse(await asker().bytes('/v1/connections/crm/samples?status=pending')) as {
        samples: { id: string }[];
      };
      await asker().bytes(`/v1/connections/crm/samples/${pending?.id}/approve`, {});
      expect(
        (await asker().ask({ ...asking, question: 'how many zorbs live in Lyon today' }, [LYON])).prompt,
      ).toContain(`statement: ${LYON}`);
    });
  });

  it('each model request names its task and run, and the run records the tokens', async () => {
    const tokens = { prompt: 1234, completion: 56 };
    const { run, requests } = await asker().ask({ question: 'how many grommets are there', connection: 'crm' }, [
      { times: 1, reply: { text: 'SELECT count(*) FORM users', tokens } },
      { reply: { text: 'SELECT count(*) FROM users', tokens } },
    ]);
    expect(requests.map(({ headers }) => [headers['x-querent-task'], headers['x-querent-run']])).toEqual([
      ['generate-sql', run.id],
      ['repair-sql', run.id],
    ]);
    expect(run.usage).toMatchObject({ llmCalls: 2, promptTokens: 2468, completionTokens: 112 });
    expect(run.usage.totalMs).toBeGreaterThan(0);
  });
}
