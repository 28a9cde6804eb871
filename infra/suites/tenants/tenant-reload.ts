import { waitFor } from '@querent/testing';
import { ScriptedModel } from './scripted-model';
import { openTenantDatabase, type TenantDatabase } from './tenant-database';
import { TenantReceiver } from './tenant-receiver';
import { CONNECTION, openTenantProduct, type Asker, type TenantProduct } from './tenant-product';
import { emptyReport, searchMarks, type TenantReport } from './tenant-report';
import { certainQuestions, type Asked } from './tenant-questions';
import { worlds } from './tenant-world';

/** A product on a connection whose logins change between questions, with the leaks found. */
export interface ReloadPlay {
  product: TenantProduct;
  database: TenantDatabase;
  report: TenantReport;
  /**
   * Asks every certain question.
   * @param seenAs the tenant whose rows may be shown.
   * @returns the runs' final statuses
   */
  askAll(tenant: Asker, seenAs: string): Promise<string[]>;
  /** Asks for the number of customers until the answer is `figure`, as it is under a new login. */
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
    return receiver.readAll(id);
  };
  return {
    product,
    database,
    report,
    async askAll(tenant, seenAs) {
      const receiver = new TenantReceiver(product.gateway, tenant, 'sql');
      const ends: string[] = [];
      for (const asked of certainQuestions) {
        const view = await ask(receiver, asked);
        ends.push(
          view.id === undefined
            ? 'not accepted'
            : `${view.status}${view.cache.level === 'l1' ? ' from the cache' : ''}`,
        );
      }
      for (const { outlet, bytes } of receiver.sent)
        searchMarks(report, { outlet, tenant: seenAs, about: `asked by ${tenant}`, bytes });
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
