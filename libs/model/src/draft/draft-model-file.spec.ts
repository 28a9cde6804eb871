import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from '@querent/contracts';
import { initParser } from '@querent/sql';
import fc from 'fast-check';
import { parse } from 'yaml';
import { parseModelFile } from '../file/parse-model-file';
import { resolveModel } from '../resolve/resolve-model';
import type { SemanticModel } from '../semantic-model';
import { draftModelFile } from './draft-model-file';

const column = (name: string, over: Partial<SnapshotColumn> = {}): SnapshotColumn => ({
  name,
  type: over.category ?? 'text',
  category: 'text',
  nullable: true,
  comment: null,
  ...over,
});
const integer = (name: string, over: Partial<SnapshotColumn> = {}): SnapshotColumn =>
  column(name, { category: 'integer', ...over });
const table = (name: string, columns: SnapshotColumn[], over: Partial<SnapshotTable> = {}): SnapshotTable => ({
  name,
  kind: 'table',
  comment: null,
  estimatedRows: 100,
  primaryKey: [columns[0]?.name ?? 'id'],
  uniqueKeys: [],
  foreignKeys: [],
  columns,
  ...over,
});
const schema = (...tables: SnapshotTable[]): SchemaSnapshot => ({
  connection: 'shop',
  schema: 'public',
  takenAt: '2026-01-01T00:00:00Z',
  serverVersion: '15',
  hasPostgis: false,
  fingerprint: 'shop',
  timeZone: 'Europe/Berlin',
  tables,
});

/** The model with the drafted file, and the file's mistakes. */
function loaded(snapshot: SchemaSnapshot): { model: SemanticModel; problems: object[] } {
  const parsed = parseModelFile(parse(draftModelFile('shop', snapshot)));
  if (!parsed.ok)
    return { model: resolveModel({ connection: 'shop', snapshot, file: null }).model, problems: parsed.problems };
  return resolveModel({ connection: 'shop', snapshot, file: parsed.file });
}

const SHOP = schema(
  table('clients', [
    integer('id'),
    column('name'),
    column('email'),
    column('password_hash'),
    column('tier', { comment: '等级 (tier)', values: ['gold', 'on', '1'], valuesComplete: true }),
  ]),
  table(
    'orders',
    [
      integer('id'),
      integer('client_id', { values: ['1', '2', '3'], valuesComplete: true }),
      column('amount', { category: 'numeric', comment: '订单金额，单位：元' }),
      column('shipping_km', { category: 'numeric' }),
      column('eur_per_km', { category: 'numeric' }),
      column('discount_pct', { category: 'numeric' }),
      column('state', { comment: 'O = open, P = paid', values: ['O', 'P'], valuesComplete: true }),
      column('placed_at', { category: 'timestamp', nullable: false }),
      column('due_on', { category: 'date' }),
    ],
    { comment: 'Orders / 订单' },
  ),
);
const withKeys = (values: string[]): SchemaSnapshot => ({
  ...SHOP,
  tables: SHOP.tables.map((one) => ({
    ...one,
    columns: one.columns.map((of) =>
      one.name === 'clients' && of.name === 'id' ? { ...of, values, valuesComplete: true } : of,
    ),
  })),
});

