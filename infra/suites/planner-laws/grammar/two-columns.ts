import type { CompareOperator, Filter, Measure } from '@querent/contracts';
import { type Family, LIST } from './family';
import type { Column, Thing } from './parts';
import { type Grammar, type Phrase, plural, worded, type Wordings } from './phrase';
import { measured, query } from './query';
import { countOf } from './things-and-figures';

/** Questions about two columns of one row, or of a row and one that it looks up. */
export const TWO_COLUMNS: readonly Family[] = [
  {
    name: 'time against another',
    make: (g) => {
      const made = timesOf(g);
      if (!made) return null;
      const { thing, first, second } = made;
      const { op, ...wordings } = g.random.pick(ORDERS);
      const rows = worded(g, wordings, { things: plural(g, thing.name), first: first.name, second: second.name });
      return countedOrListed(g, thing, rows, [{ kind: 'compare_columns', column: second.ref, op, other: first.ref }]);
    },
  },
  {
    name: 'time far from another',
    make: (g) => {
      const made = timesOf(g);
      if (!made) return null;
      const { thing, first, second } = made;
      const value = g.random.pick([5, 10, 30]);
      const rows = worded(
        g,
        {
          en: [
            '{things} whose {second} is more than {n} days after the {first}',
            '{things} that took more than {n} days from {first} to {second}',
            '{things} with more than {n} days between {first} and {second}',
          ],
          zh: [
            '{second}比{first}晚{n}天以上的{things}',
            '从{first}到{second}超过{n}天的{things}',
            '{first}到{second}超过{n}天的{things}',
          ],
        },
        { things: plural(g, thing.name), first: first.name, second: second.name, n: String(value) },
      );
      const far = (op: CompareOperator): Filter[] => [
        { kind: 'compare_columns', column: second.ref, op, other: first.ref, by: { value, unit: 'day' } },
      ];
      // Chinese 以上 includes the number.
      return countedOrListed(g, thing, rows, far(rows.text.includes('以上') ? '>=' : '>'));
    },
  },
  {
    name: 'amount against another',
    make: (g) => {
      const pairs = g.parts.amounts.flatMap((one) =>
        g.parts.amounts.flatMap((other) => (g.parts.looksUp(one.thing, other.thing) ? [{ one, other }] : [])),
      );
      if (pairs.length === 0) return null;
      const { one, other } = g.random.pick(pairs);
      const thing = g.parts.things.find(({ id }) => id === one.thing);
      if (!thing) return null;
      const rows = worded(
        g,
        {
          en: [
            '{things} whose {one} is above the {other}',
            '{things} with a {one} greater than the {other}',
            '{things} whose {one} exceeds the {other}',
          ],
          zh: ['{one}超过{other}的{things}', '{one}大于{other}的{things}', '{one}高于{other}的{things}'],
        },
        { things: plural(g, thing.name), one: one.name, other: other.name },
      );
      return countedOrListed(g, thing, rows, [{ kind: 'compare_columns', column: one.ref, op: '>', other: other.ref }]);
    },
  },
  {
    name: 'length of time',
    make: (g) => {
      const made = timesOf(g);
      if (!made) return null;
      const { thing, first, second } = made;
      const { fn, ...wordings } = g.random.pick(LENGTHS);
      const asked = worded(g, wordings, { first: first.name, second: second.name });
      const what: Measure['what'] = {
        kind: 'aggregate',
        fn,
        table: thing.id,
        column: second.ref,
        since: { ...first.ref, unit: 'day' },
      };
      return { asked, expected: query(thing.id, { measures: [measured(what)] }) };
    },
  },
];

const ORDERS: readonly (Wordings & { op: CompareOperator })[] = [
  {
    op: '>',
    en: [
      '{things} whose {second} is after the {first}',
      '{things} with a {second} later than the {first}',
      '{things} with {second} after {first}',
    ],
    zh: ['{second}晚于{first}的{things}', '{second}在{first}之后的{things}', '{second}比{first}晚的{things}'],
  },
  {
    op: '<',
    en: ['{things} whose {second} is before the {first}', '{things} with a {second} earlier than the {first}'],
    zh: ['{second}早于{first}的{things}', '{second}在{first}之前的{things}'],
  },
];

const LENGTHS: readonly (Wordings & { fn: 'avg' | 'max' | 'median' })[] = [
  {
    fn: 'avg',
    en: [
      'average number of days between {first} and {second}',
      'how many days are there on average between {first} and {second}',
      'how long does it take on average from {first} to {second}',
      'average time from {first} to {second}',
    ],
    zh: [
      '从{first}到{second}平均要多少天',
      '{first}到{second}平均多少天',
      '{first}和{second}之间平均相隔多少天',
      '从{first}到{second}的平均天数',
    ],
  },
  { fn: 'median', en: ['median number of days from {first} to {second}'], zh: ['从{first}到{second}的天数中位数'] },
  { fn: 'max', en: ['maximum number of days from {first} to {second}'], zh: ['从{first}到{second}最长用了多少天'] },
];

/** The default time column of a thing, and another time column of the same rows. */
function timesOf(g: Grammar): { thing: Thing; first: Column; second: Column } | null {
  const pairs = g.parts.things.flatMap((thing) => {
    const times = g.parts.times.filter((one) => one.thing === thing.id);
    const [first] = times.filter(({ ref }) => ref.column === thing.clock?.column);
    const second = times.find((one) => one !== first);
    return first && second ? [{ thing, first, second }] : [];
  });
  return pairs.length === 0 ? null : g.random.pick(pairs);
}

function countedOrListed(g: Grammar, thing: Thing, rows: Phrase, filters: Filter[]): ReturnType<Family['make']> {
  if (g.random.chance(0.5)) {
    const asked = worded(
      g,
      { en: ['how many {rows}', 'number of {rows}'], zh: ['{rows}有多少', '{rows}有几个'] },
      { rows },
    );
    return { asked, expected: query(thing.id, { measures: [countOf(thing)], filters }) };
  }
  const asked = worded(g, { en: ['list the {rows}', 'which {rows}'], zh: ['列出{rows}', '{rows}有哪些'] }, { rows });
  return { asked, expected: query(thing.id, { filters }), open: LIST };
}
