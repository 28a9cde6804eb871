import type { RunView } from '@querent/contracts';
import { askers } from '../../tenants/tenant-product';
import type { World } from './world';
import type { Question } from './questions';

/** What questions are answered while nothing fails, by `keyOf`. */
export type QuietAnswers = ReadonlyMap<string, string>;

const AT_ONCE = 6;

/** Whose answer it is: a shared question has one for all. */
export const keyOf = ({ shared, connection, question }: Question, tenant: string): string =>
  `${shared ? 'all' : tenant} ${connection} ${question}`;

/** How a run ended and its rows, without their order: few questions ask for one. */
export const endOf = ({ status, result, error }: RunView): string =>
  `${status} ${error?.code ?? ''} ${result?.rowCount ?? '-'} ${(result?.rows ?? [])
    .map((row) => JSON.stringify(row))
    .sort()
    .join('')}`;

/**
 * Asks every plain question once, before the first fault. Questions that ask back are left out: what they find depends
 * on the reply.
 */
export async function quietAnswers({ http }: World, plain: readonly Question[]): Promise<QuietAnswers> {
  const asks = plain.flatMap((question) =>
    (question.shared ? askers.slice(0, 1) : askers).map((tenant) => ({ question, tenant })),
  );
  const answers = new Map<string, string>();
  const next = asks.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
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