describe('a drafted model file', () => {
  beforeAll(initParser);

  it('has labels, kinds, roles, units, values, joins, and checks for the rest', () => {
    expect(draftModelFile('shop', withKeys(['1', '2', '3', '4'])))
      .toBe(`# A first model of shop, drafted from its schema. Lines with "Check:" need a decision.
# Names come from the database. Delete the next line when you have reviewed them.
drafted: true
# Check: the zone of timestamps without one, and of "today"; the time zone of the database server.
# timezone: "Europe/Berlin"
tables:
  clients:
    label: { en: clients }
    columns:
      id: { label: { en: id }, role: key }
      name: { label: { en: name }, role: name }
      # Check: it may identify a person or hold a secret. To hide it: email: { role: hidden }
      email: { label: { en: email }, role: text }
      password_hash: { role: hidden }
      tier: { label: { zh: 等级, en: tier }, role: dimension, values: { gold: null, "on": null, "1": null } }
  orders:
    label: { zh: 订单, en: orders }
    kind: event
    # Check: the table has 2 times; this one would date its rows.
    # defaultTime: placed_at
    columns:
      id: { label: { en: id }, role: key }
      client_id: { label: { en: client id }, role: key }
      amount: { label: { zh: 订单金额, en: amount }, role: measure, unit: { zh: 元, en: yuan } }
      shipping_km: { label: { en: shipping km }, role: measure, unit: { zh: 公里, en: km } }
      eur_per_km: { label: { en: eur per km }, role: measure }
      # Check: 25 or 0.25 for a quarter? For 25 add: unit: "%"
      discount_pct: { label: { en: discount pct }, role: measure }
      state: { label: { en: state }, role: dimension, values: { O: { en: [open] }, P: { en: [paid] } } }
      placed_at: { label: { en: placed at }, role: time }
      due_on: { label: { en: due on }, role: time }
joins:
  - { from: "orders.client_id", to: "clients.id" }
# Counts, sums and averages need no entry. Add figures that the business calls by a name under "metrics".
`);
  });

  it('marks a join that the stored values do not prove', () => {
    expect(draftModelFile('shop', SHOP)).toContain(
      '  # Check: joined by names and types; the stored values do not prove it.\n  - { from: "orders.client_id", to: "clients.id" }',
    );
  });

  it('has a join that the derived model lacks only if the stored values prove it', () => {
    const bound = (values: string[]): SchemaSnapshot => {
      const { tables, ...rest } = withKeys(values);
      const [clients, orders] = tables as [SnapshotTable, SnapshotTable];
      const parts = table('parts', [integer('id'), integer('owner')]);
      const to = (columns: string[]) => [{ columns, toTable: 'parts', toColumns: ['id'] }];
      clients.foreignKeys = to(['tier']);
      orders.foreignKeys = to(['due_on']);
      return { ...rest, tables: [clients, orders, parts] };
    };
    const join = { from: { table: 'orders', columns: ['client_id'] }, to: { table: 'clients', columns: ['id'] } };
    expect(loaded(bound(['1', '2', '3'])).model.joins).toContainEqual(join);
    expect(loaded(bound(['1', '2'])).model.joins).not.toContainEqual(join);
    expect(draftModelFile('shop', bound(['1', '2']))).toContain('# - { from: "orders.client_id", to: "clients.id" }');
  });

  const name = fc.oneof(
    fc.constantFrom(
      'id',
      'customer_id',
      'orders',
      'amount_eur',
      'yes',
      'null',
      '123',
      '金额',
      'user password',
      'state',
    ),
    fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((text) => !/[.\0]/.test(text)),
  );
  const text = fc.oneof(
    fc.constantFrom('单位：元', 'in EUR', 'A = one, B = two', '金额 / amount', '"', "it's: #1 # {a}", 'a\nb', '\u2028'),
    fc.string({ maxLength: 12, unit: 'binary' }).filter((one) => !/\0/.test(one)),
  );
  /** A reference in a model file is trimmed. */
  const canName = (one: string): boolean => one === one.trim() && one !== '';
  const anyColumn = fc
    .record({
      name,
      category: fc.constantFrom<SnapshotColumn['category']>(
        'integer',
        'numeric',
        'text',
        'date',
        'timestamp',
        'boolean',
      ),
      nullable: fc.boolean(),
      comment: fc.option(text),
      values: fc.option(fc.uniqueArray(text, { maxLength: 5 }), { nil: undefined }),
      valuesComplete: fc.boolean(),
    })
    .map((one): SnapshotColumn => ({ ...one, type: one.category }));
  const anyTable = fc
    .record({
      name,
      comment: fc.option(text),
      columns: fc.uniqueArray(anyColumn, { minLength: 1, maxLength: 6, selector: (one) => one.name }),
    })
    .map(({ name: of, comment, columns }) => table(of, columns, { comment }));
  const anySchema = fc
    .uniqueArray(anyTable, { minLength: 1, maxLength: 4, selector: (one) => one.name })
    .map((tables) => schema(...tables));

  it('of any schema loads without mistakes, and loses nothing of the derived model but secrets', () => {
    fc.assert(
      fc.property(anySchema, (snapshot) => {
        const { model, problems } = loaded(snapshot);
        expect(problems).toEqual([]);
        const derived = resolveModel({ connection: 'shop', snapshot, file: null }).model;
        expect(Object.keys(model.tables)).toEqual(Object.keys(derived.tables));
        for (const [of, { columns, kind, defaultTime }] of Object.entries(derived.tables)) {
          expect([of, model.tables[of]?.kind]).toEqual([of, kind]);
          for (const [at, { role, synonyms, storedValues, values }] of Object.entries(columns)) {
            const drafted = model.tables[of]?.columns[at];
            if (drafted === undefined) expect([at, role]).not.toEqual([at, 'key']);
            else expect(drafted).toMatchObject({ role, synonyms, storedValues, values });
          }
          if (defaultTime !== undefined && model.tables[of]?.columns[defaultTime])
            expect(model.tables[of]?.defaultTime).toBe(defaultTime);
        }
        for (const join of derived.joins)
          if (
            [join.from, join.to].every(
              ({ table: of, columns: [at = ''] }) => canName(of) && canName(at) && model.tables[of]?.columns[at],
            )
          )
            expect(model.joins).toContainEqual(join);
      }),
      { numRuns: 500 },
    );
  });
});
