import type { ResultColumn, Row } from '@querent/contracts';
import { csvOf, ndjsonOf } from './delimited-rows';

const column = (label: string, key = 'c1'): ResultColumn => ({ key, label, type: 'string' });
async function* pages(...given: Row[][]): AsyncGenerator<Row[]> {
  yield* given;
}
const textOf = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const part of parts) text += part;
  return text;
};
const csv = (rows: Row[], options = { bom: false, raw: false }) => textOf(csvOf([column('值')], pages(rows), options));

describe('a result as CSV', () => {
  it.each<[string, Row[number], string]>([
    ['plain text', 'plain', 'plain'],
    ['null', null, ''],
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'say "hi"', '"say ""hi"""'],
    ['a line break', 'a\r\nb', '"a\r\nb"'],
    ['a number', -1.5, '-1.5'],
    ['a big numeric', '-12345678901234567890.5', '-12345678901234567890.5'],
    ['a boolean', true, 'true'],
    ['GeoJSON', { type: 'Point', coordinates: [1, 2] }, '"{""type"":""Point"",""coordinates"":[1,2]}"'],
    ['a formula', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['an at sign', '@SUM(1)', "'@SUM(1)"],
    ['a minus formula', '-1+cmd', "'-1+cmd"],
    ['a tab', '\tx', "'\tx"],
    ['a line break before it', '\n=1', '"\'\n=1"'],
    ['a full-width equals sign', '＝1+1', "'＝1+1"],
    ['a full-width at sign', '＠SUM(1)', "'＠SUM(1)"],
    ['spaces before it', '  =1+1', "'  =1+1"],
    ['a no-break space before it', '\u00a0=1+1', "'\u00a0=1+1"],
    ['a plus formula', '+1+1', "'+1+1"],
    ['minus infinity', '-Infinity', '-Infinity'],
    ['a number in full', '+1.5e-7', '+1.5e-7'],
    ['a dash in text', 'a-b', 'a-b'],
    ['a word after a bracket', '(=1)', '(=1)'],
    ['an array', ['=1', null], '"[""=1"",null]"'],
    ['a semicolon', 'a;=1', 'a;=1'],
    ['Chinese', '北京', '北京'],
    ['an empty text', '', ''],
  ])('writes %s', async (_, value, expected) => expect(await csv([[value]])).toBe(`值\r\n${expected}\r\n`));

  it('does not guard formulas in raw text', async () =>
    expect(await csv([['=1+1']], { bom: false, raw: true })).toBe('值\r\n=1+1\r\n'));
  it('starts with a byte order mark only on request', async () =>
    expect(await csv([], { bom: true, raw: false })).toBe('\uFEFF值\r\n'));
  it('guards labels too, and numbers equal ones', async () => {
    expect(await textOf(csvOf([column('=a'), column('n'), column('n')], pages(), { bom: false, raw: false }))).toBe(
      "'=a,n,n (2)\r\n",
    );
  });
});

describe('a result as NDJSON', () => {
  it('keeps dangerous names and lone surrogates as plain data', async () => {
    const value = JSON.parse('{"__proto__":{"x":1}}') as Row[number];
    const text = await textOf(
      ndjsonOf([column('a', '__proto__'), column('b', 'constructor')], pages([[value, '\ud83c']])),
    );
    expect(text).toBe('{"__proto__":{"__proto__":{"x":1}},"constructor":"\\ud83c"}\n');
  });
  it('has an empty object per row without columns', async () =>
    expect(await textOf(ndjsonOf([], pages([[], []])))).toBe('{}\n{}\n'));

  it('has one object per line over all pages, by the unique keys of the columns', async () => {
    const text = await textOf(ndjsonOf([column('名称'), column('n')], pages([['a\nb', 1]], [], [['c']])));
    expect(text).toBe('{"c1":"a\\nb","c1 (2)":1}\n{"c1":"c","c1 (2)":null}\n');
  });
});
