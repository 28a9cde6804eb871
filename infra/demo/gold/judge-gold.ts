import { interpretReply, planQuestion } from '@querent/planner';
import type { SemanticModel } from '@querent/model';
import type { PlanResult } from '@querent/contracts';
import { sameRows } from '../judge/compare-rows';
import { demoQuestions, TODAY } from '../judge/demo-questions';
import { answerOf, rowsOf, TIMEZONE, type Target, type Targets } from '../judge/target';
import { rowsTiedLike } from '../judge/tied-rows';

/** A question with hand-written SQL. ../README.md describes the members. */
export interface GoldQuestion {
  id: string;
  connection: string;
  question: string;
  locale: 'zh' | 'en';
  kind: string;
  expect: 'rows' | 'clarification' | 'clarification|unsupported';
  sql?: string;
  alternatives?: string[];
  reply?: string;
  trigger?: string;
  ordered?: boolean;
  prefix?: boolean;
  shape?: string;
}

export type GoldVerdict = {
  id: string;
  question: string;
  kind: string;
  expect: GoldQuestion['expect'];
  verdict: 'right' | 'wrong' | 'declined' | 'asked' | 'failed';
  detail: string;
};

export const goldQuestions = demoQuestions<GoldQuestion>('gold');

/** Plans a gold question, with its reply if it has one, and compares the rows with those of its SQL. */
export async function judgeGold(gold: GoldQuestion, targets: Pick<Targets, 'of'>): Promise<GoldVerdict> {
  const verdictOf = (verdict: GoldVerdict['verdict'], detail = ''): GoldVerdict => ({
    id: gold.id,
    question: gold.question,
    kind: gold.kind,
    expect: gold.expect,
    verdict,
    detail,
  });
  const target = targets.of(gold.connection);
  const first = plan(gold, target.model, []);
  const final = first.kind === 'ambiguous' && gold.reply !== undefined ? afterReply(gold, first, target.model) : first;
  if (gold.expect !== 'rows' && gold.reply === undefined) {
    if (final.kind === 'planned') return verdictOf('wrong', `answered: ${final.refinedQuestion}`);
    if (gold.expect === 'clarification' && final.kind !== 'ambiguous')
      return verdictOf('declined', `${final.kind}, a clarification was due`);
    return verdictOf('right');
  }
  if (
    gold.reply !== undefined &&
    (first.kind !== 'ambiguous' || (gold.trigger !== undefined && first.ambiguity.trigger !== gold.trigger))
  ) {
    return verdictOf(
      first.kind === 'planned' ? 'wrong' : 'declined',
      `${first.kind} instead of a pause (${gold.trigger})`,
    );
  }
  if (final.kind === 'ambiguous') return verdictOf('asked', `${final.ambiguity.trigger}: ${final.ambiguity.question}`);
  if (final.kind !== 'planned') return verdictOf('declined', 'reason' in final ? final.reason : final.kind);
  if (gold.sql === undefined) return verdictOf('right');
  return compare(gold, final, target, verdictOf);
}

async function compare(
  gold: GoldQuestion,
  planned: Extract<PlanResult, { kind: 'planned' }>,
  target: Target,
  verdictOf: (verdict: GoldVerdict['verdict'], detail?: string) => GoldVerdict,
): Promise<GoldVerdict> {
  try {
    const { compiled, result: ours } = await answerOf(target, planned.query, gold.locale);
    const how = { ordered: gold.ordered ?? false, prefix: gold.prefix ?? false, anyLayout: gold.shape !== undefined };
    for (const text of [gold.sql ?? '', ...(gold.alternatives ?? [])]) {
      const theirs = await rowsOf(target, text);
      if (sameRows(theirs.rows, ours.rows, how)) return verdictOf('right');
      const tied = await rowsTiedLike(ours.rows, text, async (sql) => (await rowsOf(target, sql)).rows);
      if (tied !== null && sameRows(tied, ours.rows, how)) return verdictOf('right');
    }
    return verdictOf(
      'wrong',
      `${planned.refinedQuestion}\n${compiled.sql}\n${JSON.stringify(compiled.params)}\n${JSON.stringify(ours.rows.slice(0, 3))} (${ours.rowCount})`,
    );
  } catch (error) {
    return verdictOf('failed', error instanceof Error ? error.message : String(error));
  }
}

const plan = (gold: GoldQuestion, model: SemanticModel, choices: { key: string; value: string }[]): PlanResult =>
  planQuestion({ question: gold.question, locale: gold.locale, model, today: TODAY, timezone: TIMEZONE, choices });

function afterReply(
  gold: GoldQuestion,
  paused: Extract<PlanResult, { kind: 'ambiguous' }>,
  model: SemanticModel,
): PlanResult {
  const read = interpretReply(
    paused.ambiguity,
    { text: gold.reply ?? '' },
    { locale: gold.locale, question: gold.question, model, today: TODAY },
  );
  return read.kind === 'choice' ? plan(gold, model, [read.choice]) : paused;
}
