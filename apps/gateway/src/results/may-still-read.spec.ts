import type { RegisteredModel } from '@querent/catalog';
import { emptyRunData } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { mayStillRead, type ReadingDeps } from './may-still-read';

const caller = { name: 'alice', tenant: 'acme', scopes: ['query'] } as unknown as Parameters<typeof mayStillRead>[1];
const { request } = newRun({ id: 'run00001', connection: 'shop' });
/** Of a pause that was asked while the connection had the login of before. */
const pausedBefore = { request, tenant: 'acme', data: { ...emptyRunData(), login: 'before' } };

function depsOf(roles: Record<string, string> | undefined): ReadingDeps {
  const model = { schema: 'public', tables: {}, entities: {} };
  const registered = { model, problems: [], notes: [], login: 'now' } as unknown as RegisteredModel;
  const connection = { name: 'shop', ...(roles && { roles }) } as unknown as ReturnType<ReadingDeps['catalog']['connection']>;
  return { catalog: { connection: () => connection, keyNamed: () => caller as never }, models: { model: async () => registered } };
}

describe('what a pause offers, once the connection has another login', () => {
  it('is withdrawn where each tenant has a login of its own, which sees other values', async () => {
    expect(await mayStillRead(depsOf({ acme: 'postgres://now' }), caller, pausedBefore)).toBe(false);
  });

  it('stays where all tenants share one, as after the database moved to another address', async () => {
    expect(await mayStillRead(depsOf(undefined), caller, pausedBefore)).toBe(true);
  });
});
