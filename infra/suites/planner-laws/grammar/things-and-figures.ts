import type { Measure, Order } from '@querent/contracts';
import { type Family, GROUPS } from './family';
import { figureOf, type Figure } from './figures';
import type { Thing } from './parts';
import { periodOf } from './periods';
import { type Grammar, plural, worded } from './phrase';
import { by, during, measured, query } from './query';
import { phraseOf } from './rows';

export const countOf = ({ id }: Thing): Measure => measured({ kind: 'aggregate', fn: 'count', table: id });

const first = (direction: 'asc' | 'desc'): Order[] => [{ by: { kind: 'measure', index: 0 }, direction }];

/** A lasting thing with events, or with a figure of what belongs to it. */
function owned(g: Grammar): { owner: Thing; events: Thing } | null {
  const pairs = g.parts.things.flatMap((events) =>
    events.isEvent && events.clock !== null
      ? g.parts.things.flatMap((owner) =>
          !owner.isEvent && owner.nameColumn !== null && g.parts.looksUp(events.id, owner.id)
            ? [{ owner, events }]
            : [],
        )
      : [],
  );
  return pairs.length === 0 ? null : g.random.pick(pairs);
}

function ownedFigure(g: Grammar): { owner: Thing; figure: Figure } | null {
  const figure = figureOf(g, ['count', 'sum', 'metric'], (thing) =>
    g.parts.things.some(({ id, isEvent, nameColumn }) => !isEvent && nameColumn && g.parts.looksUp(thing, id)),
  );
  if (!figure) return null;
  const owners = g.parts.things.filter(
    ({ id, isEvent, nameColumn }) => !isEvent && nameColumn && g.parts.looksUp(figure.thing, id),
  );
  return { figure, owner: g.random.pick(owners) };
}

const nameOf = ({ nameColumn, id }: Thing) => nameColumn ?? { table: id, column: 'id' };

