import { parseSql } from '../parse/parser';
import { HOSTILE_CALLS } from './fixture/hostile-functions';
import { CONSTANT_POSITIONS, NO_CALL_FIELDS, POSITIONS } from './fixture/positions';
import { guardStatement } from './guard-statement';
import { shopCatalogue } from './shop-catalogue';
import { STATEMENT_GRAMMAR } from './checks/statement-grammar';
import { isRecord } from './checks/tree-walk';

/** Other forbidden expressions, one of each kind, with their refusal codes. */
const HOSTILE_VALUES = [
  [`'users'::regclass`, 'forbidden_type'],
  [`regclass 'users'`, 'forbidden_type'],
  ['u.password', 'hidden_column'],
  ['row_to_json(u)', 'hidden_in_whole_row'],
  ['(u).ssn', 'hidden_in_whole_row'],
  ['(u.id).pg_sleep', 'unknown_column'],
  ['(SELECT count(*) FROM pg_shadow)', 'system_catalogue'],
  ['(SELECT max(amount) FROM staff_pay)', 'hidden_relation'],
  ['(SELECT 1 FROM nowhere)', 'unknown_relation'],
  ['(WITH d AS (DELETE FROM orders RETURNING id) SELECT max(id) FROM d)', 'data_modification'],
  ['(SELECT id FROM orders FOR UPDATE)', 'locking_clause'],
  ['current_user', 'forbidden_function'],
  ['1 OPERATOR(evil.+) 2', 'forbidden_operator'],
  ['nowhere.x', 'unknown_column'],
  ['u.ctid', 'unknown_column'],
  [`repeat('x', 1000000)`, 'unbounded_argument'],
  [`xmlparse(DOCUMENT '<a/>')`, 'forbidden_construct'],
] as const;

const MARKER = 'marked_call';
const ALL_POSITIONS = [...POSITIONS, ...CONSTANT_POSITIONS];

describe('the positions of the grammar', () => {
  it('each contain the call, and together cover every field that could contain one', async () => {
    const reached = new Set<string>();
    for (const position of ALL_POSITIONS) {
      const [statement] = (await parseSql(position(`${MARKER}(1)`))).stmts ?? [];
      const fields = isRecord(statement?.stmt) ? fieldsDownToMarker('', statement.stmt) : null;
      expect({ sql: position('x'), carried: fields !== null }).toEqual({ sql: position('x'), carried: true });
      for (const field of fields ?? []) reached.add(field);
    }
    const all = [...STATEMENT_GRAMMAR].flatMap(([node, fields]) =>
      [...fields.keys()].map((field) => `${node}.${field}`),
    );
    const without = new Set(
      Object.entries(NO_CALL_FIELDS).flatMap(([node, fields]) => fields.split(' ').map((field) => `${node}.${field}`)),
    );
    expect(all.filter((field) => !reached.has(field) && !without.has(field))).toEqual([]);
    expect([...without].filter((field) => reached.has(field) || !all.includes(field))).toEqual([]);
  });

  it('all accept a harmless expression, except those for constants', async () => {
    for (const position of POSITIONS) {
      expect({ sql: position('u.name'), verdict: await guardStatement(position('u.name'), shopCatalogue) }).toEqual({
        sql: position('u.name'),
        verdict: expect.objectContaining({ ok: true }),
      });
    }
    for (const position of CONSTANT_POSITIONS)
      expect(await guardStatement(position(`lower('x')`), shopCatalogue)).toMatchObject({ ok: false });
  });

  it('refuse every hostile call', async () => {
    const passed: string[] = [];
    for (const call of HOSTILE_CALLS) {
      for (const position of ALL_POSITIONS) {
        const verdict = await guardStatement(position(call), shopCatalogue);
        const expected = POSITIONS.includes(position)
          ? ['forbidden_function']
          : ['forbidden_type', 'forbidden_function'];
        if (verdict.ok || !expected.includes(verdict.code))
          passed.push(`${verdict.ok ? 'passed' : verdict.code} ${position(call)}`);
      }
    }
    expect(passed).toEqual([]);
  });

  it.each(HOSTILE_VALUES)('refuse %s', async (value, code) => {
    for (const position of POSITIONS) {
      const sql = position(value);
      expect({ sql, ...(await guardStatement(sql, shopCatalogue)) }).toMatchObject({ ok: false, code });
    }
    for (const position of CONSTANT_POSITIONS)
      expect(await guardStatement(position(value), shopCatalogue)).toMatchObject({ ok: false });
  });

  it('that PostgreSQL restricts to constants contain no hostile constant', async () => {
    for (const value of [`regclass 'users'`, `pg_lsn '0/0'`]) {
      const sql = `WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a WHERE n < 3) CYCLE n SET c TO ${value} DEFAULT ${value} USING p SELECT n FROM a`;
      expect(await guardStatement(sql, shopCatalogue)).toMatchObject({ ok: false, code: 'forbidden_type' });
    }
  });
});

/** The `Node.field` steps from a wrapped node down to the marked call, or null where it is not below. */
function fieldsDownToMarker(node: string, value: unknown): string[] | null {
  if (Array.isArray(value)) return firstOf(value.map((item) => () => fieldsDownToMarker(node, item)));
  if (!isRecord(value)) return null;
  return firstOf(
    Object.entries(value).map(([tag, inner]) => () => {
      if (!isRecord(inner)) return null;
      if (tag === 'FuncCall' && JSON.stringify(inner['funcname'] ?? '').includes(MARKER)) return [];
      return fieldsOfNode(tag, inner);
    }),
  );
}

function fieldsOfNode(tag: string, fields: Record<string, unknown>): string[] | null {
  return firstOf(
    Object.entries(fields).map(([field, value]) => () => {
      const held = STATEMENT_GRAMMAR.get(tag)?.get(field);
      const below =
        typeof held === 'string' && isRecord(value) ? fieldsOfNode(held, value) : fieldsDownToMarker(tag, value);
      return below === null ? null : [`${tag}.${field}`, ...below];
    }),
  );
}

function firstOf<T>(attempts: Array<() => T | null>): T | null {
  for (const attempt of attempts) {
    const found = attempt();
    if (found !== null) return found;
  }
  return null;
}
