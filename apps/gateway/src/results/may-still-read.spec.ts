import type { RegisteredModel } from '@querent/catalog';
import { emptyRunData } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { mayStillRead, type ReadingDeps } from './may-still-read';

const caller = { name: 'alice', tenant: 'acme', scopes: ['query'] } as unknown as Parameters<typeof mayStillRead>[1];
const { request } = newRun({ id: 'run00001', connection: 'shop' });
/** A run paused while the connection had its previous login. */
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

describe('data read through a function', () => {
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

  it('is withdrawn when the function is found to bypass row security, granted or not', async () => {
    const called = made(['pg_catalog.peek', 'public.peek']);
    expect([await open(called, []), await open(called, ['other.peek', 'public.plain'])]).toEqual([true, true]);
    expect([await open(called, ['public.peek']), await open(called, ['public.peek'], [])]).toEqual([false, false]);
    expect(await open(made([]), ['public.peek'])).toBe(true);
  });

  it('is withdrawn when an exploration read it', async () => {
    const explored = (reads?: object) =>
      ({ ...made([]), data: { ...emptyRunData(), reasoning: { explorations: [{ reads }] } } }) as unknown as Parameters<
        typeof mayStillRead
      >[2];
    expect([
      await open(explored({ relations: [], columns: [], functions: ['public.peek'] }), []),
      await open(explored(), ['public.peek']),
    ]).toEqual([true, true]);
    expect([
      await open(explored({ relations: [], columns: [], functions: ['public.peek'] }), ['public.peek']),
      await open(explored({ relations: ['public.gone'], columns: [] }), []),
    ]).toEqual([false, false]);
  });

  it('is withdrawn without recorded functions when a granted function bypasses row security', async () => {
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

describe('a value of a table in a role of another', () => {
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

describe('the options of a pause after a change of the login', () => {
  it('are withdrawn if each tenant has a separate login, which sees other values', async () => {
    expect(await mayStillRead(depsOf({ acme: 'postgres://now' }), caller, pausedBefore)).toBe(false);
  });

  it('remain if all tenants share a login, as after a move of the database', async () => {
    expect(await mayStillRead(depsOf(undefined), caller, pausedBefore)).toBe(true);
  });
});
