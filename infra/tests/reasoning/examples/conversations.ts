import type { Onlooker } from '../onlooker';

const inYear = (year: number): string =>
  `SELECT sum(amount) AS total FROM orders WHERE ordered_at >= TIMESTAMP '${year}-01-01' AT TIME ZONE 'Asia/Shanghai' AND ordered_at < TIMESTAMP '${year + 1}-01-01' AT TIME ZONE 'Asia/Shanghai'`;

/** Follow-up questions to the answer of a model. */
export function conversations(asker: () => Onlooker): void {
  describe('a conversation', () => {
    it.each([
      {
        conversationId: 'w1-zh',
        first: '2025年订单的凯恩斯指数',
        next: '那2024年呢',
        planned: '客户有多少',
        following: '去年注册的呢',
      },
      {
        conversationId: 'w1-en',
        first: 'the frobnicated order index of 2025',
        next: 'and in 2024?',
        planned: 'how many customers',
        following: 'and those registered last year?',
      },
    ])(
      'a follow-up question is read with the earlier question: “$first”, “$next”',
      async ({ conversationId, first, next, planned, following }) => {
        const asking = { connection: 'commerce', conversationId };
        const one = await asker().ask({ ...asking, question: first }, [inYear(2025)]);
        const other = await asker().ask({ ...asking, question: next }, [inYear(2024)]);
        expect([one.run.status, other.run.status]).toEqual(['succeeded', 'succeeded']);
        expect(other.prompt).toMatch(/<<data earlier question/);
        expect(other.prompt).toContain(first);
        expect(other.run.result?.rows).not.toEqual(one.run.result?.rows);
        // Then a question that needs no model, and a follow-up question to that one.
        const between = await asker().ask({ ...asking, question: planned });
        expect(between.run).toMatchObject({ status: 'succeeded', result: { rows: [[3000]] }, usage: { llmCalls: 0 } });
        const last = await asker().ask({ ...asking, question: following });
        expect(last.run).toMatchObject({ status: 'succeeded', usage: { llmCalls: 0 } });
      },
    );

    it('a prompt contains no question of another conversation', async () => {
      const { prompt } = await asker().ask(
        { connection: 'commerce', conversationId: 'w1-other', question: '那2023年的凯恩斯指数呢' },
        [inYear(2023)],
      );
      expect(prompt).not.toContain('2025年订单的凯恩斯指数');
    });
  });
}
