import { hostileTexts, LONGEST_QUESTION } from './fixture/hostile-texts';
import { SHOP } from './fixture/shop';
import { modelOf } from './fixture/model-of';
import { planQuestion } from './plan-question';
import { interpretReply } from './reply/interpret-reply';

const TEXTS = 50;
/** Of the processor's time. The slowest takes some 80 ms warm, outside Jest; a text that takes time with its square or its cube takes many seconds. */
const MOST_MS = 1_500;
const TODAY = '2026-11-21';

/** As a database without a model file gives it: many tables, whose columns have the same names. */
const derived = modelOf(Object.fromEntries(Array.from({ length: 150 }, (_, n) => [
  `sys_${n % 7}_record_${n}`,
  `id integer, name text = alpha ${n}|beta gamma ${n}|北京${n}号, region_code text = north|south, amount numeric, created_at timestamptz${n === 0 ? '' : `, parent_id integer > sys_${(n - 1) % 7}_record_${n - 1}`}`,
])));
const models = { shop: SHOP, derived };

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const slow = (texts: readonly string[], work: (text: string) => unknown): string[] =>
  texts.flatMap((text) => {
    const took = cpuMs(() => work(text));
    return took > MOST_MS ? [`${Math.round(took)} ms: ${text.slice(0, 80)}`] : [];
  });

describe.each(Object.entries(models))('texts that try to cost the planner as much as they can, on the model %s', (_, model) => {
  const input = { locale: 'en' as const, model, today: TODAY, timezone: 'UTC', choices: [] };
  const texts = hostileTexts(model, TEXTS, 20_261_121);

  it('are no longer than a question may be, and the same for the same seed', () => {
    expect(texts.every(({ length }) => length <= LONGEST_QUESTION)).toBe(true);
    expect(hostileTexts(model, TEXTS, 20_261_121)).toEqual(texts);
  });

  it('cost no more than some dozen ordinary questions, alone and as the next turn of a conversation', () => {
    const first = Object.values(model.tables)[0]?.label.en ?? 'order';
    const before = planQuestion({ ...input, question: `how many ${first}` });
    const context = before.kind === 'planned' ? before.query : null;
    expect(slow(texts, (question) => planQuestion({ ...input, question }))).toEqual([]);
    expect(slow(texts, (question) => planQuestion({ ...input, question, context }))).toEqual([]);
  });
});

describe('marks within quotes', () => {
  const marks = Array.from('.,;:!?-_\'`()[]{}<>/|@#$%^&*+=~，。；：！？、·“”‘’《》（）');
  const quoted = marks.flatMap((mark) => [`'${mark}'`, `‘${mark}’`, `’${mark}‘`, `"${mark}"`, `“${mark}”`, `”${mark}“`, `「${mark}」`, `"${mark}${mark}"`]);

  it.each(quoted)('%s names nothing, and the question ends all the same', (text) => {
    const input = { locale: 'en' as const, model: SHOP, today: TODAY, timezone: 'UTC', choices: [] };
    for (const question of [text, `orders of ${text}`, `orders of ${text} )`, `${text}, orders`])
      expect(planQuestion({ ...input, question }).kind).toMatch(/^(planned|ambiguous|unsupported|chitchat)$/);
  });
});

describe('texts that try to cost as much as they can, as replies', () => {
  const input = { locale: 'en' as const, model: SHOP, today: TODAY, timezone: 'UTC', choices: [] };
  const question = 'expensive products launched in 2025';
  const asked = planQuestion({ ...input, question });
  const reply = (text: string): unknown => (asked.kind === 'ambiguous' ? interpretReply(asked.ambiguity, { text }, { ...input, question }) : fail());
  const fail = (): never => {
    throw new Error('The question is not asked about.');
  };

  it('cost no more than some dozen ordinary ones', () => {
    expect(slow(hostileTexts(SHOP, TEXTS, 7), reply)).toEqual([]);
  });

  it('are no corrections when they hold more than a correction does: each part has up to three places', () => {
    const parts = Array.from({ length: 40 }, (_, n) => ['VIP clients', 'Hangzhou', 'books', 'in 2024'][n % 4]).join(' and ');
    expect(slow([parts], reply)).toEqual([]);
  });
});

describe('a question with more words than can be read together', () => {
  const input = { model: SHOP, today: TODAY, timezone: 'UTC', choices: [] };

  it.each([
    ['en', Array.from({ length: 200 }, () => 'orders in Hangzhou').join(' and '), 'The question is too long to be read.'],
    ['zh', '杭州的订单和'.repeat(200), '问题太长'],
  ] as const)('is declined in words that say so: %s', (locale, question, words) => {
    const plan = planQuestion({ ...input, locale, question });
    expect(plan).toMatchObject({ kind: 'unsupported', reason: expect.stringContaining(words), unknown: [] });
  });
});
