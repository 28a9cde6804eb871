import type { CompareOperator, Filter } from '@querent/contracts';
import { type Family, LIST } from './family';
import { figureOf } from './figures';
import type { Thing } from './parts';
import { periodOf } from './periods';
import { type Grammar, type Phrase, plural, worded } from './phrase';
import { by, during, measured, query } from './query';
import { phraseOf } from './rows';
import { countOf } from './things-and-figures';

/** A lasting thing and an event that belongs to it. */
function pairOf(g: Grammar): { thing: Thing; events: Thing } | null {
  const pairs = g.parts.things.flatMap((events) =>
    events.isEvent && events.clock !== null
      ? g.parts.things.flatMap((thing) =>
          !thing.isEvent && g.parts.looksUp(events.id, thing.id) ? [{ thing, events }] : [],
        )
      : [],
  );
  return pairs.length === 0 ? null : g.random.pick(pairs);
}

function asked(g: Grammar, rows: Phrase): { asked: Phrase; isCount: boolean } {
  const isCount = g.random.chance(0.5);
  return {
    isCount,
    asked: isCount
      ? worded(
          g,
          { en: ['how many {rows}', 'number of {rows}'], zh: ['{rows}有多少', '有多少{rows}', '多少{rows}'] },
          { rows },
        )
      : worded(
          g,
          { en: ['which {rows}', 'list {rows}', 'show me {rows}'], zh: ['哪些{rows}', '列出{rows}', '{rows}有哪些'] },
          { rows },
        ),
  };
}

const rowsOf = (thing: Thing, filters: Filter[], isCount: boolean) =>
  isCount
    ? { expected: query(thing.id, { measures: [countOf(thing)], filters }) }
    : { expected: query(thing.id, { filters }), open: LIST };

const BOUNDS: readonly { op: CompareOperator; en: string[]; zh: string[] }[] = [
  { op: '>', en: ['more than {n}', 'over {n}'], zh: ['超过{n}个', '多于{n}个'] },
  { op: '>=', en: ['at least {n}', '{n} or more'], zh: ['至少{n}个', '不少于{n}个'] },
  { op: '<', en: ['fewer than {n}', 'less than {n}'], zh: ['少于{n}个', '不到{n}个'] },
];

