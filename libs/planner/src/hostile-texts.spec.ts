import { signatureOf } from '@querent/model';
import { modelOf, SHOP } from '@querent/model/fixture';
import { BIKES } from './fixture/bikes';
import { hostileTexts, LONGEST_QUESTION } from './fixture/hostile-texts';
import { planQuestion } from './plan-question';
import { previewQuestion } from './preview/preview-question';
import { interpretReply } from './replies/interpret-reply';

/** Processor time: about ten times that of the slowest text outside Jest. */
const MOST_MS = 1_000;
/** A preview reads a question, finds its words, and reads a bounded number of changed questions. */
const MOST_FOR_PREVIEW = 2 * MOST_MS;

const repeated = (text: string): string =>
  text.repeat(Math.ceil(LONGEST_QUESTION / text.length)).slice(0, LONGEST_QUESTION);

const HOSTILE: readonly (readonly [string, string])[] = [
  ['one word', 'o'.repeat(LONGEST_QUESTION)],
  ['names', repeated('station rides ')],
  ['names within a hundred nodes', repeated('station rides ').slice(0, 700)],
  ['digits', '7'.repeat(LONGEST_QUESTION)],
  ['numbers', repeated('7 ')],
  ['operators', repeated('most of the average per ')],
  ['operators within a hundred nodes', repeated('most of the average per ').slice(0, 500)],
  ['values', repeated('gold and silver or ')],
  ['values within a hundred nodes', repeated('gold and silver or ').slice(0, 500)],
  ['periods', repeated('last year and this month ')],
  ['Han names', repeated('站点的骑行')],
  ['Han names within a hundred nodes', repeated('站点的骑行').slice(0, 100)],
  ['mixed scripts', repeated('站点 rides 每 gold 7 ')],
  ['emoji', repeated('🚲')],
  ['brackets', repeated('([{')],
  ['quoted marks', repeated("\".“,”。'-', ‘.’。")],
  ['filler', repeated('please show me the ')],
  ['a Han function character', '于'.repeat(LONGEST_QUESTION)],
  ['a Han measure word', '单'.repeat(LONGEST_QUESTION)],
];

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const POLITE_ZH = '您好，麻烦你帮我查一下，谢谢，我想了解一下，请问一下，拜托帮忙看一看，多谢多谢，';
const POLITE_EN = 'hello, could you please help me, i would like to know, thank you, please tell me, could you please ';

describe('a text with more parts than the planner combines', () => {
  const read = (question: string, locale: 'zh' | 'en') =>
    planQuestion({ question, locale, model: BIKES, today: '2026-11-21', timezone: 'UTC', choices: [] });

  it.each([
    ['en', repeated('most of the average per '), 'too long'],
    ['zh', repeated('站点的骑行'), '太长'],
  ] as const)('a question with too many parts is declined as too long (%s)', (locale, question, words) => {
    const plan = read(question, locale);
    expect(plan.kind === 'unsupported' && plan.reason).toContain(words);
  });

  it.each([
    ['en', `${POLITE_EN.repeat(4)}how many rides last year`, 'how many rides last year'],
    ['en', `how many rides last year ${POLITE_EN.repeat(4)}`, 'how many rides last year'],
    ['zh', `${POLITE_ZH.repeat(8)}去年有多少次骑行`, '去年有多少次骑行'],
  ] as const)('a polite frame of 300 characters leaves no question (%s)', (locale, question, plain) => {
    expect(question.length).toBeGreaterThan(300);
    const [plan, same] = [read(question, locale), read(plain, locale)];
    expect(plan.kind === 'planned' && signatureOf(plan.query)).toBe(same.kind === 'planned' && signatureOf(same.query));
    expect(same.kind).toBe('planned');
  });
});

describe('a hostile text', () => {
  it.each(HOSTILE)('a hostile text of %s takes little time', (_, question) => {
    const input = { question, locale: 'en' as const, model: BIKES, today: '2026-11-21', timezone: 'UTC', choices: [] };
    const context = planQuestion({ ...input, question: 'how many rides last year' });
    const last = context.kind === 'planned' ? context.query : null;
    expect(cpuMs(() => void planQuestion(input))).toBeLessThan(MOST_MS);
    expect(cpuMs(() => void planQuestion({ ...input, context: last }))).toBeLessThan(MOST_MS);
    expect(cpuMs(() => void previewQuestion({ ...input, context: last }))).toBeLessThan(MOST_FOR_PREVIEW);
  });
});

