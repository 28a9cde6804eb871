import fc from 'fast-check';
import { normalizeQuestion, normalizeQuestionWithMap, originalStretch } from './normalize-question';
import { normalizeText, normalizeWithMap } from './normalize-text';

describe('normalizeText', () => {
  it.each([
    ['查詢浙江省５Ａ景區有多少個？', '查询浙江省5a景区有多少个?'],
    ['平均工資', '平均工资'],
    ['訂單數量與銷售額總計', '订单数量与销售额总计'],
    ['臺灣後臺', '台湾后台'],
    ['乾隆年間的著名建築', '乾隆年间的著名建筑'],
    ['  A   B\n c ', 'a b c'],
    ['「杭州」—西湖', '"杭州"-西湖'],
    ['‘Hey’ “you”', '\'hey\' "you"'],
    ["`` Little ''", '" little "'],
    ['最近７天的订单数？', '最近7天的订单数?'],
    ['１，０００．５％', '1,000.5%'],
    ['Café', 'café'],
    ['a\u200bb\ufeff', 'ab'],
    ['', ''],
  ])('reads %j as %j', (written, normal) => {
    expect(normalizeText(written)).toBe(normal);
  });

  it('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(anyText(), (text) => normalizeText(normalizeText(text)) === normalizeText(text)),
      { numRuns: 3000 },
    );
  });
});

describe('normalizeWithMap', () => {
  it("finds the asker's own words for a span of the normalised text", () => {
    const original = '  請統計　５Ａ　景區的  “數量”？';
    const { text, toOriginal } = normalizeWithMap(original);
    const spanOf = (part: string): string => {
      const start = text.indexOf(part);
      return original.slice(toOriginal(start), toOriginal(start + part.length));
    };
    expect(text).toBe('请统计 5a 景区的 "数量"?');
    expect(spanOf('5a')).toBe('５Ａ');
    expect(spanOf('景区的')).toBe('景區的');
    expect(spanOf('"数量"')).toBe('“數量”');
    expect(toOriginal(text.length)).toBe(original.length);
  });

  it('maps positions in order and inside the original', () => {
    fc.assert(
      fc.property(anyText(), (original) => {
        const { text, toOriginal } = normalizeWithMap(original);
        const positions = Array.from({ length: text.length + 1 }, (_, i) => toOriginal(i));
        return positions.every((position, i) => position >= (positions[i - 1] ?? 0) && position <= original.length);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('normalizeQuestion', () => {
  it.each([
    ['最近７天的订单数？', '最近7天的订单数'],
    ['Top 5 Products!!', 'top 5 products'],
    ['有多少个客户。', '有多少个客户'],
    ["Singers with 'Hey' in the title?", 'singers with "Hey" in the title'],
    ['find “Hello  World” !!!', 'find "Hello  World"'],
    ['书名为《紅樓夢》的书', '书名为"紅樓夢"的书'],
  ])('reads %j as %j', (written, normal) => {
    expect(normalizeQuestion(written)).toBe(normal);
  });

  it.each([
    ['销售额前5名的客户', '销售额前50名的客户'],
    ['是会员的用户', '不是会员的用户'],
    ['orders before 2024-03-01', 'orders after 2024-03-01'],
    ["named 'Hey'", "named 'hey'"],
    ['orders over 1,000', 'orders over 10,00'],
    ['Revenue in Q1 2024', 'Revenue in Q2 2024'],
  ])('keeps %j and %j apart', (a, b) => {
    expect(normalizeQuestion(a)).not.toBe(normalizeQuestion(b));
  });
});

describe('originalStretch', () => {
  const stretchOf = (original: string, part: string): string => {
    const normal = normalizeQuestionWithMap(original);
    const start = normal.text.indexOf(part);
    const { from, to } = originalStretch(normal, original, { start, end: start + part.length });
    return original.slice(from, to);
  };

  it.each([
    ['　请统计 😀 ５Ａ　景區？', '5a', '５Ａ'],
    ['👨‍👩‍👧 cafe\u0301s 2024?', 'cafés', 'cafe\u0301s'],
    ['within 10㎞ of it', '10k', '10㎞'],
    ['今 年 的 订 单 数', '订单', '订 单'],
    ['find “Hello  World” now', 'Hello  World', 'Hello  World'],
    ['orders\u200b of\u2060 Ann!!', 'of', 'of'],
  ])('of %j for %j is %j', (original, part, written) => {
    expect(stretchOf(original, part)).toBe(written);
  });

  it('holds the characters of the normalised stretch, in order, and splits no character', () => {
    fc.assert(
      fc.property(anyText(), fc.nat(), fc.nat(), (original, one, other) => {
        const normal = normalizeQuestionWithMap(original);
        expect(normal.text).toBe(normalizeQuestion(original));
        const [start, end] = [one, other].map((at) => at % (normal.text.length + 1)).sort((a, b) => a - b) as [
          number,
          number,
        ];
        const { from, to } = originalStretch(normal, original, { start, end });
        expect(0 <= from && from <= to && to <= original.length).toBe(true);
        const splits = (at: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]/.test(original.slice(at - 1, at + 1));
        expect(splits(from) || splits(to)).toBe(false);
        const lettersOf = (text: string): string => normalizeText(text).replace(/[^a-z0-9\p{Script=Han}]/gu, '');
        expect(lettersOf(original.slice(from, to))).toContain(lettersOf(normal.text.slice(start, end)));
      }),
      { numRuns: 2000 },
    );
  });
});

function anyText(): fc.Arbitrary<string> {
  const chinese = fc.string({
    unit: fc.constantFrom(...'請問５Ａ 景區「」“”‘’—　 \t\n去年訂單abcÀé＇｀\'`"Σİﬁ①㎞がか゛각ᄀ́'),
  });
  return fc.oneof(fc.string({ unit: 'binary' }), chinese);
}
