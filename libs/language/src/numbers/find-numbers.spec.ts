import fc from 'fast-check';
import { parseChineseNumeral } from './chinese-numeral';
import { parseEnglishNumeral } from './english-numeral';
import { findDistances } from './find-distances';
import { findNumbers } from './find-numbers';
import { unitFactor } from './units';

/** Numbers as text=value, with their unit; # marks ordinals. */
const CASES: [text: string, expected: string][] = [
  ['金额超过1000元的订单', '1000元=1000 元'],
  ['金额超过一千元的订单', '一千元=1000 元'],
  ['金额超过1万元的订单', '1万元=10000 元'],
  ['1.5万', '1.5万=15000'],
  ['1.1万', '1.1万=11000'],
  ['1亿2千万', '1亿2千万=120000000'],
  ['3千', '3千=3000'],
  ['三千五百', '三千五百=3500'],
  ['三千五以上', '三千五=3500'],
  ['一万二以上', '一万二=12000'],
  ['两百元', '两百元=200 元'],
  ['十五', '十五=15'],
  ['一百零五个', '一百零五个=105 个'],
  ['一百万以上的合同', '一百万=1000000'],
  ['百分之三十', '百分之三十=30 %'],
  ['占三成', '三成=30 %'],
  ['三分之一', `三分之一=${1 / 3}`],
  ['折扣为15%的订单', '15%=15 %'],
  ['至少下过三次单的客户', '三次=3 次'],
  ['前10名', '10名=10 名'],
  ['前十', '前十'.slice(1) + '=10'],
  ['有两个学校', '两个=2 个'],
  ['超过一个', '一个=1 个'],
  ['至少有一家', '一家=1 家'],
  ['第二高', '第二=2#'],
  ['第3名', '第3名=3# 名'],
  ['5公里', '5公里=5 km'],
  ['一批30百升', '30百升=30 hl'],
  ['载重9吨', '9吨=9 t'],
  ['3千瓦', '3=3'],
  ['500米内', '500米=500 m'],
  ['18岁以上', '18岁=18 岁'],
  ['10年级', '10=10'],
  ['3年以上经验', '3年=3 year'],
  ['5部门', '5=5'],
  ['温度低于-5', '-5=-5'],
  ['10到20元', '10=10 + 20元=20 元'],
  ['10-20', '10=10 + 20=20'],
  ['orders over 1,000 dollars', '1,000 dollars=1000 usd'],
  ['salary of $70,000', '$70,000=70000 usd'],
  ['¥100', '¥100=100 元'],
  ['3k', '3k=3000'],
  ['2.5 million', '2.5 million=2500000'],
  ['20 million usd', '20 million usd=20000000 usd'],
  ['five schools', 'five=5'],
  ['twenty-five', 'twenty-five=25'],
  ['two hundred and ten', 'two hundred and ten=210'],
  ['fewer than a hundred thousand people', 'a hundred thousand=100000'],
  ['more than one', 'one=1'],
  ['at least twice', 'twice=2 次'],
  ['5 percent', '5 percent=5 %'],
  ['within 3 miles', '3 miles=3 mile'],
  ['the second highest', 'second=2#'],
  ['the 3rd one', '3rd=3#'],
  ['grade 9 or 10', '9=9 + 10=10'],
  ['iphone 14', '14=14'],
  ['.5', '.5=0.5'],
  ['5a景区', ''],
  ['q3', ''],
  ['covid-19', ''],
  ['2024年', ''],
  ['2024-03-05', ''],
  ['16:25:00', ''],
  ['3月5日', ''],
  ['一些客户', ''],
  ['看一下', ''],
  ['一个客户', ''],
  ['一般情况', ''],
  ['十分重要', ''],
  ['四川和三亚', ''],
  ['星期三', ''],
  ['双十一', ''],
  ['五星酒店', '五星=5 星'],
  ['which one', ''],
  ['one-way trips', ''],
  ['no one', ''],
  ['the second quarter', ''],
  ['named "225"', ''],
  ['192.168.1.1', ''],
];

it.each(CASES)('%s → %s', (text, expected) => {
  const found = findNumbers(text).map(
    (one) => `${one.text}=${one.value}${one.ordinal ? '#' : ''}${one.unit ? ` ${one.unit}` : ''}`,
  );
  expect(found.join(' + ')).toBe(expected);
});

it.each([
  ['5公里', 5000],
  ['十公里以内', 10000],
  ['500米', 500],
  ['5 km', 5000],
  ['within 3 miles', 4828.032],
  ['within 1.5 kilometers', 1500],
  ['方圆2公里范围内', 2000],
])('%s is %d metres, its span the whole phrase', (text, meters) => {
  expect(findDistances(text)).toEqual([{ meters, start: 0, end: text.length, text }]);
});

it('reads every numeral that the test can write', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), (value) => {
      expect(parseChineseNumeral(writeChinese(value))).toBe(value);
    }),
  );
});

it.each(['two three', 'twenty thirty', 'banana'])('%s is no English numeral', (text) => {
  expect(parseEnglishNumeral(text)).toBeUndefined();
});

it.each(['', '点', '一二百', '万', '三四五千'])('%j is no Chinese numeral', (text) => {
  expect(parseChineseNumeral(text)).toBeUndefined();
});

/** Han numeral of a number below 10⁸, written in full. */
function writeChinese(value: number): string {
  if (value === 0) return '零';
  const high = Math.floor(value / 10_000);
  const low = value % 10_000;
  const gap = high > 0 && low > 0 && low < 1000 ? '零' : '';
  return (high > 0 ? `${section(high)}万` : '') + gap + (low > 0 ? section(low) : '');
}

function section(value: number): string {
  const digits = String(value).padStart(4, '0');
  let text = '';
  Array.from(digits).forEach((digit, i) => {
    if (digit !== '0') text += '零一二三四五六七八九'.charAt(Number(digit)) + ['千', '百', '十', ''][i];
    else if (text !== '' && !text.endsWith('零') && /[1-9]/.test(digits.slice(i))) text += '零';
  });
  return text;
}

describe('the factor between two units', () => {
  it.each([
    ['t', 'kg', 1000],
    ['hour', 'minute', 60],
    ['hl', 'l', 100],
    ['kg', 'kg', 1],
    ['kg', 'hour', null],
    ['month', 'day', null],
  ])('of %s to %s is %s', (from, to, expected) => {
    expect(unitFactor(from, to)).toBe(expected);
  });
});
