import { waitFor } from '@querent/testing';
import { ScriptedModel } from './scripted-model';
import { openTenantDatabase, type TenantDatabase } from './tenant-database';
import { TenantReceiver } from './tenant-outlets';
import { CONNECTION, openTenantProduct, type Asker, type TenantProduct } from './tenant-product';
import { emptyReport, look, type TenantReport } from './tenant-report';
import { sure, type Asked } from './tenant-words';
import { worlds } from './tenant-world';

/** A connection whose logins change while it is asked, and what each tenant is told then. */
export interface ReloadPlay {
  product: TenantProduct;
  database: TenantDatabase;
  report: TenantReport;
  /** Asks all that is certain; `seenAs`: whose rows the tenant may be shown. Returns how the runs ended. */
  askAll(tenant: Asker, seenAs: string): Promise<string[]>;
  /** The first answers under a new login. @param figure what a tenant's customers are counted to be then */
  until(tenant: Asker, figure: number): Promise<void>;
  stop(): Promise<void>;
}

export async function openReloadPlay(): Promise<ReloadPlay> {
  const database = await openTenantDatabase(worlds.narrow);
  const product = await openTenantProduct(database, new ScriptedModel().around);
  const report = emptyReport();
  const ask = async (receiver: TenantReceiver, asked: Asked): Promise<Awaited<ReturnType<TenantReceiver['view']>>> => {
    const { id, ...refused } = await receiver.view('submit', {
      method: 'POST',
      url: '/v1/queries',
      payload: { ...asked, connection: CONNECTION },
    });
    if (id === undefined) return { id, ...refused };
    await product.stages.work();
    return receiver.lookAtAll(id);
  };
  return {
    product,
    database,
    report,
    async askAll(tenant, seenAs) {
      const receiver = new TenantReceiver(product.gateway, tenant, 'sql');
      const ends: string[] = [];
      for (const asked of sure) {
        const view = await ask(receiver, asked);
        ends.push(
          view.id === undefined
            ? 'not accepted'
            : `${view.status}${view.cache.level === 'l1' ? ' from the cache' : ''}`,
        );
      }
      for (const { outlet, bytes } of receiver.sent)
        look(report, { outlet, tenant: seenAs, about: `asked by ${tenant}`, bytes });
      return ends;
    },
    async until(tenant, figure) {
      const receiver = new TenantReceiver(product.gateway, tenant, 'plain');
      await waitFor(
        async () =>
          Number(
            (await ask(receiver, { question: 'how many customers are there', locale: 'en' })).result?.rows[0]?.[0],
          ) === figure,
        { timeoutMs: 20_000 },
      );
    },
    async stop() {
      await product.stop();
      await database.stop();
    },
  };
}
