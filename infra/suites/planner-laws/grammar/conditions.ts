import type { Filter } from '@querent/contracts';
import { type Family, LIST } from './family';
import type { Thing } from './parts';
import { equals, type Grammar, type Phrase, plural, worded } from './phrase';
import { by, measured, query } from './query';
import { rowsOf, thingOf } from './rows';
import { countOf } from './things-and-figures';

/** Rows under a condition, as a count or as a list. */
function counted(g: Grammar, thing: Thing, rows: Phrase, filters: Filter[]): ReturnType<Family['make']> {
  if (g.random.chance(0.6)) {
    const asked = worded(
      g,
      {
        en: ['how many {rows}', 'number of {rows}', 'how many {rows} are there'],
        zh: ['{rows}有多少', '有多少{rows}', '{rows}数量'],
      },
      { rows },
    );
    return { asked, expected: query(thing.id, { measures: [countOf(thing)], filters }) };
  }
  const asked = worded(
    g,
    {
      en: ['list the {rows}', 'show me the {rows}', 'which {rows}'],
      zh: ['列出{rows}', '{rows}有哪些', '有哪些{rows}'],
    },
    { rows },
  );
  return { asked, expected: query(thing.id, { filters }), open: LIST };
}

const BOUNDS = [
  {
    op: '>',
    en: ['over {n}', 'more than {n}', 'above {n}', 'greater than {n}'],
    zh: ['超过{n}', '大于{n}', '高于{n}'],
  },
  { op: '>=', en: ['of at least {n}', 'of {n} or more'], zh: ['不低于{n}', '至少{n}', '不少于{n}'] },
  { op: '<', en: ['under {n}', 'below {n}', 'less than {n}'], zh: ['低于{n}', '小于{n}', '不到{n}'] },
  { op: '<=', en: ['of at most {n}', 'of {n} or less'], zh: ['不超过{n}', '至多{n}', '最多{n}'] },
] as const;

