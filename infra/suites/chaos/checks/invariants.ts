import { isTerminal, type RunStatus } from '@querent/contracts';
import { transitions, type SagaState } from '@querent/saga';
import { foreignMarks } from '../../tenants/tenant-marks';
import { endOf, keyOf } from '../suite/undisturbed-answers';
import type { Evidence, RunEvidence } from './evidence';

/** A condition of every accepted run, whatever faults happened. Returns the violations of one run, as texts. */
type RunInvariant = (evidence: RunEvidence, all: Evidence) => string[];

/** Column of the report in which a violation counts. */
export type Blame = 'lost' | 'doubled' | 'hung' | 'wrong';

export const runInvariants: Record<string, { blame: Blame; holds: RunInvariant }> = {
  'an accepted run exists': {
    blame: 'lost',
    holds: ({ run, view }) =>
      run === null || view === null
        ? [
            `${run === null ? 'missing' : 'present'} in Redis and the history, ${view === null ? 'missing' : 'present'} over HTTP`,
          ]
        : [],
  },
  'an accepted run is stored': {
    blame: 'lost',
    holds: ({ stored, inRedis }) => (stored === 0 && !inRedis ? ['it is neither in Redis nor in the history'] : []),
  },
  'an accepted run is stored once': {
    blame: 'doubled',
    holds: ({ stored, inRedis }) =>
      stored > 1 || (stored > 0 && inRedis)
        ? [`${stored} rows in the history, and ${inRedis ? '' : 'not '}in Redis`]
        : [],
  },
  'a finished run moves to the history': {
    blame: 'hung',
    holds: ({ stored, inRedis, run }) =>
      run !== null && isTerminal(run.status) && stored === 0 && inRedis ? ['it is still in Redis'] : [],
  },
  'a result has the same bytes after its move': {
    blame: 'wrong',
    holds: ({ csv: { before, after } }) =>
      before === null || after === before
        ? []
        : [`${after === null ? 'nothing' : after.slice(0, 100)} instead of ${before.slice(0, 100)}`],
  },
  'an accepted run ends': {
    blame: 'hung',
    holds: ({ run }) => (run !== null && !isTerminal(run.status) ? [`it is ${run.status}`] : []),
  },
  'no run fails because of faults, as all of them end in time': {
    blame: 'hung',
    holds: ({ run }) =>
      run !== null && GIVEN_UP.includes(run.data.error?.code ?? '')
        ? [`it failed as ${run.data.error?.code}: ${run.data.technicalError}`]
        : [],
  },
  'a run ends once': {
    blame: 'doubled',
    holds: ({ events, run }) => {
      const ends = events.filter(({ event }) => event === 'end').length;
      const last = statusesOf(events).filter(isTerminal);
      return run === null ||
        !isTerminal(run.status) ||
        (ends === 1 && last.length === 1 && events.at(-1)?.event === 'end' && last[0] === run.status)
        ? []
        : [`${ends} ends, statuses ${last.join(', ')}, now ${run.status}`];
    },
  },
  'one Idempotency-Key creates one run': {
    blame: 'doubled',
    holds: ({ record }) => (new Set(record.ids).size > 1 ? [record.ids.join(', ')] : []),
  },
  'the event stream has no gaps': {
    blame: 'doubled',
    holds: ({ events }) =>
      events.every(({ seq }, at) => seq === at + 1) ? [] : [`numbers ${events.map(({ seq }) => seq).join(' ')}`],
  },
  'every transition is in the transition table': {
    blame: 'doubled',
    holds: ({ events }) => forbidden(statusesOf(events)),
  },
  'every version is one transition': {
    blame: 'doubled',
    holds: ({ events, run }) => {
      const statuses = statusesOf(events);
      const pickedUp = statuses.filter(
        (status, at) => status === 'understanding' && statuses[at - 1] === 'queued',
      ).length;
      return run === null || run.version === statuses.length - pickedUp
        ? []
        : [
            `version ${run.version}, ${statuses.length} statuses of which ${pickedUp} were emitted when a worker took the job`,
          ];
    },
  },
  'no accepted reply is lost, and of concurrent replies one counts': { blame: 'lost', holds: replyMistakes },
  'a run with an accepted cancellation ends': {
    blame: 'lost',
    holds: ({ record, run }) =>
      record.cancelled && run !== null && !isTerminal(run.status) ? [`cancelled, but ${run.status}`] : [],
  },
  'the answer equals the undisturbed answer': {
    blame: 'wrong',
    holds: ({ record: { ask }, tenant, view }, { quiet }) => {
      const expected = quiet.get(keyOf(ask, tenant));
      if (
        expected === undefined ||
        view === null ||
        view.status !== 'succeeded' ||
        ask.after !== null ||
        view.clarifications.length > 0
      )
        return [];
      return endOf(view) === expected ? [] : [`${endOf(view).slice(0, 300)} instead of ${expected.slice(0, 300)}`];
    },
  },
  'no tenant sees another tenant’s rows': {
    blame: 'wrong',
    holds: ({ texts, calls, tenant }) =>
      [...texts, ...calls.map(({ body }) => body)].flatMap((text) => foreignMarks(text, tenant)).slice(0, 5),
  },
  'every statement is in the audit trail of its tenant': {
    blame: 'wrong',
    holds: ({ audit, view, tenant }) => {
      const needsOne = view !== null && view.result !== null && view.cache.level === 'none';
      const strangers = audit.filter((entry) => entry.tenant !== tenant);
      return [
        ...(needsOne && !audit.some(({ kind }) => kind === 'started')
          ? ['rows without a statement in the audit trail']
          : []),
        ...strangers.map((entry) => `${entry.kind} of ${entry.tenant}`),
      ];
    },
  },
  'the webhook receives each state under one delivery id': { blame: 'lost', holds: callMistakes },
};

