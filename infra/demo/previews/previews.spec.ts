import type { Locale } from '@querent/contracts';
import { type Preview, planQuestion, previewQuestion } from '@querent/planner';
import { demoQuestions, TODAY } from '../judge/demo-questions';
import { openTargets, TIMEZONE, type Target, type Targets } from '../judge/target';

interface DemoQuestion {
  connection: string;
  question: string;
  locale: Locale;
}

describe('previews of the demo’s questions', () => {
  let targets: Targets;
  let previews: { target: Target; asked: DemoQuestion; preview: Preview }[];
  const inputOf = (target: Target, question: string, locale: Locale) => ({
    question,
    locale,
    model: target.model,
    today: TODAY,
    timezone: TIMEZONE,
    choices: [],
  });

  beforeAll(async () => {
    targets = await openTargets();
    previews = demoQuestions<DemoQuestion>('gold').map((asked) => {
      const target = targets.of(asked.connection);
      return { target, asked, preview: previewQuestion(inputOf(target, asked.question, asked.locale)) };
    });
  }, 300_000);
  afterAll(() => targets.stop());

  it('conclude as the planner does', () => {
    const kindOf = {
      planned: ['planned'],
      ambiguous: ['ambiguous'],
      unsupported: ['unsupported', 'uncovered'],
      chitchat: ['unsupported'],
    };
    for (const { target, asked, preview } of previews) {
      const { kind } = planQuestion(inputOf(target, asked.question, asked.locale));
      expect([asked.question, kindOf[kind]]).toEqual([asked.question, expect.arrayContaining([preview.kind])]);
    }
  });

  it('have sorted parts without overlaps; nearly every planned question has some', () => {
    for (const { asked, preview } of previews) {
      const ends = [0, ...preview.parts.map(({ to }) => to)];
      for (const [at, { from, to }] of preview.parts.entries())
        expect([asked.question, from >= (ends[at] ?? 0) && from < to && to <= asked.question.length]).toEqual([
          asked.question,
          true,
        ]);
    }
    const planned = previews.filter(({ preview }) => preview.kind === 'planned');
    expect(planned.length).toBeGreaterThan(100);
    expect(planned.filter(({ preview }) => preview.parts.length > 0).length / planned.length).toBeGreaterThan(0.98);
  });

  it('have alternatives for nearly all figures, groupings, periods and ranks, if all are sought', () => {
    const parts = previews
      .filter(({ preview }, at) => preview.kind === 'planned' && at % 8 === 0)
      .flatMap(
        ({ target, asked }) => previewQuestion(inputOf(target, asked.question, asked.locale), { sought: 'all' }).parts,
      )
      .filter(({ kind }) => ['metric', 'dimension', 'time', 'limit'].includes(kind));
    expect(parts.length).toBeGreaterThan(30);
    const changeable = parts.filter(({ alternatives }) => alternatives !== undefined);
    expect(changeable.length / parts.length).toBeGreaterThan(0.8);
  });

  it('offer only changed questions that are answered or asked about', () => {
    const offered = previews.flatMap(({ target, asked, preview }) =>
      preview.parts.flatMap(({ alternatives }) =>
        (alternatives ?? []).map(({ replacement }) => ({ target, asked, replacement })),
      ),
    );
    expect(offered.length).toBeGreaterThan(500);
    const unread = offered.filter(
      ({ target, asked, replacement }) =>
        !['planned', 'ambiguous'].includes(planQuestion(inputOf(target, replacement, asked.locale)).kind),
    );
    expect(unread.map(({ replacement }) => replacement)).toEqual([]);
  });
});