/** Questions about things by the events that belong to them. */
export const RELATED_ROWS: readonly Family[] = [
  {
    name: 'things with related rows',
    make: (g) => {
      const made = pairOf(g);
      if (!made) return null;
      const { thing, events } = made;
      const period = g.random.chance(0.4) && events.clock !== null ? periodOf(g.random, g.locale, g.today) : null;
      const when = period === null ? { text: '', wording: '' } : phraseOf(g, period);
      const slots = { things: plural(g, thing.name), events: plural(g, events.name), when };
      const { asked: question, isCount } = asked(
        g,
        worded(
          g,
          {
            en: [
              '{things} with {events} {when}',
              '{things} that have {events} {when}',
              '{things} with any {events} {when}',
              '{things} that had {events} {when}',
            ],
            zh: ['{when}有{events}的{things}', '{when}有过{events}的{things}'],
          },
          slots,
        ),
      );
      const filters = period && events.clock ? [during(events.clock, period.from, period.to)] : [];
      return {
        asked: question,
        ...rowsOf(thing, [{ kind: 'exists', table: events.id, filters, negated: false }], isCount),
      };
    },
  },
  {
    name: 'things without related rows',
    make: (g) => {
      const made = pairOf(g);
      if (!made) return null;
      const { thing, events } = made;
      const period = g.random.chance(0.4) && events.clock !== null ? periodOf(g.random, g.locale, g.today) : null;
      const when = period === null ? { text: '', wording: '' } : phraseOf(g, period);
      const slots = { things: plural(g, thing.name), events: plural(g, events.name), when };
      const { asked: question, isCount } = asked(
        g,
        worded(
          g,
          {
            en: [
              '{things} without {events} {when}',
              '{things} with no {events} {when}',
              '{things} that have no {events} {when}',
              '{things} that never had {events} {when}',
              '{things} without any {events} {when}',
            ],
            zh: ['{when}没有{events}的{things}', '{when}没有任何{events}的{things}', '{when}无{events}的{things}'],
          },
          slots,
        ),
      );
      const filters = period && events.clock ? [during(events.clock, period.from, period.to)] : [];
      return {
        asked: question,
        ...rowsOf(thing, [{ kind: 'exists', table: events.id, filters, negated: true }], isCount),
      };
    },
  },
  {
    name: 'things by the number of related rows',
    make: (g) => {
      const made = pairOf(g);
      if (!made) return null;
      const { thing, events } = made;
      const bound = g.random.pick(BOUNDS);
      const value = g.random.pick([2, 3, 5, 10]);
      const words = worded(g, { en: bound.en, zh: bound.zh }, { n: String(value) });
      const slots = { things: plural(g, thing.name), events: plural(g, events.name), bound: words };
      const { asked: question, isCount } = asked(
        g,
        worded(
          g,
          {
            en: [
              '{things} with {bound} {events}',
              '{things} that have {bound} {events}',
              '{things} having {bound} {events}',
            ],
            zh: ['{events}{bound}的{things}', '有{bound}{events}的{things}', '{events}数{bound}的{things}'],
          },
          slots,
        ),
      );
      const filter: Filter = {
        kind: 'exists',
        table: events.id,
        filters: [],
        negated: false,
        count: { op: bound.op, value },
      };
      return { asked: question, ...rowsOf(thing, [filter], isCount) };
    },
  },
  {
    name: 'things by a figure of related rows',
    make: (g) => {
      const figure = figureOf(g, ['sum', 'avg', 'metric'], (id) =>
        g.parts.things.some((one) => one.nameColumn && !one.isEvent && g.parts.looksUp(id, one.id)),
      );
      if (!figure) return null;
      const thing = g.random.pick(
        g.parts.things.filter((one) => one.nameColumn && !one.isEvent && g.parts.looksUp(figure.thing, one.id)),
      );
      if (thing.nameColumn === null) return null;
      const value = g.random.pick([100, 500, 1000]);
      const bound = g.random.pick(BOUNDS.slice(0, 2));
      const words = worded(g, { en: bound.en, zh: bound.zh.map((one) => one.replace('个', '')) }, { n: String(value) });
      const rows = worded(
        g,
        {
          en: [
            '{things} with {figure} of {bound}',
            '{things} with a {figure} of {bound}',
            '{things} whose {figure} is {bound}',
          ],
          zh: ['{figure}{bound}的{things}'],
        },
        { things: plural(g, thing.name), figure, bound: words },
      );
      const question = worded(
        g,
        { en: ['which {rows}', 'list {rows}'], zh: ['哪些{rows}', '列出{rows}', '{rows}有哪些'] },
        { rows },
      );
      const measure = measured(figure.what);
      return {
        asked: question,
        expected: query(figure.thing, {
          measures: [measure],
          dimensions: [by(thing.nameColumn)],
          having: [{ measure, op: bound.op, value }],
        }),
        open: ['order'],
      };
    },
  },
  {
    name: 'things and their attributes',
    make: (g) => {
      const attributes = [...g.parts.attributes, ...g.parts.amounts, ...g.parts.details].filter(({ thing }) =>
        g.parts.things.some(({ id, nameColumn }) => id === thing && nameColumn !== null),
      );
      if (attributes.length === 0) return null;
      const { ref, thing: id, name } = g.random.pick(attributes);
      const thing = g.parts.things.find((one) => one.id === id);
      if (!thing?.nameColumn) return null;
      const question = worded(
        g,
        {
          en: [
            'list the {things} with their {attribute}',
            '{things} and their {attribute}',
            'show {things} and their {attribute}',
            'list each {thing} and its {attribute}',
          ],
          zh: [
            '列出{things}及其{attribute}',
            '{things}和他们的{attribute}',
            '所有{things}及其{attribute}',
            '列出{things}和{attribute}',
          ],
        },
        { things: plural(g, thing.name), thing: thing.name, attribute: name },
      );
      return { asked: question, expected: query(id, { select: [thing.nameColumn, ref] }), open: ['order'] };
    },
  },
  {
    name: 'thing with an extreme of its own',
    make: (g) => {
      const amounts = g.parts.amounts.filter(({ thing }) =>
        g.parts.things.some(({ id, nameColumn }) => id === thing && nameColumn),
      );
      if (amounts.length === 0) return null;
      const { ref, thing: id, name } = g.random.pick(amounts);
      const thing = g.parts.things.find((one) => one.id === id);
      if (!thing?.nameColumn) return null;
      const limit = g.random.pick([1, 1, 3, 5]);
      const desc = g.random.chance(0.7);
      const slots = {
        things: plural(g, thing.name),
        thing: thing.name,
        amount: name,
        n: String(limit),
        most: desc ? 'highest' : 'lowest',
        最: desc ? '最高' : '最低',
      };
      const question =
        limit === 1
          ? worded(
              g,
              {
                en: [
                  'which {thing} has the {most} {amount}',
                  '{thing} with the {most} {amount}',
                  'what is the {thing} with the {most} {amount}',
                ],
                zh: [
                  '哪个{thing}的{amount}' + slots.最,
                  '{amount}' + slots.最 + '的{thing}',
                  '{amount}' + slots.最 + '的{thing}是哪个',
                ],
              },
              slots,
            )
          : worded(
              g,
              {
                en: [
                  '{n} {things} with the {most} {amount}',
                  'which {n} {things} have the {most} {amount}',
                  'the {n} {things} with the {most} {amount}',
                ],
                zh: ['{amount}' + slots.最 + '的{n}个{thing}', '{amount}' + slots.最 + '的前{n}个{thing}'],
              },
              slots,
            );
      return {
        asked: question,
        expected: query(id, {
          order: [{ by: { kind: 'column', column: ref }, direction: desc ? 'desc' : 'asc' }],
          limit,
        }),
        open: ['select'],
      };
    },
  },
  {
    name: 'sorted things',
    make: (g) => {
      const amounts = g.parts.amounts.filter(({ thing }) => g.parts.things.some(({ id }) => id === thing));
      if (amounts.length === 0) return null;
      const { ref, thing: id, name } = g.random.pick(amounts);
      const thing = g.parts.things.find((one) => one.id === id);
      if (!thing) return null;
      const desc = g.random.chance(0.6);
      const question = worded(
        g,
        desc
          ? {
              en: [
                '{things} sorted by {amount} descending',
                '{things} by {amount}, highest first',
                'list {things} sorted by {amount} from high to low',
              ],
              zh: ['按{amount}降序列出{things}', '{things}按{amount}从高到低排序', '{things}按{amount}降序排列'],
            }
          : {
              en: ['{things} sorted by {amount} ascending', 'list {things} sorted by {amount} from low to high'],
              zh: ['按{amount}升序列出{things}', '{things}按{amount}从低到高排序', '{things}按{amount}升序排列'],
            },
        { things: plural(g, thing.name), amount: name },
      );
      return {
        asked: question,
        expected: query(id, { order: [{ by: { kind: 'column', column: ref }, direction: desc ? 'desc' : 'asc' }] }),
        open: ['select'],
      };
    },
  },
];
