import { detectLocale } from '@querent/language';
import fc from 'fast-check';
import type { Choice, PlanResult } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { LIBRARY, SCHOOLS, SIGHTS, shapeOf } from '@querent/model/fixture';
import { planQuestion } from './plan-question';
import { interpretReply } from './replies/interpret-reply';

function plan(model: SemanticModel, question: string, choices: Choice[] = []): PlanResult {
  return planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices,
  });
}

const PLANNED: [SemanticModel, string][] = [
  [LIBRARY, 'how many members are there'],
  [LIBRARY, 'number of loans by genre'],
  [LIBRARY, 'books with price between 10 and 20'],
  [LIBRARY, 'members with no loans'],
  [LIBRARY, 'top 3 books by number of loans'],
  [LIBRARY, 'fines by branch last year'],
  [LIBRARY, '各分馆的借阅数'],
  [LIBRARY, '20元以上的书'],
  [SCHOOLS, '各区带宽'],
  [SCHOOLS, '2024年带宽最高的3所学校'],
  [SIGHTS, '评分最高的10个景区'],
  [SIGHTS, '浙江有多少5A景区'],
];
const questions = fc.constantFrom(...PLANNED);

describe('the planner', () => {
  it('polite words do not change the query', () => {
    const polite: Record<string, [string, string][]> = {
      en: [
        ['please tell me ', ''],
        ['could you ', ' please'],
        ['', ' ?'],
        ['I want to know ', ''],
      ],
      zh: [
        ['请问', ''],
        ['帮我查一下', ''],
        ['我想知道', '？'],
        ['', '呢'],
      ],
    };
    fc.assert(
      fc.property(questions, fc.nat(3), ([model, question], pick) => {
        const [before, after] = polite[detectLocale(question)]?.[pick] ?? ['', ''];
        expect(shapeOf(plan(model, before + question + after))).toBe(shapeOf(plan(model, question)));
      }),
    );
  });

  it('a question with an inserted unknown word is never planned', () => {
    const nonsense = fc.constantFrom('blorp', 'zxqv', 'quixotic', 'wumpus', '呱呱', '嚯嘭', '饕餮', '囧');
    fc.assert(
      fc.property(questions, nonsense, fc.nat(10), ([model, question], word, where) => {
        const words =
          detectLocale(question) === 'zh'
            ? [...question.matchAll(/[\u4e00-\u9fff]+|[^\u4e00-\u9fff]+/g)].map(([part]) => part)
            : question.split(' ');
        const at = where % (words.length + 1);
        const spoilt = [...words.slice(0, at), word, ...words.slice(at)].join(
          detectLocale(question) === 'zh' ? '' : ' ',
        );
        expect(plan(model, spoilt).kind).not.toBe('planned');
      }),
    );
  });

  it.each([
    'members who only borrowed fiction',
    '只借阅过小说的读者',
    'top 10% of books by price',
    'members in Leeds or student members',
    'where are the books',
    'show the book each member borrowed most',
    'members without student branches',
    'loans per employee',
    'which member has the highest number of fines of books of branches of members of nowhere',
    'price of the cheapest book of the largest branch',
    'members who had loans in 2024 and 2025',
    'fines after 6 pm',
    'update the price of Dune',
    'next year loans',
    'books larger than the previous one',
    '5公里以内的图书',
  ])('“%s” is not answered by a guess', (question) => {
    expect(plan(LIBRARY, question).kind).not.toBe('planned');
  });

  it('another number gives another query', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999 }), fc.integer({ min: 2, max: 999 }), (a, b) => {
        for (const [model, template] of [
          [LIBRARY, 'books over N pages'],
          [LIBRARY, 'N元以上的书'],
          [SIGHTS, '评分最高的N个景区'],
          [LIBRARY, 'members with more than N loans'],
        ] as const) {
          const [first, second] = [a, b].map((number) => plan(model, template.replace('N', String(number))));
          expect(first?.kind).toBe('planned');
          expect(JSON.stringify(first) === JSON.stringify(second)).toBe(a === b);
        }
      }),
    );
  });

  it('the same question gives the same plan', () => {
    for (const [model, question] of PLANNED) expect(plan(model, question)).toEqual(plan(model, question));
  });

  it('every option of every ambiguity settles its key, so nothing is asked twice', () => {
    for (const [model, question] of [
      [SCHOOLS, '看看基础设施的情况'],
      [SCHOOLS, '好学校有多少'],
      [SCHOOLS, '安全'],
      [LIBRARY, '统计借阅'],
      [SIGHTS, '西湖附近的景区'],
      [LIBRARY, "members whose city is 'Paris'"],
    ] as const) {
      const first = plan(model, question);
      if (first.kind !== 'ambiguous') throw new Error(`${question} should ask, but is ${first.kind}`);
      expect(first.ambiguity.options.length).toBeGreaterThanOrEqual(2);
      for (const option of first.ambiguity.options) {
        const second = plan(model, question, [{ key: first.ambiguity.key, value: option.value }]);
        expect(second.kind === 'ambiguous' ? second.ambiguity.key : second.kind).not.toBe(first.ambiguity.key);
      }
    }
  });

  it('a misspelt word is read as the nearest name, and this is disclosed', () => {
    const found = plan(LIBRARY, 'number of memebrs by kind');
    expect(shapeOf(found)).toBe(shapeOf(plan(LIBRARY, 'number of members by kind')));
    expect(found.understood.confidence).toBeLessThan(1);
    expect(found.kind === 'planned' && found.disclosures.some((text) => text.includes('memebrs'))).toBe(true);
  });

  it('a parent metric is asked about, and the reply continues the question', () => {
    const first = plan(SCHOOLS, '帮我看看基础设施的情况');
    if (first.kind !== 'ambiguous') throw new Error('should ask');
    const reply = interpretReply(
      first.ambiguity,
      { text: '就要综合评分' },
      { locale: 'zh', question: '帮我看看基础设施的情况', model: SCHOOLS, today: '2026-11-21' },
    );
    if (reply.kind !== 'choice') throw new Error('should choose');
    const second = plan(SCHOOLS, '帮我看看基础设施的情况', [reply.choice]);
    expect(shapeOf(second)).toBe('assessments | infrastructure* | where assessments.year latest');
    expect(second.kind === 'planned' && second.disclosures).toContain('年份取最新');
  });

  it.each<[SemanticModel, string, string, string]>([
    [LIBRARY, 'fines by branch this year', 'what about last year', 'fines by branch last year'],
    [LIBRARY, '今年的借阅数', '那去年呢', '去年的借阅数'],
    [LIBRARY, 'how many loans in York', 'what about Leeds', 'how many loans in Leeds'],
    [SCHOOLS, '2024年各区带宽', '那2025年呢', '2025年各区带宽'],
  ])('a follow-up replaces the part that it names (%#)', (model, before, question, whole) => {
    const first = plan(model, before);
    const context = first.kind === 'planned' ? first.query : null;
    const followed = planQuestion({
      question,
      locale: detectLocale(question),
      model,
      today: '2026-11-21',
      timezone: 'Asia/Shanghai',
      choices: [],
      context,
    });
    expect(shapeOf(followed)).toBe(shapeOf(plan(model, whole)));
  });
});
