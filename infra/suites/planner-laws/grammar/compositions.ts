import type { Filter } from '@querent/contracts';
import { type Family, GROUPS, LIST } from './family';
import { figureOf, type Figure } from './figures';
import type { Column, Thing } from './parts';
import { periodOf } from './periods';
import { equals, type Grammar, type Phrase, plural, worded } from './phrase';
import { by, during, measured, query } from './query';
import { phraseOf, rowsOf } from './rows';
import { countOf } from './things-and-figures';

interface When extends Phrase {
  filters: Filter[];
}

const NEVER: When = { text: '', wording: '', filters: [] };

function whenOf(g: Grammar, { clock }: Thing, chance = 1): When {
  if (clock === null || !g.random.chance(chance)) return NEVER;
  const period = periodOf(g.random, g.locale, g.today);
  return { ...phraseOf(g, period), filters: [during(clock, period.from, period.to)] };
}

/** An event with its value or state, its time, and a thing that it belongs to. */
function eventOf(g: Grammar): { events: Thing; owner: Thing; narrowed: Phrase; filters: Filter[] } | null {
  const pairs = g.parts.things.flatMap((events) =>
    events.isEvent && events.clock !== null
      ? g.parts.things.flatMap((owner) =>
          !owner.isEvent && owner.nameColumn !== null && g.parts.looksUp(events.id, owner.id)
            ? [{ events, owner }]
            : [],
        )
      : [],
  );
  if (pairs.length === 0) return null;
  const { events, owner } = g.random.pick(pairs);
  const values = g.parts.attributes.filter(({ thing, values: own }) => thing === events.id && own.length > 0);
  const states = g.parts.states.filter(({ thing }) => thing === events.id);
  const isState = states.length > 0 && (values.length === 0 || g.random.chance(0.5));
  if (!isState && values.length === 0) return null;
  const noun = plural(g, events.name);
  if (isState) {
    const { ref, name } = g.random.pick(states);
    return {
      events,
      owner,
      narrowed: worded(
        g,
        { en: ['{state} {events}'], zh: ['{state}的{events}', '已{state}{events}'] },
        { state: name, events: noun },
      ),
      filters: [equals(ref, true)],
    };
  }
  const attribute = g.random.pick(values);
  const value = g.random.pick(attribute.values);
  return {
    events,
    owner,
    narrowed: worded(
      g,
      { en: ['{value} {events}'], zh: ['{value}{events}', '{value}的{events}'] },
      { value: value.name, events: noun },
    ),
    filters: [equals(attribute.ref, value.stored)],
  };
}

const groupsOf = (g: Grammar, of: string): Column[] =>
  g.parts.attributes.filter(({ thing }) => thing === of || g.parts.looksUp(of, thing));

function figureOfEvent(
  g: Grammar,
  kinds: readonly ('count' | 'sum' | 'avg' | 'metric')[],
): { figure: Figure; thing: Thing } | null {
  const figure = figureOf(g, kinds, (id) => g.parts.things.some((one) => one.id === id && one.clock !== null));
  const thing = g.parts.things.find(({ id }) => id === figure?.thing);
  return figure && thing ? { figure, thing } : null;
}

