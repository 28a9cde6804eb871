import { type Family, GROUPS, LIST } from './family';
import { figureOf } from './figures';
import { plural, worded } from './phrase';
import { by, measured, query } from './query';
import { rowsOf, thingOf } from './rows';
import { countOf } from './things-and-figures';

/** Counts, figures over rows, and lists of rows. */
export const COUNTS_AND_FIGURES: readonly Family[] = [
  {
    name: 'count',
    make: (g) => {
      const thing = thingOf(g);
      if (!thing) return null;
      const rows = rowsOf(g, thing, 2);
      const asked = worded(
        g,
        {
          en: [
            'how many {rows} are there',
            'how many {rows} do we have',
            'number of {rows}',
            'what is the number of {rows}',
            'count of {rows}',
            'total number of {rows}',
            'count the {rows}',
          ],
          zh: [
            '{rows}有多少',
            '有多少{rows}',
            '{rows}数量',
            '{rows}的数量是多少',
            '一共有多少{rows}',
            '{rows}总数',
            '{rows}一共有几个',
          ],
        },
        { rows },
      );
      return { asked, expected: query(thing.id, { measures: [countOf(thing)], filters: rows.filters }) };
    },
  },
  {
    name: 'whether there are rows',
    make: (g) => {
      const thing = thingOf(g);
      if (!thing) return null;
      const rows = rowsOf(g, thing, 2);
      if (rows.filters.length === 0) return null;
      const asked = worded(
        g,
        { en: ['are there any {rows}', 'do we have any {rows}'], zh: ['有没有{rows}', '有{rows}吗', '是否有{rows}'] },
        { rows },
      );
      return { asked, expected: query(thing.id, { measures: [countOf(thing)], filters: rows.filters }) };
    },
  },
  {
    name: 'distinct values',
    make: (g) => {
      if (g.parts.attributes.length === 0) return null;
      const { ref, thing, name } = g.random.pick(g.parts.attributes);
      const asked = worded(
        g,
        {
          en: [
            'how many different {attributes} are there',
            'number of distinct {attributes}',
            'how many distinct {attributes}',
          ],
          zh: [
            '有多少种{attributes}',
            '有多少种不同的{attributes}',
            '{attributes}一共有几种',
            '不同{attributes}的数量',
          ],
        },
        { attributes: plural(g, name) },
      );
      const what = { kind: 'aggregate', fn: 'count_distinct', table: thing, column: ref } as const;
      return { asked, expected: query(thing, { measures: [measured(what)] }) };
    },
  },
  {
    name: 'values listed',
    make: (g) => {
      if (g.parts.attributes.length === 0) return null;
      const { ref, thing, name } = g.random.pick(g.parts.attributes);
      const asked = worded(
        g,
        {
          en: ['what {attributes} are there', 'list the {attributes}', 'which {attributes} do we have'],
          zh: ['有哪些{attributes}', '列出所有{attributes}', '{attributes}有哪些'],
        },
        { attributes: plural(g, name) },
      );
      return { asked, expected: query(thing, { select: [ref], distinct: true }), open: ['order'] };
    },
  },
  {
    name: 'figure of rows',
    make: (g) => {
      const figure = figureOf(g, ['sum', 'avg', 'min', 'max', 'median']);
      const thing = g.parts.things.find(({ id }) => id === figure?.thing);
      if (!figure || !thing) return null;
      const rows = rowsOf(g, thing, 2);
      const asked = worded(
        g,
        {
          en: [
            'what is the {figure} of {rows}',
            '{figure} of {rows}',
            'show me the {figure} of {rows}',
            'what was the {figure} of {rows}',
          ],
          zh: ['{rows}的{figure}是多少', '{rows}的{figure}', '{rows}{figure}', '查一下{rows}的{figure}'],
        },
        { figure, rows },
      );
      return { asked, expected: query(thing.id, { measures: [measured(figure.what)], filters: rows.filters }) };
    },
  },
  {
    name: 'metric',
    make: (g) => {
      const figure = figureOf(g, ['metric']);
      const thing = g.parts.things.find(({ id }) => id === figure?.thing);
      if (!figure || !thing) return null;
      const rows = rowsOf(g, thing, 2);
      const asked =
        rows.filters.length === 0
          ? worded(
              g,
              { en: ['what is our {figure}', 'what is the {figure}', '{figure}'], zh: ['{figure}是多少', '{figure}'] },
              { figure },
            )
          : worded(
              g,
              {
                en: ['{figure} of {rows}', 'what is the {figure} of {rows}'],
                zh: ['{rows}的{figure}', '{rows}的{figure}是多少'],
              },
              { figure, rows },
            );
      return { asked, expected: query(thing.id, { measures: [measured(figure.what)], filters: rows.filters }) };
    },
  },
  {
    name: 'list of rows',
    make: (g) => {
      const thing = thingOf(g);
      if (!thing) return null;
      const rows = rowsOf(g, thing, 2);
      if (rows.filters.length === 0) return null;
      const asked = worded(
        g,
        {
          en: ['list the {rows}', 'show me all {rows}', 'show {rows}', 'list all {rows}', 'give me a list of {rows}'],
          zh: ['列出{rows}', '{rows}有哪些', '查看{rows}', '显示所有{rows}', '{rows}名单', '有哪些{rows}'],
        },
        { rows },
      );
      return { asked, expected: query(thing.id, { filters: rows.filters }), open: LIST };
    },
  },
  {
    name: 'figure of each group',
    make: (g) => {
      const figure = figureOf(g, ['count', 'sum', 'avg', 'max', 'metric']);
      const attributes = g.parts.attributes.filter(
        ({ thing }) => figure && (thing === figure.thing || g.parts.looksUp(figure.thing, thing)),
      );
      if (!figure || attributes.length === 0) return null;
      const { ref, name } = g.random.pick(attributes);
      const asked = worded(
        g,
        {
          en: [
            '{figure} by {attribute}',
            '{figure} per {attribute}',
            '{figure} for each {attribute}',
            'what is the {figure} by {attribute}',
            'show the {figure} grouped by {attribute}',
            '{figure} broken down by {attribute}',
          ],
          zh: [
            '各{attribute}的{figure}',
            '按{attribute}统计{figure}',
            '每个{attribute}的{figure}',
            '不同{attribute}的{figure}',
            '按{attribute}看{figure}',
            '各{attribute}{figure}分别是多少',
            '{figure}按{attribute}分组',
          ],
        },
        { figure, attribute: name },
      );
      return {
        asked,
        expected: query(figure.thing, { measures: [measured(figure.what)], dimensions: [by(ref)] }),
        open: GROUPS,
      };
    },
  },
  {
    name: 'figure of each of two groups',
    make: (g) => {
      const figure = figureOf(g, ['count', 'sum', 'metric']);
      const attributes = g.parts.attributes.filter(
        ({ thing }) => figure && (thing === figure.thing || g.parts.looksUp(figure.thing, thing)),
      );
      const [one, other] = g.random.some(attributes, 2);
      if (!figure || !one || !other) return null;
      const asked = worded(
        g,
        {
          en: [
            '{figure} by {one} and {other}',
            '{figure} per {one} and {other}',
            '{figure} for each {one} and {other}',
          ],
          zh: ['按{one}和{other}统计{figure}', '各{one}各{other}的{figure}', '每个{one}每个{other}的{figure}'],
        },
        { figure, one: one.name, other: other.name },
      );
      const dimensions = [by(one.ref), by(other.ref)];
      return { asked, expected: query(figure.thing, { measures: [measured(figure.what)], dimensions }), open: GROUPS };
    },
  },
];
