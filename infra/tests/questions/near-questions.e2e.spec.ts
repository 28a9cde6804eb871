import type { Locale, Run } from '@querent/contracts';
import { nearQuestions } from '@querent/planner';
import { askInWords, pauseFor } from '@querent/explain';
import { errorClassOf } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { openStageChain, type StageChain, type Told } from '../product/stage-chain';

/** Questions that no statement was found for, about things of each schema of the demo. */
const unanswered: Record<string, [Locale, string][]> = {
  commerce: [
    ['en', 'how loyal are customers by moon phase'],
    ['zh', '客户的忠诚指数随月相怎么变化'],
    ['en', 'blorp of the wumpus'],
  ],
  education: [
    ['en', 'how happy are schools by colour of the roof'],
    ['zh', '学校的幸福感怎么样'],
    ['en', 'xyzzy'],
  ],
  tourism: [
    ['en', 'which scenic spots smell best'],
    ['zh', '哪些景区最香'],
    ['en', 'xyzzy'],
  ],
};

describe('after the last failed statement of a model, on a connection without a model file', () => {
  let postgres: ThrowAwayPostgres;
  const chains = new Map<string, StageChain>();
  beforeAll(async () => {
    postgres = await startPostgres({ demoDay: '2026-11-21' });
    for (const schema of Object.keys(unanswered))
      chains.set(schema, await openStageChain(postgres.url, schema, { statementTimeoutMs: 20_000 }));
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...chains.values()].map((chain) => chain.close()));
    await postgres?.stop();
  });

  const chainOf = (schema: string): StageChain => {
    const chain = chains.get(schema);
    if (chain === undefined) throw new Error(`${schema} is not open`);
    return chain;
  };

  /** The run as the generator leaves it when every try has failed. */
  function paused(told: Told, chain: StageChain): Told {
    const run: Run = {
      ...told.run,
      status: 'awaiting_clarification',
      data: { ...told.run.data, semanticQuery: null, error: null },
    };
    const ambiguity = askInWords(run, errorClassOf('syntax'), () => nearQuestions(run, chain.model, []));
    if (ambiguity === null) throw new Error('nothing is asked');
    const data = {
      ...run.data,
      ...pauseFor(run, ambiguity, { now: Date.now, clarificationTtlMs: 60_000 }),
      asked: [ambiguity.key],
    };
    return { ...told, run: { ...run, data } };
  }

  const questions = Object.entries(unanswered).flatMap(([schema, asked]) =>
    asked.map(([locale, question]) => [schema, locale, question] as const),
  );

  it.each(questions)(
    '%s, %s: “%s” offers two or three near questions, each of which is answered when it is chosen',
    async (schema, locale, question) => {
      const chain = chainOf(schema);
      const asked = paused(await chain.ask(question, locale), chain);
      const options = asked.run.data.clarification?.options ?? [];
      expect(options.length).toBeGreaterThanOrEqual(2);
      expect(options.length).toBeLessThanOrEqual(3);
      for (const { id, label } of options) {
        const { run, events } = await chain.reply(asked, `#${id}`);
        expect({
          label,
          status: run.status,
          events: events.slice(-2),
          rows: (run.data.result?.rowCount ?? 0) > 0,
        }).toEqual({ label, status: 'presenting', events: ['generated', 'executed'], rows: true });
        expect(run.data.restatedQuestion).toBe(label);
      }
    },
    60_000,
  );
});