/** Figures of each thing, and the things with the most of a figure. */
export const THINGS_AND_FIGURES: readonly Family[] = [
  {
    name: 'figure of each thing',
    make: (g) => {
      const made = ownedFigure(g);
      if (!made) return null;
      const { owner, figure } = made;
      const asked = worded(
        g,
        {
          en: ['{figure} per {thing}', '{figure} by {thing}', '{figure} of each {thing}', '{figure} for each {thing}'],
          zh: ['每个{thing}的{figure}', '各{thing}的{figure}', '按{thing}统计{figure}', '各{thing}{figure}'],
        },
        { figure, thing: owner.name, things: plural(g, owner.name) },
      );
      return {
        asked,
        expected: query(figure.thing, { measures: [measured(figure.what)], dimensions: [by(nameOf(owner))] }),
        open: GROUPS,
      };
    },
  },
  {
    name: 'things and their figure',
    make: (g) => {
      const made = ownedFigure(g);
      if (!made) return null;
      const { owner, figure } = made;
      const asked = worded(
        g,
        {
          en: [
            'each {thing} and their {figure}',
            'list the {things} with their {figure}',
            '{things} and their {figure}',
          ],
          zh: ['{thing}及其{figure}', '列出{thing}及其{figure}'],
        },
        { figure, thing: owner.name, things: plural(g, owner.name) },
      );
      return {
        asked,
        expected: query(figure.thing, {
          measures: [measured(figure.what)],
          dimensions: [by(nameOf(owner))],
          withNone: true,
        }),
        open: GROUPS,
      };
    },
  },
  {
    name: 'thing with the most rows',
    make: (g) => {
      const made = owned(g);
      if (!made) return null;
      const { owner, events } = made;
      const desc = g.random.chance(0.7);
      const slots = { thing: owner.name, events: plural(g, events.name) };
      const asked = desc
        ? worded(
            g,
            {
              en: [
                'which {thing} has the most {events}',
                '{thing} with the most {events}',
                'which {thing} had the most {events}',
                'what {thing} has the highest number of {events}',
              ],
              zh: [
                '哪个{thing}的{events}最多',
                '{events}最多的{thing}是哪个',
                '哪个{thing}{events}最多',
                '{events}最多的{thing}',
                '{events}数最多的{thing}是哪个',
              ],
            },
            slots,
          )
        : worded(
            g,
            {
              en: [
                'which {thing} has the fewest {events}',
                '{thing} with the fewest {events}',
                'which {thing} has the lowest number of {events}',
              ],
              zh: ['哪个{thing}的{events}最少', '{events}最少的{thing}是哪个', '{events}最少的{thing}'],
            },
            slots,
          );
      return {
        asked,
        expected: query(events.id, {
          measures: [countOf(events)],
          dimensions: [by(nameOf(owner))],
          order: first(desc ? 'desc' : 'asc'),
          limit: 1,
        }),
      };
    },
  },
  {
    name: 'thing with the most of a figure',
    make: (g) => {
      const made = ownedFigure(g);
      if (!made) return null;
      const { owner, figure } = made;
      const desc = g.random.chance(0.7);
      const slots = { figure, thing: owner.name };
      const asked = desc
        ? worded(
            g,
            {
              en: [
                'which {thing} has the highest {figure}',
                '{thing} with the highest {figure}',
                'which {thing} has the largest {figure}',
                'the {thing} with the largest {figure}',
              ],
              zh: [
                '哪个{thing}的{figure}最高',
                '{figure}最高的{thing}是哪个',
                '{figure}最大的{thing}',
                '{figure}最高的{thing}',
              ],
            },
            slots,
          )
        : worded(
            g,
            {
              en: ['which {thing} has the lowest {figure}', '{thing} with the lowest {figure}'],
              zh: ['哪个{thing}的{figure}最低', '{figure}最低的{thing}是哪个', '{figure}最少的{thing}'],
            },
            slots,
          );
      return {
        asked,
        expected: query(figure.thing, {
          measures: [measured(figure.what)],
          dimensions: [by(nameOf(owner))],
          order: first(desc ? 'desc' : 'asc'),
          limit: 1,
        }),
      };
    },
  },
  {
    name: 'top things by a figure',
    make: (g) => {
      const made = ownedFigure(g);
      if (!made) return null;
      const { owner, figure } = made;
      const limit = g.random.pick([3, 5, 10]);
      const period = g.random.chance(0.3) ? periodOf(g.random, g.locale, g.today) : null;
      const clock = g.parts.things.find(({ id }) => id === figure.thing)?.clock ?? null;
      const dated = period !== null && clock !== null;
      const when = dated ? phraseOf(g, period) : { text: '', wording: '' };
      const asked = worded(
        g,
        {
          en: [
            'top {n} {things} by {figure} {when}',
            'the {n} {things} with the highest {figure} {when}',
            'which {n} {things} have the highest {figure} {when}',
            'top {n} {things} ranked by {figure} {when}',
          ],
          zh: [
            '{when}{figure}前{n}的{things}',
            '{when}{figure}最高的{n}个{things}',
            '{when}{figure}排名前{n}的{things}',
            '按{figure}排名{when}前{n}的{things}',
            '{when}{figure}最高的前{n}个{things}',
          ],
        },
        { figure, n: String(limit), things: plural(g, owner.name), when },
      );
      return {
        asked,
        expected: query(figure.thing, {
          measures: [measured(figure.what)],
          dimensions: [by(nameOf(owner))],
          filters: dated ? [during(clock, period.from, period.to)] : [],
          order: first('desc'),
          limit,
        }),
      };
    },
  },
  {
    name: 'group with the most',
    make: (g) => {
      const figure = figureOf(g, ['count', 'sum', 'metric']);
      const attributes = g.parts.attributes.filter(
        ({ thing }) => figure && (thing === figure.thing || g.parts.looksUp(figure.thing, thing)),
      );
      if (!figure || attributes.length === 0) return null;
      const { ref, name } = g.random.pick(attributes);
      const desc = g.random.chance(0.7);
      const slots = { figure, attribute: name };
      const asked = desc
        ? worded(
            g,
            {
              en: [
                'which {attribute} has the highest {figure}',
                'which {attribute} had the largest {figure}',
                'what {attribute} has the highest {figure}',
              ],
              zh: ['哪个{attribute}的{figure}最高', '{figure}最高的{attribute}是哪个', '哪种{attribute}的{figure}最高'],
            },
            slots,
          )
        : worded(
            g,
            {
              en: ['which {attribute} has the lowest {figure}'],
              zh: ['哪个{attribute}的{figure}最低', '{figure}最低的{attribute}是哪个'],
            },
            slots,
          );
      return {
        asked,
        expected: query(figure.thing, {
          measures: [measured(figure.what)],
          dimensions: [by(ref)],
          order: first(desc ? 'desc' : 'asc'),
          limit: 1,
        }),
      };
    },
  },
  {
    name: 'share of each group',
    make: (g) => {
      const figure = figureOf(g, ['count', 'sum']);
      const attributes = g.parts.attributes.filter(
        ({ thing }) => figure && (thing === figure.thing || g.parts.looksUp(figure.thing, thing)),
      );
      if (!figure || attributes.length === 0) return null;
      const { ref, name } = g.random.pick(attributes);
      const asked = worded(
        g,
        {
          en: [
            'share of {figure} by {attribute}',
            'percentage of {figure} by {attribute}',
            "each {attribute}'s share of {figure}",
            'share of {figure} per {attribute}',
          ],
          zh: [
            '各{attribute}的{figure}占比',
            '各{attribute}{figure}占比',
            '每个{attribute}占{figure}的比例',
            '按{attribute}统计{figure}占比',
          ],
        },
        { figure, attribute: name },
      );
      return {
        asked,
        expected: query(figure.thing, { measures: [measured(figure.what, { of: 'total' })], dimensions: [by(ref)] }),
        open: GROUPS,
      };
    },
  },
];