/** Conditions on amounts, values and states. */
export const CONDITIONS: readonly Family[] = [
  {
    name: 'amount within a bound',
    make: (g) => {
      const amounts = g.parts.amounts.filter(({ thing }) => g.parts.things.some(({ id }) => id === thing));
      if (amounts.length === 0) return null;
      const { ref, thing: id, name } = g.random.pick(amounts);
      const thing = g.parts.things.find((one) => one.id === id);
      if (!thing) return null;
      const value = g.random.pick([20, 50, 100, 300, 1000]);
      const bound = g.random.pick(BOUNDS);
      const words = worded(g, { en: bound.en, zh: bound.zh }, { n: String(value) });
      const rows = worded(
        g,
        {
          en: ['{things} with {amount} {bound}', '{things} with a {amount} {bound}'],
          zh: ['{amount}{bound}的{things}'],
        },
        { things: plural(g, thing.name), amount: name, bound: words },
      );
      return counted(g, thing, rows, [{ kind: 'compare', column: ref, op: bound.op, value }]);
    },
  },
  {
    name: 'amount between bounds',
    make: (g) => {
      if (g.parts.amounts.length === 0) return null;
      const { ref, thing: id, name } = g.random.pick(g.parts.amounts);
      const thing = g.parts.things.find((one) => one.id === id);
      if (!thing) return null;
      const [from, to] = g.random.pick([
        [10, 20],
        [100, 500],
        [2, 8],
      ] as const);
      const rows = worded(
        g,
        {
          en: ['{things} with {amount} between {a} and {b}', '{things} whose {amount} is between {a} and {b}'],
          zh: ['{amount}在{a}到{b}之间的{things}', '{amount}{a}到{b}的{things}'],
        },
        { things: plural(g, thing.name), amount: name, a: String(from), b: String(to) },
      );
      return counted(g, thing, rows, [{ kind: 'between', column: ref, from, to, negated: false }]);
    },
  },
  {
    name: 'amount against the average',
    make: (g) => {
      if (g.parts.amounts.length === 0) return null;
      const { ref, thing: id, name } = g.random.pick(g.parts.amounts);
      const thing = g.parts.things.find((one) => one.id === id);
      if (!thing) return null;
      const above = g.random.chance(0.5);
      const rows = worded(
        g,
        above
          ? {
              en: [
                '{things} with above-average {amount}',
                '{things} with {amount} above average',
                '{things} whose {amount} is above the average',
              ],
              zh: ['{amount}高于平均的{things}', '{amount}超过平均值的{things}'],
            }
          : {
              en: ['{things} with {amount} below average', '{things} whose {amount} is below the average'],
              zh: ['{amount}低于平均的{things}', '{amount}低于平均值的{things}'],
            },
        { things: plural(g, thing.name), amount: name },
      );
      return counted(g, thing, rows, [{ kind: 'compare_aggregate', column: ref, op: above ? '>' : '<', fn: 'avg' }]);
    },
  },
  {
    name: 'one of two values',
    make: (g) => {
      const made = valued(g);
      if (!made) return null;
      const { thing, attribute } = made;
      const [one, other] = g.random.some(attribute.values, 2);
      if (!one || !other) return null;
      const rows = worded(
        g,
        {
          en: [
            '{things} with {attribute} {one} or {other}',
            '{things} whose {attribute} is {one} or {other}',
            '{one} or {other} {things}',
          ],
          zh: [
            '{attribute}为{one}或{other}的{things}',
            '{attribute}是{one}或者{other}的{things}',
            '{one}或{other}的{things}',
          ],
        },
        { things: plural(g, thing.name), attribute: attribute.name, one: one.name, other: other.name },
      );
      return counted(g, thing, rows, [
        { kind: 'in', column: attribute.ref, values: [one.stored, other.stored], negated: false },
      ]);
    },
  },
  {
    name: 'any value but one',
    make: (g) => {
      const made = valued(g);
      if (!made) return null;
      const { thing, attribute } = made;
      const value = g.random.pick(attribute.values);
      const rows = worded(
        g,
        {
          en: [
            '{things} whose {attribute} is not {value}',
            '{things} that are not {value}',
            'non-{value} {things}',
            '{things} with an {attribute} other than {value}',
          ],
          zh: [
            '{attribute}不是{value}的{things}',
            '非{value}的{things}',
            '不是{value}的{things}',
            '除{value}以外的{things}',
          ],
        },
        { things: plural(g, thing.name), attribute: attribute.name, value: value.name },
      );
      return counted(g, thing, rows, [{ kind: 'compare', column: attribute.ref, op: '!=', value: value.stored }]);
    },
  },
  {
    name: 'missing detail',
    make: (g) => {
      if (g.parts.details.length === 0) return null;
      const { ref, thing: id, name } = g.random.pick(g.parts.details);
      const thing = g.parts.things.find((one) => one.id === id);
      if (!thing) return null;
      const isThere = g.random.chance(0.4);
      const rows = worded(
        g,
        isThere
          ? {
              en: ['{things} with a {detail}', '{things} that have a {detail}', '{things} whose {detail} is recorded'],
              zh: ['有{detail}的{things}', '登记了{detail}的{things}', '{detail}不为空的{things}'],
            }
          : {
              en: ['{things} without a {detail}', '{things} with no {detail}', '{things} whose {detail} is missing'],
              zh: ['没有{detail}的{things}', '{detail}为空的{things}', '未登记{detail}的{things}'],
            },
        { things: plural(g, thing.name), detail: name },
      );
      return counted(g, thing, rows, [{ kind: 'null', column: ref, negated: isThere }]);
    },
  },
  {
    name: 'event that never happened',
    make: (g) => {
      const happenings = g.parts.happenings.filter(({ thing }) => g.parts.things.some(({ id }) => id === thing));
      if (happenings.length === 0) return null;
      const { ref, thing: id, name } = g.random.pick(happenings);
      const thing = g.parts.things.find((one) => one.id === id);
      if (!thing) return null;
      const rows = worded(
        g,
        {
          en: ['{things} that have not been {past}', '{things} not yet {past}', '{things} that were not {past}'],
          zh: ['未{past}的{things}', '没有{past}的{things}', '尚未{past}的{things}', '还没{past}的{things}'],
        },
        { things: plural(g, thing.name), past: name },
      );
      return counted(g, thing, rows, [{ kind: 'null', column: ref, negated: false }]);
    },
  },
  {
    name: 'share of rows under a condition',
    make: (g) => {
      const thing = thingOf(g);
      if (!thing) return null;
      const states = g.parts.states.filter((one) => one.thing === thing.id);
      const made = states.length > 0 && g.random.chance(0.5) ? null : valued(g, thing);
      if (made) {
        const value = g.random.pick(made.attribute.values);
        const asked = worded(
          g,
          {
            en: [
              'share of {value} {things}',
              'what percentage of {things} are {value}',
              'percentage of {things} that are {value}',
              'what share of {things} have {attribute} {value}',
            ],
            zh: [
              '{value}{things}占比',
              '{value}的{things}占全部{things}的比例',
              '{things}中{value}的占比',
              '{attribute}为{value}的{things}占比是多少',
            ],
          },
          { things: plural(g, thing.name), attribute: made.attribute.name, value: value.name },
        );
        return { asked, expected: shareOf(thing, equals(made.attribute.ref, value.stored)) };
      }
      if (states.length === 0) return null;
      const { ref, name } = g.random.pick(states);
      const asked = worded(
        g,
        {
          en: [
            'what percentage of {things} are {state}',
            'share of {things} that are {state}',
            'share of {state} {things}',
            'what share of {things} was {state}',
          ],
          zh: [
            '{state}的{things}占比',
            '{things}中{state}的比例',
            '{state}{things}占全部{things}的比例',
            '{things}中已{state}的占比是多少',
          ],
        },
        { things: plural(g, thing.name), state: name },
      );
      return { asked, expected: shareOf(thing, equals(ref, true)) };
    },
  },
  {
    name: 'rows of each kind',
    make: (g) => {
      const made = valued(g);
      if (!made) return null;
      const { thing, attribute } = made;
      const [one, other] = g.random.some(attribute.values, 2);
      if (!one || !other) return null;
      const rows = rowsOf(g, thing, 0);
      const asked = worded(
        g,
        {
          en: [
            'how many {one} {rows} and how many {other} {rows} are there',
            'number of {one} {rows} and number of {other} {rows}',
            'how many {rows} are {one} and how many are {other}',
            'how many {one} versus {other} {rows}',
          ],
          zh: ['{one}和{other}的{rows}各有多少', '{one}{rows}和{other}{rows}各有多少'],
        },
        { rows, one: one.name, other: other.name },
      );
      const filters: Filter[] = [
        { kind: 'in', column: attribute.ref, values: [one.stored, other.stored], negated: false },
      ];
      return {
        asked,
        expected: query(thing.id, { measures: [countOf(thing)], dimensions: [by(attribute.ref)], filters }),
        open: ['order'],
      };
    },
  },
];

const shareOf = (thing: Thing, filter: Filter) =>
  query(thing.id, {
    measures: [measured({ kind: 'aggregate', fn: 'count', table: thing.id }, { of: 'filtered', where: [filter] })],
  });

/** An attribute of a thing with at least two values. */
function valued(g: Grammar, of?: Thing) {
  const attributes = g.parts.attributes.filter(
    ({ thing, values }) =>
      values.length >= 2 && (of === undefined || of.id === thing) && g.parts.things.some(({ id }) => id === thing),
  );
  if (attributes.length === 0) return null;
  const attribute = g.random.pick(attributes);
  const thing = g.parts.things.find(({ id }) => id === attribute.thing);
  return thing ? { attribute, thing } : null;
}
