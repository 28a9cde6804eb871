import { guardStatement } from './guard-statement';
import { HOSTILE_CONSTRUCTS } from './fixture/hostile-constructs';
import { HOSTILE_CALLS, HOSTILE_FUNCTIONS } from './fixture/hostile-functions';
import { HOSTILE_NAMES } from './fixture/hostile-names';
import { HOSTILE_STATEMENTS } from './fixture/hostile-statements';
import { HOSTILE_WORK } from './fixture/hostile-work';
import { shopCatalogue } from './shop-catalogue';

const TABLES = [HOSTILE_STATEMENTS, HOSTILE_FUNCTIONS, HOSTILE_CONSTRUCTS, HOSTILE_NAMES, HOSTILE_WORK];
const CASES = TABLES.flatMap((table) =>
  Object.entries(table).flatMap(([what, cases]) =>
    cases.map(([sql, code]) => [what, JSON.stringify(sql).slice(1, 90), sql, code] as const),
  ),
);

describe('the guard refuses', () => {
  it.each(CASES)('%s: %s', async (_what, _start, sql, code) => {
    expect(await guardStatement(sql, shopCatalogue)).toMatchObject({ ok: false, code });
  });

  it.each(HOSTILE_CALLS)('the call %s, as a value and as a relation', async (call) => {
    expect(await guardStatement(`SELECT ${call}`, shopCatalogue)).toMatchObject({
      ok: false,
      code: 'forbidden_function',
    });
    expect(await guardStatement(`SELECT 1 FROM ${call} AS f`, shopCatalogue)).toMatchObject({
      ok: false,
      code: 'forbidden_function',
    });
  });
});
