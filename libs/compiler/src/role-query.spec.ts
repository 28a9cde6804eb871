import { by, carrier, count, is, LABELLED, modelOf, query } from '@querent/model/fixture';
import { compileQuery } from './compile-query';

const OPTIONS = { today: '2026-11-23', timezone: 'UTC', locale: 'en', maxRows: 100 } as const;
const MODEL = carrier(LABELLED);
const [ORIGIN, DESTINATION, MANAGER] = [
  'city@shipment@origin_id',
  'city@shipment@destination_id',
  'staff@staff@manager_id',
];

const compiled = (...parts: Parameters<typeof query>) => compileQuery(query(...parts), MODEL, OPTIONS);

describe('A query over role tables', () => {
  it('joins a table once per role, by the key of the role', () => {
    const { sql } = compiled('shipment', {
      measures: [count('shipment')],
      dimensions: [by(`${ORIGIN}.name`)],
      filters: [is(`${DESTINATION}.name`, 'Beijing')],
    });
    expect(sql).toContain('LEFT JOIN "public"."city" AS t2 ON t2."id" = t1."origin_id"');
    expect(sql).toContain('LEFT JOIN "public"."city" AS t3 ON t3."id" = t1."destination_id"');
    expect(sql).toContain('t3."name" = $1');
    expect(sql).not.toContain('@');
  });

  it('joins a table to itself for a role of its rows', () => {
    const { sql, columns } = compiled('staff', {
      strategy: 'detail',
      select: [
        { table: 'staff', column: 'name' },
        { table: MANAGER, column: 'name' },
      ],
    });
    expect(sql).toContain(
      'FROM "public"."staff" AS t1\n    LEFT JOIN "public"."staff" AS t2 ON t2."id" = t1."manager_id"',
    );
    expect(columns.map(({ label }) => label)).toEqual(['name', 'manager name']);
  });

  it('has only rows that the key refers to, if its subject is the role', () => {
    const { sql } = compiled(MANAGER, { measures: [count(MANAGER)] });
    expect(sql).toContain('FROM (SELECT');
    expect(sql).toMatch(
      /FROM "public"\."staff" AS (t\d)\s+WHERE EXISTS \(SELECT 1 FROM "public"\."staff" AS (t\d) WHERE \2\."manager_id" = \1\."id"\)/,
    );
  });

  it('shows the names behind both of two keys in a list of rows', () => {
    const { columns } = compiled('shipment', { strategy: 'detail' });
    expect(columns.map(({ label }) => label)).toEqual(['origin city name', 'destination name']);
  });

  it('shows both sides of a pair if one key has the name of the primary key', () => {
    const model = modelOf(
      { port: 'id integer, name text', ferry: 'port_id* integer > port, across_id* integer > port' },
      null,
    );
    const { sql } = compileQuery(query('ferry', { strategy: 'detail' }), model, OPTIONS);
    expect(sql).toContain('LEFT JOIN "public"."port" AS t2 ON t2."id" = t1."port_id"');
    expect(sql).toContain('LEFT JOIN "public"."port" AS t3 ON t3."id" = t1."across_id"');
  });

  it('applies a term of the table to the rows of the role only', () => {
    const model = carrier({
      ...LABELLED,
      terms: { northern: { label: { en: 'northern' }, filter: "city.name = 'Beijing'" } },
    });
    const filters = [{ kind: 'term' as const, id: 'northern', negated: false, role: DESTINATION }];
    const { sql } = compileQuery(query('shipment', { measures: [count('shipment')], filters }), model, OPTIONS);
    expect(sql).toContain('LEFT JOIN "public"."city" AS t2 ON t2."id" = t1."destination_id"');
    expect(sql).toContain(`t2."name" = 'Beijing'`);
    expect(sql).not.toContain('origin_id');
  });

  it('is ambiguous if it names the table instead of a role', () => {
    expect(() => compiled('shipment', { measures: [count('shipment')], dimensions: [by('city.name')] })).toThrow(
      expect.objectContaining({ code: 'ambiguous_path' }),
    );
  });
});
