import { parse } from 'yaml';
import { addMetric, adoptEntry, editedText, rangeOf, setLabel, setSynonyms } from './edit-model-text';

const commerce = `# The shop. Amounts of money are in yuan.
defaultLocale: zh

tables:
  customers:
    label: { zh: 客户, en: customer }
    synonyms: { zh: [顾客, 用户], en: [customers, client,   clients] }
    description: { zh: 客户, en: "People and companies: registered" }  # of the shop
    columns:
      name: { label: { zh: 客户名称, en: customer name }, role: name, values: index }

  # Orders of all states.
  orders:
      label: { zh: 订单, en: order }

metrics:
  order_amount:
    label: { zh: 订单金额, en: order amount }
    expression: "sum(orders.amount) FILTER (WHERE orders.status <> 'C')"
`;

describe('editing the text of a model', () => {
  it('changes the words of an entry and nothing else', () => {
    const words = ['customers', 'patrons'];
    const text = editedText(commerce, setSynonyms(['tables', 'customers'], 'en', words)) ?? '';
    expect(changedLines(commerce, text)).toEqual(['    synonyms: { zh: [ 顾客, 用户 ], en: [ customers, patrons ] }']);
  });

  it('appends words to a list in the layout of the file', () => {
    const old = (parse(commerce) as { tables: { customers: { synonyms: { en: string[] } } } }).tables.customers
      .synonyms;
    const text = editedText(commerce, setSynonyms(['tables', 'customers'], 'en', [...old.en, 'patrons'])) ?? '';
    expect(text.length).toBe(commerce.length + ', patrons'.length);
  });

  it('keeps comments and blank lines', () => {
    const lines = ['# top', 'tables:', '  a: # first', '    label:   x   # name', '', '  # second', '  b: {}', ''];
    const edited = editedText(lines.join('\n'), setLabel(['tables', 'a'], 'en', 'y'))?.split('\n') ?? [];
    expect(edited.toSpliced(3, 1)).toEqual(lines.toSpliced(3, 1));
    expect(edited[3]).toMatch(/^ {4}label: .*# name$/);
    expect(parse(edited.join('\n'))).toEqual({ tables: { a: { label: { zh: 'x', en: 'y' } }, b: {} } });
  });

  it('creates the entry of a name that only the database has', () => {
    const text = editedText('# words\n', adoptEntry(['tables', 'o', 'columns', 'x'], { en: 'amount', zh: '' })) ?? '';
    expect(text).toContain('# words');
    expect(parse(text)).toEqual({ tables: { o: { columns: { x: { label: { en: 'amount' } } } } } });
  });

  it('adds a figure after the others', () => {
    const text =
      editedText(commerce, addMetric('proceeds', { language: 'en', label: 'proceeds', expression: 'sum(a.b)' })) ?? '';
    expect(changedLines(commerce, text)).toEqual([
      '  proceeds:',
      '    label: { en: proceeds }',
      '    expression: sum(a.b)',
    ]);
  });

  it('separates a list of both languages when one changes', () => {
    expect(editedText('tables: { a: { synonyms: [x, y] } }\n', setSynonyms(['tables', 'a'], 'zh', ['z']))).toBe(
      'tables: { a: { synonyms: { zh: [ z ], en: [x, y] } } }\n',
    );
  });

  it('removes a name that is emptied', () => {
    expect(parse(editedText('a: { label: { en: x, zh: y } }\n', setLabel(['a'], 'zh', '')) ?? '')).toEqual({
      a: { label: { en: 'x' } },
    });
  });

  it('refuses a text that is not valid', () => {
    expect(editedText('a: [', setLabel(['a'], 'en', 'x'))).toBeNull();
    expect(editedText('- a', setLabel(['a'], 'en', 'x'))).toBeNull();
  });

  it('quotes words that YAML would read otherwise', () => {
    const text = editedText('', setSynonyms(['terms', 'a'], 'en', ['yes', 'a: b', '#1', '[x'])) ?? '';
    expect(parse(text)).toEqual({ terms: { a: { synonyms: { en: ['yes', 'a: b', '#1', '[x'] } } } });
  });

  it('finds an entry in the text', () => {
    const range = rangeOf(commerce, ['metrics', 'order_amount', 'label', 'en']);
    expect(range && commerce.slice(range.from, range.to)).toBe('order amount');
    expect(rangeOf(commerce, ['metrics', 'nonesuch'])).toBeNull();
  });
});

/** Lines of the second text that the first has not, where all lines of the first but the changed ones remain. */
function changedLines(before: string, after: string): string[] {
  const old = new Set(before.split('\n'));
  return after.split('\n').filter((line) => !old.has(line));
}
