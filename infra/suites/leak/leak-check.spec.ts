import { leaksIn } from './leak-check';
import { databaseMessages } from './database-messages';
import { classifyDatabaseError, type DatabaseErrorClassName } from '@querent/sql';

const names = ['t_ord_hdr_x1', '客户_编号2'];
const about = {
  table: 't_ord_hdr_x1',
  column: '客户_编号2',
  other: 't_cst_9',
  sql: 'SELECT count(*) FROM t_ord_hdr_x1',
};

describe('leaksIn', () => {
  it.each([
    ['{"text":"sum of T_ORD_HDR_X1"}', 'name'],
    ['各客户_编号2的数量', 'name'],
    ['\\u5ba2\\u6237_\\u7f16\\u53f72', 'name'],
    ['<text>&quot;客户_编号2&quot;</text>', 'name'],
    ['t_ord_hdr_x1,b\r\n', 'name'],
    ['{"a":"SELECT 1"}', 'sql'],
    ['by "x" GROUP BY y', 'sql'],
    ['a = $1', 'sql'],
    ['{"e":"column \\"x\\" does not exist"}', 'driver'],
    ['connect ECONNREFUSED', 'driver'],
    ['{"error":"42P01: gone"}', 'driver'],
    ['字段关联 "x" 是不明确的', 'driver'],
  ])('the leak check finds a leak in %s', (bytes, kind) => {
    expect(leaksIn(bytes, names).some((found) => found.startsWith(kind))).toBe(true);
  });

  it('the leak check ignores SQLSTATEs that occur by chance in ids and sizes', () => {
    expect(
      leaksIn(
        '{"content-length":"42703"} {"id":"q0mwra92up11473d000b1c5","href":"/v1/queries/q0mwra92up11473d000b1c5"} 3d000b',
        names,
      ),
    ).toEqual([]);
  });

  it('the leak check ignores words that occur by chance in the digest of an ETag, and there alone', () => {
    const etag = JSON.stringify({ etag: '"RqNXj5jkp4OyhoXBPG_2sDojHy_hQ-f194lvZisz7ew"' });
    expect(leaksIn(etag, names)).toEqual([]);
    expect(leaksIn(etag.replace('RqNXj5jkp4', 'pg_class '), names)).not.toEqual([]);
  });

  it('the leak check finds none in business words', () => {
    expect(
      leaksIn(
        '{"text":"各客户编号的订单数量，共 12 行","en":"number of orders by customer","c":"Part of the data is no longer there"}',
        names,
      ),
    ).toEqual([]);
  });

  it.each(Object.keys(databaseMessages) as DatabaseErrorClassName[])(
    'the leak check finds every message of the error class %s in both languages',
    (name) => {
      for (const { en, zh } of databaseMessages[name])
        expect([leaksIn(en(about), names), leaksIn(zh(about), names)]).not.toContainEqual([]);
    },
  );

  it('the database messages are classified as the error class that they are listed under', () => {
    const wrong = Object.entries(databaseMessages).flatMap(([name, messages]) =>
      messages
        .filter(({ state, en }) => classifyDatabaseError(state, en(about)).name !== name)
        .map(({ state }) => `${name} ${state}`),
    );
    expect(wrong).toEqual([]);
  });
});
