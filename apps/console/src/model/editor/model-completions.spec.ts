import { completionsAt } from './model-completions';
import { yamlPositionAt } from './yaml-path';

const known = new Map([
  ['orders', ['id', 'amount']],
  ['客户', ['名称']],
]);

const offered = (text: string): string[] => completionsAt(text.split('\n'), known).map(({ label }) => label);

describe('the position in a model file', () => {
  it.each([
    ['', [], true],
    ['tables:\n  ', ['tables'], true],
    [
      'tables:\n  orders:\n    columns:\n      amount: { role: ',
      ['tables', 'orders', 'columns', 'amount', 'role'],
      false,
    ],
    ['tables:\n  a: { label: { zh: x, ', ['tables', 'a', 'label'], true],
    ['tables:\n  a: { synonyms: { zh: [x, y], ', ['tables', 'a', 'synonyms'], true],
    ['tables:\n  a: { synonyms: { zh: [x, ', ['tables', 'a', 'synonyms', 'zh'], false],
    [
      'tables:\n  a:\n    label: x\n# note: here\n\nmetrics:\n  m:\n    expression: ',
      ['metrics', 'm', 'expression'],
      false,
    ],
    ['joins:\n  - { from: ', ['joins', 'from'], false],
    ['terms:\n  "a: b": { filter: ', ['terms', 'a: b', 'filter'], false],
  ])('is found in %j', (text, path, isKey) => {
    expect(yamlPositionAt(text.split('\n'))).toEqual({ path, isKey });
  });
});

describe('completions of a model file', () => {
  it('offers the members of the file, a table and a column', () => {
    expect(offered('')).toEqual(expect.arrayContaining(['tables', 'metrics', 'terms']));
    expect(offered('tables:\n  orders:\n    ')).toEqual(expect.arrayContaining(['columns', 'kind', 'label']));
    expect(offered('tables:\n  orders:\n    columns:\n      amount: { ')).toContain('role');
  });

  it('offers tables and the columns of the table as keys', () => {
    expect(offered('tables:\n  ')).toEqual(['orders', '客户']);
    expect(offered('tables:\n  客户:\n    columns:\n      ')).toEqual(['名称']);
  });

  it('offers values', () => {
    expect(offered('tables:\n  orders:\n    columns:\n      amount: { role: ')).toContain('measure');
    expect(offered('tables:\n  orders:\n    kind: ')).toEqual(['event', 'thing']);
  });

  it('offers columns with their tables in expressions, filters and joins', () => {
    const columns = ['orders.id', 'orders.amount', '客户.名称'];
    expect(offered('metrics:\n  m:\n    expression: sum(')).toEqual(columns);
    expect(offered('joins:\n  - { from: ')).toEqual(columns);
    expect(offered('filters:\n  f:\n    column: ')).toEqual(columns);
  });

  it('offers nothing where the file knows no member', () => {
    expect(offered('tables:\n  orders:\n    nonsense:\n      ')).toEqual([]);
  });
});
