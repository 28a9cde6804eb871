import type { Grain } from '@querent/contracts';
import { type Family, GROUPS } from './family';
import { figureOf, type Figure } from './figures';
import type { Thing } from './parts';
import { COMPARED, periodOf } from './periods';
import { type Grammar, type Phrase, plural, worded } from './phrase';
import { by, during, measured, query } from './query';
import { phraseOf, thingOf } from './rows';

const GRAINS: readonly { grain: Grain; en: string; zh: string; adverb: string }[] = [
  { grain: 'month', en: 'month', zh: '月', adverb: 'monthly' },
  { grain: 'quarter', en: 'quarter', zh: '季度', adverb: 'quarterly' },
  { grain: 'year', en: 'year', zh: '年', adverb: 'yearly' },
  { grain: 'week', en: 'week', zh: '周', adverb: 'weekly' },
];

/** A figure of an event that has a time, with that event. */
function timed(g: Grammar): { figure: Figure; clock: NonNullable<Thing['clock']> } | null {
  const clockOf = (id: string): Thing['clock'] => g.parts.things.find((one) => one.id === id)?.clock ?? null;
  const figure = figureOf(g, ['count', 'sum', 'avg', 'metric'], (id) => clockOf(id) !== null);
  const clock = figure && clockOf(figure.thing);
  return figure && clock ? { figure, clock } : null;
}

const maybePeriod = (
  g: Grammar,
): { filters: (clock: NonNullable<Thing['clock']>) => ReturnType<typeof during>[]; when: Phrase } => {
  if (g.random.chance(0.5)) return { filters: () => [], when: { text: '', wording: '' } };
  const period = periodOf(g.random, g.locale, g.today);
  return { filters: (clock) => [during(clock, period.from, period.to)], when: phraseOf(g, period) };
};

