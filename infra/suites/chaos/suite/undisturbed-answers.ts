import type { RunView } from '@querent/contracts';
import { askers } from '../../tenants/tenant-product';
import type { World } from './world';
import type { Question } from './questions';

/** Answers without faults, by `keyOf`. */
export type UndisturbedAnswers = ReadonlyMap<string, string>;

const CONCURRENCY = 6;

/** Key of an answer. A shared question has one answer for all tenants. */
export const keyOf = ({ shared, connection, question }: Question, tenant: string): string =>
  `${shared ? 'all' : tenant} ${connection} ${question}`;

/** A run's final status and its sorted rows, because few questions ask for an order. */
export const endOf = ({ status, result, error }: RunView): string =>
  `${status} ${error?.code ?? ''} ${result?.rowCount ?? '-'} ${(result?.rows ?? [])
    .map((row) => JSON.stringify(row))
    .sort()
    .join('')}`;

/**
 * Asks every plain question once, before the first fault. Questions that lead to a clarification are left out, because
 * their answer depends on the reply.
 */
export async function undisturbedAnswers({ http }: World, plain: readonly Question[]): Promise<UndisturbedAnswers> {
  const asks = plain.flatMap((question) =>
    (question.shared ? askers.slice(0, 1) : askers).map((tenant) => ({ question, tenant })),
  );
  const answers = new Map<string, string>();
  const next = asks.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const { question, tenant } of next) {
        const reply = await http[tenant]?.call<RunView>('/v1/queries', {
          body: { connection: question.connection, question: question.question, cache: 'bypass' },
          headers: { prefer: 'wait=15' },
        });
        if (reply?.status === 200 && reply.body.finishedAt !== null)
          answers.set(keyOf(question, tenant), endOf(reply.body));
        else if (reply?.body.clarification)
          await http[tenant]?.call(`/v1/queries/${reply.body.id}/cancel`, { body: {} });
      }
    }),
  );
  return answers;
}