const TEXTS = 50;
const SEED = 20_261_121;

/** A model without a file: many tables whose columns share their names. */
const derived = modelOf(
  Object.fromEntries(
    Array.from({ length: 150 }, (_, n) => [
      `sys_${n % 7}_record_${n}`,
      `id integer, name text = alpha ${n}|beta gamma ${n}|北京${n}号, region_code text = north|south, ` +
        `amount numeric, created_at timestamptz` +
        (n === 0 ? '' : `, parent_id integer > sys_${(n - 1) % 7}_record_${n - 1}`),
    ]),
  ),
);

const slow = (texts: readonly string[], work: (text: string) => void, most = MOST_MS): string[] =>
  texts.flatMap((text) => {
    const took = cpuMs(() => work(text));
    return took > most ? [`${Math.round(took)} ms: ${text.slice(0, 80)}`] : [];
  });

describe.each(Object.entries({ shop: SHOP, derived }))('generated hostile texts over the model %s', (_, model) => {
  const input = { locale: 'en' as const, model, today: '2026-11-21', timezone: 'UTC', choices: [] };
  const texts = hostileTexts(model, TEXTS, SEED);

  it('generated texts respect the length limit and are reproducible by seed', () => {
    expect(texts.every(({ length }) => length <= LONGEST_QUESTION)).toBe(true);
    expect(hostileTexts(model, TEXTS, SEED)).toEqual(texts);
  });

  it('generated texts take little time, alone and as a turn', () => {
    const first = Object.values(model.tables)[0]?.label.en ?? 'order';
    const before = planQuestion({ ...input, question: `how many ${first}` });
    const context = before.kind === 'planned' ? before.query : null;
    expect(context).not.toBeNull();
    expect(slow(texts, (question) => void planQuestion({ ...input, question }))).toEqual([]);
    expect(slow(texts, (question) => void planQuestion({ ...input, question, context }))).toEqual([]);
    expect(slow(texts, (question) => void previewQuestion({ ...input, question, context }), MOST_FOR_PREVIEW)).toEqual(
      [],
    );
  });
});

describe('punctuation within quotes', () => {
  const marks = Array.from(".,;:!?-_'`()[]{}<>/|@#$%^&*+=~，。；：！？、·“”‘’《》（）");
  const quoted = marks.flatMap((mark) => [
    `'${mark}'`,
    `‘${mark}’`,
    `’${mark}‘`,
    `"${mark}"`,
    `“${mark}”`,
    `”${mark}“`,
    `「${mark}」`,
    `"${mark}${mark}"`,
  ]);

  it.each(quoted)('%s names nothing, and planning terminates', (text) => {
    const input = { locale: 'en' as const, model: SHOP, today: '2026-11-21', timezone: 'UTC', choices: [] };
    for (const question of [text, `orders of ${text}`, `orders of ${text} )`, `${text}, orders`])
      expect(planQuestion({ ...input, question }).kind).toMatch(/^(planned|ambiguous|unsupported|chitchat)$/);
  });
});

/** A reply is read as an option, as a change of the question, and together with the changed question. */
const MOST_FOR_REPLY = 3 * MOST_MS;

describe('generated hostile texts as replies', () => {
  const input = { locale: 'en' as const, model: SHOP, today: '2026-11-21', timezone: 'UTC', choices: [] };
  const question = 'orders';
  const asked = planQuestion({ ...input, question });
  const reply = (text: string): void => {
    if (asked.kind !== 'ambiguous') throw new Error('The question is not asked about.');
    interpretReply(asked.ambiguity, { text }, { ...input, question });
  };

  it('hostile replies take little time', () => {
    expect(slow(hostileTexts(SHOP, TEXTS, 7), reply, MOST_FOR_REPLY)).toEqual([]);
  });

  it('a reply with more parts than a correction is no correction', () => {
    const parts = Array.from({ length: 40 }, (_, n) => ['VIP clients', 'Hangzhou', 'books', 'in 2024'][n % 4]);
    expect(slow([parts.join(' and ')], reply, MOST_FOR_REPLY)).toEqual([]);
  });
});
