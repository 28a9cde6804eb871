import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interpretReply, planQuestion, type SemanticModel } from '@querent/semantic';
import type { PlanResult } from '@querent/contracts';
import { sameRows } from '../judge/compare-rows';
import { answerOf, openPlaces, rowsOf, TIMEZONE, TODAY, type Place, type Places } from '../judge/place';

interface GoldQuestion {
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

type Verdict = { id: string; question: string; kind: string; verdict: 'right' | 'wrong' | 'declined' | 'asked' | 'failed'; detail: string };

const questions = readFileSync(join(__dirname, 'questions.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as GoldQuestion);

describe('the gold questions, answered without a language model', () => {
  let places: Places;
  const verdicts: Verdict[] = [];

  beforeAll(async () => {
    places = await openPlaces();
    for (const question of questions) verdicts.push(await judge(question));
    const report = process.env['GOLD_REPORT'];
    if (report !== undefined) writeFileSync(report, verdicts.map((verdict) => JSON.stringify(verdict)).join('\n'));
  }, 240_000);

  afterAll(() => places.stop());

  it('gives no wrong rows, and never rows where none may be given', () => {
    expect(verdicts.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  });

  it('gives no statement that the guard refuses or the database cannot run', () => {
    expect(verdicts.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });

  it('gives the right rows wherever they can be given', () => {
    expect(verdicts.filter(({ verdict }) => verdict === 'asked' || verdict === 'declined')).toEqual([]);
  });

  async function judge(gold: GoldQuestion): Promise<Verdict> {
    const tell = (verdict: Verdict['verdict'], detail = ''): Verdict => ({ id: gold.id, question: gold.question, kind: gold.kind, verdict, detail });
    const place = places.of(gold.connection);
    const first = plan(gold, place.model, []);
    const final = first.kind === 'ambiguous' && gold.reply !== undefined ? afterReply(gold, first, place.model) : first;
    if (gold.expect !== 'rows' && gold.reply === undefined) {
      if (final.kind === 'planned') return tell('wrong', `answered: ${final.refinedQuestion}`);
      if (gold.expect === 'clarification' && final.kind !== 'ambiguous') return tell('declined', `${final.kind}, a clarification was due`);
      return tell('right');
    }
    if (gold.reply !== undefined && (first.kind !== 'ambiguous' || (gold.trigger !== undefined && first.ambiguity.trigger !== gold.trigger))) {
      return tell(first.kind === 'planned' ? 'wrong' : 'declined', `${first.kind} instead of a pause (${gold.trigger})`);
    }
    if (final.kind === 'ambiguous') return tell('asked', `${final.ambiguity.trigger}: ${final.ambiguity.question}`);
    if (final.kind !== 'planned') return tell('declined', 'reason' in final ? final.reason : final.kind);
    if (gold.sql === undefined) return tell('right');
    return compare(gold, final, place, tell);
  }

  async function compare(gold: GoldQuestion, planned: Extract<PlanResult, { kind: 'planned' }>, place: Place, tell: (verdict: Verdict['verdict'], detail?: string) => Verdict): Promise<Verdict> {
    try {
      const { compiled, result: ours } = await answerOf(place, planned.query, gold.locale);
      const how = { ordered: gold.ordered ?? false, prefix: gold.prefix ?? false, anyLayout: gold.shape !== undefined };
      for (const text of [gold.sql ?? '', ...(gold.alternatives ?? [])]) {
        const theirs = await rowsOf(place, text);
        if (sameRows(theirs.rows, ours.rows, how)) return tell('right');
      }
      return tell('wrong', `${planned.refinedQuestion}\n${compiled.sql}\n${JSON.stringify(compiled.params)}\n${JSON.stringify(ours.rows.slice(0, 3))} (${ours.rowCount})`);
    } catch (error) {
      return tell('failed', error instanceof Error ? error.message : String(error));
    }
  }
});

const plan = (gold: GoldQuestion, model: SemanticModel, choices: { key: string; value: string }[]): PlanResult =>
  planQuestion({ question: gold.question, locale: gold.locale, model, today: TODAY, timezone: TIMEZONE, choices });

function afterReply(gold: GoldQuestion, paused: Extract<PlanResult, { kind: 'ambiguous' }>, model: SemanticModel): PlanResult {
  const read = interpretReply(paused.ambiguity, { text: gold.reply ?? '' }, { locale: gold.locale, question: gold.question, model, today: TODAY });
  return read.kind === 'choice' ? plan(gold, model, [read.choice]) : paused;
}
