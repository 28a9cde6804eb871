import type { ReplyBody, Run } from '@querent/contracts';
import { cancelRun, replyToClarification } from '@querent/saga';
import type { Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { demandOpenData } from '../results/may-still-read';
import { publishOutbox } from './publish-outbox';

/**
 * Replies to the clarification of a run that the caller may read, and continues the run. Returns it when the reply is
 * durable. Of concurrent replies one counts.
 * @throws ProblemError `clarification_not_awaited`, `clarification_unknown`, `option_unknown`, `result_withdrawn` or
 * `not_found`
 */
export async function replyToRun(services: GatewayServices, caller: Caller, run: Run, body: ReplyBody): Promise<Run> {
  await demandOpenData(services, caller, run);
  const open = run.data.clarification;
  if ('text' in body && open?.id === body.clarificationId && !open.allowText) throw new ProblemError('option_unknown');
  await services.grants.record(caller);
  const announce = (awaiting: Run): Promise<void> =>
    services.audit.acted('replied', awaiting, caller, 'optionId' in body ? `option ${body.optionId}` : 'in own words');
  const result = await replyToClarification(services.store, run.id, body, announce);
  if (result.kind === 'missing') throw new ProblemError('not_found');
  if (result.kind === 'not_awaited') throw new ProblemError('clarification_not_awaited');
  if (result.kind === 'clarification_unknown') throw new ProblemError('clarification_unknown');
  if (result.kind === 'option_unknown') throw new ProblemError('option_unknown');
  publishOutbox(services, result.outbox);
  await services.store.acceptDurably(result.run);
  return result.run;
}

/**
 * Cancels a run that the caller may read; a run that has ended does not change.
 * @param why recorded in the audit trail
 */
export async function cancelAskedRun(
  services: Pick<GatewayServices, 'store' | 'audit'>,
  caller: Caller,
  asked: Run,
  why?: string,
): Promise<Run> {
  await services.audit.acted('cancel_asked', asked, caller, why);
  const run = await cancelRun(services.store, asked.id);
  if (run === null) throw new ProblemError('not_found');
  await services.store.waitUntilDurable(run.id);
  return run;
}
