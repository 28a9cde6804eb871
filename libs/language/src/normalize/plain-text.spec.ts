import { plainText } from './plain-text';

describe('plainText', () => {
  it.each([
    ['杭 州 的 订 单 数', '杭州的订单数'],
    ['今 年的订单', '今年的订单'],
    ['2025 年 3 月', '2025年3月'],
    ['最近 30 天', '最近30天'],
    ['orders  in Hangzhou', 'orders in hangzhou'],
    ['VIP 客户', 'vip 客户'],
    ['2024 2025 年', '2024 2025年'],
    ['书名是“红 楼 梦”的书', '书名是"红 楼 梦"的书'],
  ])('reads %j as %j', (written, read) => {
    expect(plainText(written).text).toBe(read);
  });

  it("maps a span back to the asker's own words", () => {
    const written = '查詢  杭 州 的訂單';
    const { text, toOriginal } = plainText(written);
    const at = text.indexOf('杭州');
    expect(written.slice(toOriginal(at), toOriginal(at + 2)).trim()).toBe('杭 州');
  });
});
