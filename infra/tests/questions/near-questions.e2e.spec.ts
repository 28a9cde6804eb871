import { type Outcome, type Run } from '@querent/contracts';
import type { Locale } from '@querent/language';
import { nearQuestions } from '@querent/planner';
import { askInWords, pauseFor } from '@querent/explain';
import { errorClassOf } from '@querent/sql';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { openStageChain, type StageChain, type AskedRun } from '../product/stage-chain';

/** Questions for which no statement was found, about each schema of the demo. */
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
  let chain: StageChain;
  beforeAll(async () => {
    postgres = await startPostgres({ demoDay: '2026-11-21' });
    chain = await openStageChain(postgres.url, Object.keys(unanswered), { statementTimeoutMs: 20_000 });
  }, 120_000);
  afterAll(async () => {
    await chain?.close();
    await postgres?.stop();
  });

  /** Returns the generator's outcome when every attempt has failed. */
  async function asked({ run: { data, ...run } }: AskedRun, schema: string): Promise<Outcome> {
    const failed: Run = { ...run, data: { ...data, semanticQuery: null, error: null } };
    const model = await chain.model(schema);
    const ambiguity = askInWords(failed, errorClassOf('syntax'), () => nearQuestions(failed, model, []));
    if (ambiguity === null) throw new Error('no clarification was created');
    const pause = pauseFor(failed, ambiguity, { now: Date.now, clarificationTtlMs: 60_000 });
    return {
      event: 'clarification_needed',
      patch: { intent: data.intent, ...pause, asked: [ambiguity.key] },
      steps: [],
    };
  }

  const questions = Object.entries(unanswered).flatMap(([schema, asking]) =>
    asking.map(([locale, question]) => [schema, locale, question] as const),
  );

  it.each(questions)(
    'an unanswerable question offers two or three near questions, each of which is answered: %s, %s, “%s”',
    async (schema, locale, question) => {
      const outcome = await asked(await chain.ask(schema, question, locale), schema);
      const options = outcome.patch.clarification?.options ?? [];
      expect(options.length).toBeGreaterThanOrEqual(2);
      expect(options.length).toBeLessThanOrEqual(3);
      for (const { id, label } of options) {
        const paused = await chain.ask(schema, question, locale, async () => outcome);
        const { run, events } = await chain.reply(paused, `#${id}`);
        expect({
          label,
          status: run.status,
          events: events.slice(-3),
          rows: (run.data.result?.rowCount ?? 0) > 0,
        }).toEqual({ label, status: 'succeeded', events: ['generated', 'executed', 'presented'], rows: true });
        expect(run.data.restatedQuestion).toBe(label);
      }
    },
    60_000,
  );
});
