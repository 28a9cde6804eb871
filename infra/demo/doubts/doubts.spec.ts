import { emptyRunData, type Doubt, type Locale } from '@querent/contracts';
import { interpretReply, planQuestion } from '@querent/planner';
import { doubtsOf } from '../../../apps/chart/src/doubts/doubts';
import { shapeOf } from '../../../apps/chart/src/reading/result-shape';
import { demoQuestions, TODAY } from '../judge/demo-questions';
import { answerOf, openTargets, TIMEZONE, type Targets } from '../judge/target';

interface GoldQuestion {
  id: string;
  connection: string;
  question: string;
  locale: Locale;
  reply?: string;
}

const questions = demoQuestions<GoldQuestion>('gold');

describe('doubts about answers to gold questions', () => {
  let targets: Targets;
  const found: { id: string; question: string; doubts: Doubt[] }[] = [];
  let answered = 0;
  beforeAll(async () => {
    targets = await openTargets();
    for (const gold of questions) await look(gold);
  }, 240_000);
  afterAll(() => targets.stop());

  it('the correct answers to gold questions raise no doubts', () => {
    expect(found).toEqual([]);
    expect(answered).toBeGreaterThan(250);
  });

  async function look({ id, connection, question, locale, reply }: GoldQuestion): Promise<void> {
    const target = targets.of(connection);
    const asked = { question, locale, model: target.model, today: TODAY, timezone: TIMEZONE };
    const first = planQuestion({ ...asked, choices: [] });
    const read =
      first.kind === 'ambiguous' && reply !== undefined
        ? interpretReply(first.ambiguity, { text: reply }, { locale, question, model: target.model, today: TODAY })
        : null;
    const plan = read?.kind === 'choice' ? planQuestion({ ...asked, choices: [read.choice] }) : first;
    if (plan.kind !== 'planned') return;
    const { compiled, result } = await answerOf(target, plan.query, locale);
    answered += 1;
    const shape = shapeOf(
      { output: compiled.columns, rowCount: result.rowCount, truncated: result.truncated },
      result.rows,
      plan.query,
      locale,
    );
    const doubts = doubtsOf(emptyRunData().doubts, shape, plan.query, target.model);
    if (doubts.length > 0) found.push({ id, question, doubts });
  }
});
