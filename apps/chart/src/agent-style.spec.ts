import type { Agent } from '@querent/catalog';
import { shop } from '@querent/suggestions/fixture';
import { defaultsOf, plainStyle, styleOf } from './agent-style';

const agent = (more: Partial<Agent>): Agent => ({
  name: 'analyst',
  version: 'v',
  instructions: '',
  filters: [],
  ...more,
});

describe('the style of an agent', () => {
  it.each<[string, Partial<Agent>, Partial<typeof plainStyle>]>([
    ['no settings', {}, plainStyle],
    [
      'charts',
      { chart: { prefer: ['bar', 'table'], maxCategories: 12 } },
      { prefer: ['bar', 'table'], maxCategories: 12, maxSentences: null },
    ],
    ['concise', { answer: { style: 'concise' } }, { maxSentences: 1 }],
    ['concise, whatever more it allows', { answer: { style: 'concise', maxSentences: 4 } }, { maxSentences: 1 }],
    ['full', { answer: { style: 'full', maxSentences: 4 } }, { maxSentences: 4 }],
    ['full without an end', { answer: { style: 'full' } }, { maxSentences: null }],
  ])('with %s', (_what, more, expected) => {
    expect(styleOf(agent(more))).toMatchObject(expected);
  });

  it('is plain when the agent was deleted', () => {
    expect(styleOf(undefined)).toEqual(plainStyle);
  });
});

describe('the default filters of an agent', () => {
  it('are those of its file, on this model', () => {
    expect(defaultsOf(agent({ filters: [{ column: 'orders.channel', equals: 'app' }] }), shop)).toMatchObject([
      { kind: 'compare', column: { table: 'orders', column: 'channel' }, op: '=', value: 'app' },
    ]);
  });

  it('are empty when the agent was deleted or does not fit the model', () => {
    expect(defaultsOf(undefined, shop)).toEqual([]);
    expect(defaultsOf(agent({ filters: [{ column: 'orders.nothing', equals: 'app' }] }), shop)).toEqual([]);
  });
});