/** Questions that combine several of the other families. */
export const COMPOSITIONS: readonly Family[] = [
  {
    name: 'figure of narrowed rows by group',
    make: (g) => {
      const made = figureOfEvent(g, ['sum', 'avg']);
      const groups = made ? groupsOf(g, made.thing.id) : [];
      if (!made || groups.length === 0) return null;
      const { figure, thing } = made;
      const rows = rowsOf(g, thing, 2);
      const { ref, name } = g.random.pick(groups);
      if (rows.filters.some((filter) => 'column' in filter && filter.column.column === ref.column)) return null;
      const asked = worded(
        g,
        {
          en: [
            '{figure} of {rows} by {group}',
            '{figure} of {rows} per {group}',
            'show the {figure} of {rows} by {group}',
            'what is the {figure} of {rows} for each {group}',
          ],
          zh: [
            '按{group}统计{rows}的{figure}',
            '{rows}的{figure}按{group}',
            '按{group}看{rows}的{figure}',
            '{rows}各{group}的{figure}',
          ],
        },
        { figure, rows, group: name },
      );
      const { what } = figure;
      return {
        asked,
        expected: query(thing.id, { measures: [measured(what)], dimensions: [by(ref)], filters: rows.filters }),
        open: GROUPS,
      };
    },
  },
  {
    name: 'count of narrowed rows by group',
    make: (g) => {
      const thing = g.random.pick(g.parts.things);
      const groups = groupsOf(g, thing.id);
      if (groups.length === 0) return null;
      const rows = rowsOf(g, thing, 2);
      const { ref, name } = g.random.pick(groups);
      if (rows.filters.some((filter) => 'column' in filter && filter.column.column === ref.column)) return null;
      const asked = worded(
        g,
        {
          en: [
            'number of {rows} by {group}',
            'how many {rows} are there per {group}',
            'how many {rows} by {group}',
            'count {rows} by {group}',
            'number of {rows} in each {group}',
          ],
          zh: [
            '按{group}统计{rows}数量',
            '各{group}有多少{rows}',
            '{rows}数量按{group}统计',
            '每个{group}有多少{rows}',
            '按{group}统计{rows}有多少',
          ],
        },
        { rows, group: name },
      );
      return {
        asked,
        expected: query(thing.id, { measures: [countOf(thing)], dimensions: [by(ref)], filters: rows.filters }),
        open: GROUPS,
      };
    },
  },
  {
    name: 'thing with the most narrowed rows',
    make: (g) => {
      const made = eventOf(g);
      if (!made) return null;
      const { events, owner, narrowed, filters } = made;
      const { nameColumn } = owner;
      if (!nameColumn) return null;
      const when = whenOf(g, events, 0.6);
      const asked = worded(
        g,
        {
          en: [
            'which {owner} had the most {narrowed} {when}',
            '{owner} with the most {narrowed} {when}',
            'which {owner} has the highest number of {narrowed} {when}',
          ],
          zh: [
            '{when}{narrowed}最多的{owner}是哪个',
            '{when}哪个{owner}的{narrowed}最多',
            '哪个{owner}{when}{narrowed}最多',
            '{when}{narrowed}最多的{owner}',
          ],
        },
        { owner: owner.name, narrowed, when },
      );
      return {
        asked,
        expected: query(events.id, {
          measures: [countOf(events)],
          dimensions: [by(nameColumn)],
          filters: [...filters, ...when.filters],
          order: [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }],
          limit: 1,
        }),
      };
    },
  },
  {
    name: 'narrowed things by narrowed related rows',
    make: (g) => {
      const made = eventOf(g);
      if (!made) return null;
      const { events, owner, narrowed, filters } = made;
      const attributes = g.parts.attributes.filter(({ thing, values }) => thing === owner.id && values.length > 0);
      if (attributes.length === 0) return null;
      const attribute = g.random.pick(attributes);
      const value = g.random.pick(attribute.values);
      const isNone = g.random.chance(0.5);
      const when = whenOf(g, events, 0.5);
      const slots = { value: value.name, things: plural(g, owner.name), narrowed, when };
      const rows = worded(
        g,
        isNone
          ? {
              en: [
                '{value} {things} without {narrowed} {when}',
                '{value} {things} with no {narrowed} {when}',
                '{value} {things} that had no {narrowed} {when}',
              ],
              zh: ['{when}没有{narrowed}的{value}{things}', '{when}没有{narrowed}的{value}的{things}'],
            }
          : {
              en: ['{value} {things} with {narrowed} {when}', '{value} {things} that had {narrowed} {when}'],
              zh: ['{when}有{narrowed}的{value}{things}', '{when}有过{narrowed}的{value}{things}'],
            },
        slots,
      );
      const asked = worded(
        g,
        {
          en: ['how many {rows}', 'number of {rows}', 'list {rows}'],
          zh: ['{rows}有多少', '有多少{rows}', '列出{rows}'],
        },
        { rows },
      );
      const isList = /^list|^列出/.test(asked.text);
      const all: Filter[] = [
        equals(attribute.ref, value.stored),
        { kind: 'exists', table: events.id, filters: [...filters, ...when.filters], negated: isNone },
      ];
      return isList
        ? { asked, expected: query(owner.id, { filters: all }), open: LIST }
        : { asked, expected: query(owner.id, { measures: [countOf(owner)], filters: all }) };
    },
  },
  {
    name: 'rows and figures of one by name',
    make: (g) => {
      const made = figureOfEvent(g, ['count', 'sum', 'avg', 'metric']);
      const owners = g.parts.things.filter(
        ({ id, names, isEvent }) => made && !isEvent && names.length > 0 && g.parts.looksUp(made.thing.id, id),
      );
      if (!made || owners.length === 0) return null;
      const { figure, thing } = made;
      const owner = g.random.pick(owners);
      const name = g.random.pick(owner.names);
      const when = whenOf(g, thing, 0.4);
      if (owner.nameColumn === null) return null;
      const asked = worded(
        g,
        {
          en: [
            '{figure} of {name} {when}',
            "{name}'s {figure} {when}",
            'what is the {figure} of {name} {when}',
            '{figure} for {name} {when}',
          ],
          zh: [
            '{name}{when}{figure}',
            '{name}的{figure}是多少'.replace('{name}', '{name}{when}'),
            '{when}{name}的{figure}',
            '查询{name}{when}{figure}',
          ],
        },
        { figure, name, when },
      );
      return {
        asked,
        expected: query(thing.id, {
          measures: [measured(figure.what)],
          filters: [equals(owner.nameColumn, name), ...when.filters],
        }),
      };
    },
  },
  {
    name: 'two figures side by side',
    make: (g) => {
      const made = figureOfEvent(g, ['count', 'sum', 'avg', 'metric']);
      if (!made) return null;
      const { figure, thing } = made;
      const other = figureOf(g, ['sum', 'avg', 'count', 'metric'], (id) => id === thing.id);
      if (!other || JSON.stringify(other.what) === JSON.stringify(figure.what)) return null;
      const when = whenOf(g, thing, 0.5);
      const asked = worded(
        g,
        {
          en: [
            '{figure} and {other} {when}',
            'what are the {figure} and the {other} {when}',
            'show {figure} and {other} {when}',
          ],
          zh: ['{when}{figure}和{other}', '{when}{figure}和{other}分别是多少', '{when}{figure}以及{other}'],
        },
        { figure, other, when },
      );
      return {
        asked,
        expected: query(thing.id, { measures: [measured(figure.what), measured(other.what)], filters: when.filters }),
      };
    },
  },
  {
    name: 'period before the question',
    make: (g) => {
      const made = eventOf(g);
      if (!made) return null;
      const { events, narrowed, filters } = made;
      const when = whenOf(g, events);
      if (when === NEVER) return null;
      const asked = worded(
        g,
        {
          en: [
            '{when}, how many {narrowed} were there',
            '{when} how many {narrowed} did we have',
            'how many {narrowed} were there {when}',
            'how many {narrowed} did we have {when}',
            'how many {narrowed} {when}',
          ],
          zh: [
            '{when}一共有多少{narrowed}',
            '{when}有多少{narrowed}',
            '{when}{narrowed}有多少',
            '{narrowed}{when}有多少',
          ],
        },
        { narrowed, when: g.locale === 'zh' ? { ...when, text: when.text.replace(/的$/, '') } : when },
      );
      return {
        asked,
        expected: query(events.id, { measures: [countOf(events)], filters: [...filters, ...when.filters] }),
      };
    },
  },
  {
    name: 'neither of two values',
    make: (g) => {
      const attributes = g.parts.attributes.filter(
        ({ thing, values }) => values.length >= 3 && g.parts.things.some(({ id }) => id === thing),
      );
      if (attributes.length === 0) return null;
      const attribute = g.random.pick(attributes);
      const thing = g.parts.things.find(({ id }) => id === attribute.thing);
      const [one, other] = g.random.some(attribute.values, 2);
      if (!thing || !one || !other) return null;
      const asked = worded(
        g,
        {
          en: [
            'how many {things} are neither {one} nor {other}',
            'number of {things} that are neither {one} nor {other}',
            'how many {things} are not {one} or {other}',
          ],
          zh: [
            '{attribute}既不是{one}也不是{other}的{things}有多少',
            '不是{one}也不是{other}的{things}有多少',
            '有多少{things}既不是{one}也不是{other}',
          ],
        },
        { things: plural(g, thing.name), attribute: attribute.name, one: one.name, other: other.name },
      );
      const filters: Filter[] = [
        { kind: 'in', column: attribute.ref, values: [one.stored, other.stored], negated: true },
      ];
      return { asked, expected: query(thing.id, { measures: [countOf(thing)], filters }) };
    },
  },
  {
    name: 'when the latest or earliest was',
    make: (g) => {
      const things = g.parts.things.filter(({ isEvent, clock }) => isEvent && clock !== null);
      if (things.length === 0) return null;
      const thing = g.random.pick(things);
      if (thing.clock === null) return null;
      const last = g.random.chance(0.5);
      const asked = worded(
        g,
        last
          ? {
              en: ['when was the latest {thing}', 'when was the last {thing}', 'when was the most recent {thing}'],
              zh: ['最近一次{thing}是什么时候', '最新的{thing}是什么时候', '最后一次{thing}是哪天'],
            }
          : {
              en: ['when was the first {thing}', 'when was the earliest {thing}'],
              zh: ['最早的{thing}是什么时候', '第一次{thing}是什么时候', '最早的{thing}是哪天'],
            },
        { thing: thing.name },
      );
      return {
        asked,
        expected: query(thing.id, {
          order: [{ by: { kind: 'column', column: thing.clock }, direction: last ? 'desc' : 'asc' }],
          limit: 1,
        }),
        open: ['select'],
        also: [
          query(thing.id, {
            measures: [measured({ kind: 'aggregate', fn: last ? 'max' : 'min', table: thing.id, column: thing.clock })],
          }),
        ],
      };
    },
  },
];
