import { planQuestion } from '@querent/planner';
import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { shapeOf } from '@querent/model/fixture';
import { sameRows } from '../judge/compare-rows';
import { demoQuestions, TODAY } from '../judge/demo-questions';
import { answerOf, openTargets, rowsOf, TIMEZONE, type Target, type Targets } from '../judge/target';
import { CHINESE } from './chinese';
import type { Conversation, ConversationTurn } from './conversation';
import { ENGLISH } from './english';

interface Played {
  turn: ConversationTurn;
  plan: PlanResult;
}

describe('conversations over the demo', () => {
  let targets: Targets;

  beforeAll(async () => {
    targets = await openTargets();
  }, 240_000);

  afterAll(() => targets.stop());

  it('the demo has four or more conversations per language, with eight or more turns and enough hand-written SQL', () => {
    for (const conversations of [CHINESE, ENGLISH]) {
      expect(conversations.length).toBeGreaterThanOrEqual(4);
      for (const { turns } of conversations) expect(turns.length).toBeGreaterThanOrEqual(8);
    }
    expect(
      [...CHINESE, ...ENGLISH].flatMap(({ turns }) => turns.filter(({ sql }) => sql !== undefined)).length,
    ).toBeGreaterThanOrEqual(24);
  });

  it.each([...CHINESE, ...ENGLISH].map((one) => [one.name, one] as const))(
    '%s: the expected query after each turn',
    (_name, conversation) => {
      const played = play(conversation, targets.of(conversation.connection));
      expect(played.map(({ turn, plan }) => `${turn.question} → ${shapeOf(plan)}`)).toEqual(
        conversation.turns.map((turn) => `${turn.question} → ${turn.shape}`),
      );
      for (const { turn, plan } of played) {
        expect([turn.question, plan.kind === 'planned' && plan.continued]).toEqual([turn.question, turn.continued]);
        if (plan.kind === 'planned' && turn.continued)
          expect(plan.disclosures.join()).toMatch(
            conversation.locale === 'zh' ? /沿用上一个问题，/ : /continues the previous question: /,
          );
      }
    },
  );

  it.each([...CHINESE, ...ENGLISH].map((one) => [one.name, one] as const))(
    '%s: the rows of a statement written by hand',
    async (_name, conversation) => {
      const target = targets.of(conversation.connection);
      for (const { turn, plan } of play(conversation, target)) {
        if (plan.kind !== 'planned') throw new Error(`“${turn.question}” is ${plan.kind}`);
        const { compiled, result } = await answerOf(target, plan.query, conversation.locale);
        if (turn.sql === undefined) continue;
        const gold = await rowsOf(target, turn.sql);
        const same = sameRows(gold.rows, result.rows, {
          ordered: turn.ordered ?? false,
          prefix: false,
          anyLayout: plan.query.compare !== null,
        });
        if (!same || gold.rows.length === 0)
          throw new Error(
            `“${turn.question}”: ${JSON.stringify(gold.rows.slice(0, 5))} expected, not ${JSON.stringify(result.rows.slice(0, 5))}\n${compiled.sql}`,
          );
      }
    },
    60_000,
  );

  it('a gold question has the same query after an unrelated conversation as without one', () => {
    const gold = demoQuestions<{ question: string; connection: string; locale: 'zh' | 'en' }>('gold');
    const changed = gold.flatMap(({ question, connection, locale }) => {
      const { model } = targets.of(connection);
      const alone = planned(question, locale, targets.of(connection), null);
      const contexts = [...CHINESE, ...ENGLISH]
        .filter((one) => one.connection === connection)
        .map(({ turns: [first], locale: spoken }) =>
          planQuestion({
            question: first?.question ?? '',
            locale: spoken,
            model,
            today: TODAY,
            timezone: TIMEZONE,
            choices: [],
          }),
        );
      return contexts.flatMap((before) =>
        before.kind === 'planned' &&
        JSON.stringify(planned(question, locale, targets.of(connection), before.query)) !== JSON.stringify(alone)
          ? [question]
          : [],
      );
    });
    expect(changed).toEqual([]);
  }, 120_000);
});

/** Plays the turns. The context is the last answered query, serialised as in the run record. */
function play({ turns, locale }: Conversation, target: Target): Played[] {
  let context: SemanticQuery | null = null;
  return turns.map((turn) => {
    const plan = planned(turn.question, locale, target, context);
    if (plan.kind === 'planned') context = JSON.parse(JSON.stringify(plan.query)) as SemanticQuery;
    return { turn, plan };
  });
}

function planned(question: string, locale: 'zh' | 'en', target: Target, context: SemanticQuery | null): PlanResult {
  return planQuestion({
    question,
    locale,
    model: target.model,
    today: TODAY,
    timezone: TIMEZONE,
    choices: [],
    context,
  });
}
