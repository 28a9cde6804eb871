import type { RegisteredModel } from '@querent/catalog';
import { emptyRunData } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { mayStillRead, type ReadingDeps } from './may-still-read';

const caller = { name: 'alice', tenant: 'acme', scopes: ['query'] } as unknown as Parameters<typeof mayStillRead>[1];
const { request } = newRun({ id: 'run00001', connection: 'shop' });
/** Of a pause that was asked while the connection had the login of before. */
const pausedBefore = { request, tenant: 'acme', data: { ...emptyRunData(), login: 'before' } };

interface Given {
  closedFunctions?: string[];
  granted?: string[];
  tables?: object;
  joins?: object[];
}

function depsOf(
  roles: Record<string, string> | undefined,
  { closedFunctions, granted = [], tables = {}, joins = [] }: Given = {},
): ReadingDeps {
  const model = { schema: 'public', tables, joins, entities: {}, functions: { own: [], granted } };
  const registered = { model, problems: [], notes: [], login: 'now', closedFunctions } as unknown as RegisteredModel;
  const connection = { name: 'shop', ...(roles && { roles }) } as unknown as ReturnType<
    ReadingDeps['catalog']['connection']
  >;
  return {
    catalog: { connection: () => connection, keyNamed: () => caller },
    models: { model: async () => registered },
  };
}

describe('what was read through a function', () => {
  const made = (functions?: string[]) =>
    ({
      request,
      tenant: 'acme',
      data: { ...emptyRunData(), result: { reads: { relations: [], columns: [], functions, login: 'now' } } },
    }) as unknown as Parameters<typeof mayStillRead>[2];
  const open = (
    run: Parameters<typeof mayStillRead>[2],
    closedFunctions: string[] | undefined,
    granted = ['peek', 'plain'],
  ) => mayStillRead(depsOf({ acme: 'postgres://now' }, { closedFunctions, granted }), caller, run);

  it('is withdrawn when that turns out to read past row security, whether or not it is granted still', async () => {
    const called = made(['pg_catalog.peek', 'public.peek']);
    expect([await open(called, []), await open(called, ['other.peek', 'public.plain'])]).toEqual([true, true]);
    expect([await open(called, ['public.peek']), await open(called, ['public.peek'], [])]).toEqual([false, false]);
    expect(await open(made([]), ['public.peek'])).toBe(true);
  });

  it('is withdrawn when it was looked at on the way to a question or a statement', async () => {
    const looked = (reads?: object) =>
      ({ ...made([]), data: { ...emptyRunData(), reasoning: { explorations: [{ reads }] } } }) as unknown as Parameters<
        typeof mayStillRead
      >[2];
    expect([
      await open(looked({ relations: [], columns: [], functions: ['public.peek'] }), []),
      await open(looked(), ['public.peek']),
    ]).toEqual([true, true]);
    expect([
      await open(looked({ relations: [], columns: [], functions: ['public.peek'] }), ['public.peek']),
      await open(looked({ relations: ['public.gone'], columns: [] }), []),
    ]).toEqual([false, false]);
  });

  it('is withdrawn, where the functions were not kept, when one that the connection grants reads past row security', async () => {
    expect([await open(made(), ['shop.peek']), await open(made(), ['shop.peek'], ['shop.peek'])]).toEqual([
      false,
      false,
    ]);
    expect([
      await open(made(), ['shop.other']),
      await open(made(), ['shop.peek'], ['plain']),
      await open(made(), undefined),
    ]).toEqual([true, true, true]);
  });
});

describe('a value of those who play a role for others', () => {
  const column = (name: string) => ({ table: 'staff', name, label: {}, synonyms: { zh: [], en: [] } });
  const staff = (...names: string[]) => ({
    staff: { name: 'staff', label: {}, columns: Object.fromEntries(names.map((name) => [name, column(name)])) },
  });
  const joins = [{ from: { table: 'staff', columns: ['boss_id'] }, to: { table: 'staff', columns: ['id'] } }];
  const query = {
    filters: [{ kind: 'compare', column: { table: 'staff@staff@boss_id', column: 'name' }, op: '=', value: 'Ann' }],
    measures: [],
    having: [],
    near: null,
  };
  const asked = {
    request,
    tenant: 'acme',
    data: { ...emptyRunData(), login: null, semanticQuery: query },
  } as unknown as Parameters<typeof mayStillRead>[2];

  it('is shown as long as the column of the table is visible', async () => {
    expect(
      await mayStillRead(depsOf(undefined, { tables: staff('id', 'boss_id', 'name'), joins }), caller, asked),
    ).toBe(true);
    expect(await mayStillRead(depsOf(undefined, { tables: staff('id', 'boss_id'), joins }), caller, asked)).toBe(false);
  });
});

describe('what a pause offers, once the connection has another login', () => {
  it('is withdrawn where each tenant has a login of its own, which sees other values', async () => {
    expect(await mayStillRead(depsOf({ acme: 'postgres://now' }), caller, pausedBefore)).toBe(false);
  });

  it('stays where all tenants share one, as after the database moved to another address', async () => {
    expect(await mayStillRead(depsOf(undefined), caller, pausedBefore)).toBe(true);
  });
});