/** Error codes of runs that exhausted their attempts or their time. */
const GIVEN_UP = ['worker_failed', 'run_timeout'];

const statusesOf = (events: RunEvidence['events']): RunStatus[] =>
  events.flatMap(({ event, data }) => (event === 'status' ? [data.status] : []));

function forbidden(statuses: RunStatus[]): string[] {
  const path: SagaState[] = ['new', ...statuses];
  return path.slice(1).flatMap((to, at) => {
    const from = path[at] as SagaState;
    return Object.values(transitions[from]).some((transition) => transition.to === to) ? [] : [`${from} → ${to}`];
  });
}

function replyMistakes({ record, view, run }: RunEvidence): string[] {
  if (view === null || run === null) return [];
  const mistakes: string[] = [];
  for (const clarificationId of new Set(record.replies.map((reply) => reply.clarificationId))) {
    const sent = record.replies.filter((reply) => reply.clarificationId === clarificationId);
    const accepted = sent.filter(({ status }) => status === 202);
    const counted = view.clarifications.filter(({ id }) => id === clarificationId);
    if (accepted.length > 1 || counted.length > 1)
      mistakes.push(`${clarificationId}: ${accepted.length} accepted, ${counted.length} counted`);
    for (const { optionId } of accepted)
      if (counted[0] === undefined || (optionId !== '' && counted[0].answer.optionId !== optionId))
        mistakes.push(
          `${clarificationId}: ${optionId} was accepted, ${JSON.stringify(counted[0]?.answer ?? null)} counted`,
        );
  }
  return mistakes;
}

function callMistakes({ record, run, calls }: RunEvidence): string[] {
  if (!record.ask.callback || run === null || !isTerminal(run.status)) return [];
  const mistakes = calls.filter(({ signed }) => !signed).map(({ delivery }) => `${delivery} is not signed`);
  const ends = calls.filter(({ event }) => isTerminal(event as RunStatus));
  if (ends.length === 0) mistakes.push('no webhook about its end');
  if (new Set(ends.map(({ delivery }) => delivery)).size > 1)
    mistakes.push(`ends under several ids: ${ends.map(({ delivery }) => delivery).join(', ')}`);
  for (const { delivery, event } of calls)
    if (calls.some((other) => other.delivery === delivery && other.event !== event))
      mistakes.push(`${delivery} was used for two states`);
  return mistakes;
}