/** Figures over time, and the first and last of events. */
export const TIMES: readonly Family[] = [
  {
    name: 'figure in a period',
    make: (g) => {
      const made = timed(g);
      if (!made) return null;
      const { figure, clock } = made;
      const period = periodOf(g.random, g.locale, g.today);
      const asked = worded(
        g,
        {
          en: [
            '{figure} {when}',
            'what was the {figure} {when}',
            'what is the {figure} {when}',
            'show me the {figure} {when}',
          ],
          zh: ['{when}{figure}是多少', '{when}{figure}', '查询{when}{figure}', '{when}{figure}有多少'],
        },
        { figure, when: phraseOf(g, period) },
      );
      return {
        asked,
        expected: query(figure.thing, {
          measures: [measured(figure.what)],
          filters: [during(clock, period.from, period.to)],
        }),
      };
    },
  },
  {
    name: 'figure of each part of time',
    make: (g) => {
      const made = timed(g);
      if (!made) return null;
      const { figure, clock } = made;
      const { grain, en, zh, adverb } = g.random.pick(GRAINS);
      const { filters, when } = maybePeriod(g);
      const asked = worded(
        g,
        {
          en: [
            '{figure} by {grain} {when}',
            '{adverb} {figure} {when}',
            '{figure} per {grain} {when}',
            '{figure} for each {grain} {when}',
          ],
          zh: [
            '{when}每{grain}的{figure}',
            '按{grain}统计{when}{figure}',
            '{when}各{grain}的{figure}',
            '{when}每{grain}{figure}',
          ],
        },
        { figure, grain: g.locale === 'zh' ? zh : en, adverb, when },
      );
      return {
        asked,
        expected: query(figure.thing, {
          measures: [measured(figure.what)],
          dimensions: [by(clock, grain)],
          filters: filters(clock),
        }),
        open: GROUPS,
      };
    },
  },
  {
    name: 'trend',
    make: (g) => {
      const made = timed(g);
      if (!made) return null;
      const { figure, clock } = made;
      const { filters, when } = maybePeriod(g);
      const asked = worded(
        g,
        {
          en: [
            'monthly trend of {figure} {when}',
            '{figure} trend by month {when}',
            '{figure} over time by month {when}',
          ],
          zh: [
            '{when}{figure}的月度趋势',
            '{when}{figure}按月的趋势',
            '{when}每月{figure}趋势',
            '{when}{figure}按月变化趋势',
          ],
        },
        { figure, when },
      );
      return {
        asked,
        expected: query(figure.thing, {
          measures: [measured(figure.what)],
          dimensions: [by(clock, 'month')],
          filters: filters(clock),
        }),
        open: GROUPS,
      };
    },
  },
  {
    name: 'part of time with the most',
    make: (g) => {
      const made = timed(g);
      if (!made) return null;
      const { figure, clock } = made;
      const { grain, en, zh } = g.random.pick(GRAINS.slice(0, 3));
      const { filters, when } = maybePeriod(g);
      const asked = worded(
        g,
        {
          en: [
            'which {grain} had the highest {figure} {when}',
            'which {grain} has the highest {figure} {when}',
            'in which {grain} was the {figure} highest {when}',
          ],
          zh: [`{when}哪个{grain}的{figure}最高`, `{when}{figure}最高的{grain}是哪个`],
        },
        { figure, grain: g.locale === 'zh' ? (zh === '月' ? '月份' : zh === '年' ? '年份' : zh) : en, when },
      );
      return {
        asked,
        expected: query(figure.thing, {
          measures: [measured(figure.what)],
          dimensions: [by(clock, grain)],
          filters: filters(clock),
          order: [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }],
          limit: 1,
        }),
      };
    },
  },
  {
    name: 'figure in two periods',
    make: (g) => {
      const made = timed(g);
      if (!made) return null;
      const { figure, clock } = made;
      const period = g.random.pick(COMPARED)(g.random, g.today)[g.locale];
      if (!period.before) return null;
      const asked = worded(
        g,
        {
          en: [
            'compare the {figure} {prep} {one} and {other}',
            '{figure} {prep} {one} vs {other}',
            '{figure} {prep} {one} compared with {other}',
            'compare {figure} {prep} {one} with {other}',
            'how does the {figure} {prep} {one} compare with {other}',
          ],
          zh: [
            '{one}和{other}的{figure}对比',
            '对比{one}和{other}的{figure}',
            '{one}{figure}与{other}相比',
            '{one}的{figure}和{other}比怎么样',
            '{one}与{other}{figure}对比',
          ],
        },
        { figure, prep: period.prep, one: period.text, other: period.before.text },
      );
      const range = ({ from, to }: { from: string; to: string }) => ({ from, to, label: '' });
      return {
        asked,
        expected: query(figure.thing, {
          measures: [measured(figure.what)],
          compare: { column: clock, base: range(period.before), current: range(period) },
        }),
      };
    },
  },
  {
    name: 'latest or earliest rows',
    make: (g) => {
      const thing = thingOf(g, ({ isEvent, clock }) => isEvent && clock !== null);
      if (!thing?.clock) return null;
      const last = g.random.chance(0.6);
      const limit = g.random.pick([1, 3, 5]);
      const slots = { things: plural(g, thing.name), thing: thing.name, n: String(limit) };
      const one = last
        ? {
            en: ['the latest {thing}', 'the most recent {thing}', 'show the latest {thing}'],
            zh: ['最新的{thing}', '最近的一个{thing}', '最晚的{thing}'],
          }
        : {
            en: ['the earliest {thing}', 'the first {thing}', 'the oldest {thing}'],
            zh: ['最早的{thing}', '第一个{thing}'],
          };
      const more = last
        ? {
            en: ['the latest {n} {things}', 'the {n} most recent {things}', 'last {n} {things}'],
            zh: ['最新的{n}个{thing}', '最近的{n}个{thing}', '最近{n}个{thing}'],
          }
        : {
            en: ['the first {n} {things}', 'the {n} earliest {things}', '{n} oldest {things}'],
            zh: ['最早的{n}个{thing}', '最早{n}个{thing}'],
          };
      return {
        asked: worded(g, limit === 1 ? one : more, slots),
        expected: query(thing.id, {
          order: [{ by: { kind: 'column', column: thing.clock }, direction: last ? 'desc' : 'asc' }],
          limit,
        }),
        open: ['select'],
      };
    },
  },
  {
    name: 'rows to which something happened in a period',
    make: (g) => {
      const happenings = g.parts.happenings.filter(({ thing }) => g.parts.things.some(({ id }) => id === thing));
      if (happenings.length === 0) return null;
      const { ref, thing: id, name } = g.random.pick(happenings);
      const thing = g.parts.things.find((one) => one.id === id);
      if (!thing) return null;
      const period = periodOf(g.random, g.locale, g.today);
      const when = g.locale === 'zh' ? { text: period.text, wording: '<period>' } : phraseOf(g, period);
      const asked = worded(
        g,
        {
          en: [
            'how many {things} were {past} {when}',
            'how many {things} {past} {when}',
            'number of {things} {past} {when}',
          ],
          zh: [
            '{when}{past}的{things}有多少',
            '{when}{past}了多少{things}',
            '{when}新{past}的{things}数量',
            '{when}{past}{things}数',
          ],
        },
        { things: plural(g, thing.name), past: name, when },
      );
      return {
        asked,
        expected: query(id, {
          measures: [measured({ kind: 'aggregate', fn: 'count', table: id })],
          filters: [during(ref, period.from, period.to)],
        }),
      };
    },
  },
];
