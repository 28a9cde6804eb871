import { plainText } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { FARM } from './fixture/farm';
import { modelOf } from '@querent/model/fixture';
import { SHOP } from './fixture/shop';
import { namesSteps, openNames } from './find/open-names';

const LONGEST_QUESTION = 2_000;
const MOST_UNITS = 2_000;
/** Three times the calls of the slowest text: 79,000 take about 20 ms outside Jest. */
const MOST_CALLS = 240_000;
/** A text twice as long needs about twice as many calls; four times as many would be quadratic. */
const MOST_GROWTH = 3;
/** Twice the calls of the longest step, and of the whole model. */
const MOST_CALLS_A_STEP = 120_000;
const MOST_CALLS_TO_BUILD = 16_000_000;

const TABLES = 500;
const SYLLABLES = ['ka', 'lo', 'mi', 'ten', 'ru', 'shan', 'der', 'vo', 'bel', 'quin'];
const HAN = Array.from('华东南北京海江山河湖城市县区路店厂院校');

/** A deterministic made-up word for a number. */
const word = (n: number): string =>
  SYLLABLES[n % 10] +
  (SYLLABLES[Math.floor(n / 10) % 10] ?? '') +
  (SYLLABLES[Math.floor(n / 100) % 10] ?? '') +
  (n >= 1_000 ? (SYLLABLES[Math.floor(n / 1_000) % 10] ?? '') : '');
const han = (n: number): string =>
  [0, 1, 2, 3].map((at) => HAN[Math.floor(n / HAN.length ** at) % HAN.length] ?? '').join('');
const values = (from: number, count: number, name: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => name(from + n)).join('|');

/** 500 tables with columns of the same names, and 30,000 values. */
const LARGE = modelOf(
  Object.fromEntries(
    Array.from({ length: TABLES }, (_, n) => {
      const parent = n === 0 ? '' : ` > sys_${word(n - 1)}`;
      const places = values(n * 1_500, 1_500, (one) => `${han(one)}市`);
      const companies = values(n * 1_500, 1_500, (one) => `${word(one)} ${word(one * 7)} ltd`);
      const stored = n < 10 ? `, place text = ${places}, company text = ${companies}` : '';
      return [
        `sys_${word(n)}`,
        `id integer, name text, order_type text, ship_amt numeric, created_at timestamp, signing_date date,
         is_active boolean, parent_id integer${parent}${stored}`,
      ];
    }),
  ),
);

/** Functions that look up, copy text or collect. */
const COUNTED: readonly (readonly [object, readonly string[]])[] = [
  [Map.prototype, ['get', 'has', 'set']],
  [Set.prototype, ['has', 'add']],
  [
    String.prototype,
    [
      'slice',
      'substring',
      'charAt',
      'charCodeAt',
      'codePointAt',
      'at',
      'startsWith',
      'normalize',
      'toLowerCase',
      'replace',
      'split',
    ],
  ],
  [RegExp.prototype, ['exec', 'test']],
  [Array.prototype, ['push', 'slice', 'map', 'filter', 'some', 'every', 'find', 'flatMap', 'sort', 'join']],
];

/** Runs work with a counter of the calls of `COUNTED`. Unlike time, it does not depend on the machine's load. */
function counting<T>(work: (calls: () => number) => T): T {
  let calls = 0;
  const restore: (() => void)[] = [];
  for (const [prototype, name] of COUNTED.flatMap(([of, names]) => names.map((one) => [of, one] as const))) {
    const original = Object.getOwnPropertyDescriptor(prototype, name);
    const call = original?.value as (...args: unknown[]) => unknown;
    restore.push(() => Object.defineProperty(prototype, name, { ...original }));
    Object.defineProperty(prototype, name, {
      ...original,
      value(this: unknown, ...args: unknown[]) {
        calls += 1;
        return call.apply(this, args);
      },
    });
  }
  try {
    return work(() => calls);
  } finally {
    restore.forEach((one) => one());
  }
}

const callsOf = (work: () => void): number =>
  counting((calls) => {
    work();
    return calls();
  });

const repeated = (text: string): string =>
  text.repeat(Math.ceil(LONGEST_QUESTION / text.length)).slice(0, LONGEST_QUESTION);
const HOSTILE: readonly (readonly [string, string])[] = [
  ['one word', 'o'.repeat(LONGEST_QUESTION)],
  ['a word nearly known', repeated('custmer')],
  ['digits', '7'.repeat(LONGEST_QUESTION)],
  ['digits with commas', repeated('1,')],
  ['spaced digits', repeated('12 ')],
  ['the names of all tables', repeated('name ')],
  ['names of names', repeated('name of the name of ')],
  ['types', repeated('order type active ')],
  ['one Han character', repeated('市')],
  ['beginnings of values', repeated('华东')],
  ['Han text', repeated(HAN.join(''))],
  ['characters that sound alike', repeated('科护类型单壮太')],
  ['emoji', repeated('😀🏳️‍🌈')],
  ['brackets', repeated('(((')],
  ['quotes', repeated('"a" ')],
  ['an open quote', `"${repeated('name ')}`.slice(0, LONGEST_QUESTION)],
  ['marks', repeated("-_.'·")],
  [
    'strange words',
    Array.from({ length: 300 }, (_, n) => word(n * 37).replace('a', 'e'))
      .join(' ')
      .slice(0, LONGEST_QUESTION),
  ],
  ['glued words', repeated('ordertypename')],
  ['letters', repeated('a b c d ')],
  [
    'beginnings of words',
    Array.from({ length: 300 }, (_, n) => word(n))
      .join(' ')
      .slice(0, LONGEST_QUESTION),
  ],
];

describe('the names of a model with 500 tables and 30,000 values', () => {
  it('builds the names of a large model in short steps', () => {
    const steps = namesSteps(LARGE);
    const took: number[] = [];
    const whole = counting((calls) => {
      for (let done: boolean | undefined = false, before = 0; !done; before = calls()) {
        done = steps.next().done;
        took.push(calls() - before);
      }
      return calls();
    });
    expect(took.length).toBeGreaterThan(200);
    expect(Math.max(...took)).toBeLessThan(MOST_CALLS_A_STEP);
    expect(whole).toBeLessThan(MOST_CALLS_TO_BUILD);
  });

  it('finds names in a large model', () => {
    const units = openNames(LARGE).unitsIn(`sys ${word(77)} type of ${word(3)} ${word(21)} ltd`);
    expect(units.map(({ text }) => text)).toEqual(expect.arrayContaining([`${word(3)} ${word(21)} ltd`]));
  });
});

describe.each([
  ['large', LARGE],
  ['shop', SHOP],
  ['farm', FARM],
] as const)('expensive texts on the model %s', (_, model: SemanticModel) => {
  beforeAll(() => openNames(model).unitsIn('warm up'));

  it.each(HOSTILE)('an expensive text takes few calls and has few units: %s', (_what, text) => {
    const { text: plain } = plainText(text);
    const { text: half } = plainText(text.slice(0, LONGEST_QUESTION / 2));
    let units = 0;
    const calls = callsOf(() => {
      units = openNames(model).unitsIn(plain).length;
    });
    expect(units).toBeLessThanOrEqual(MOST_UNITS);
    expect(calls).toBeLessThan(MOST_CALLS);
    expect(calls).toBeLessThanOrEqual(MOST_GROWTH * callsOf(() => void openNames(model).unitsIn(half)));
  });
});
