import { emptyRunData, type AuditEntry, type Run, type RunStatus, type RunView } from '@querent/contracts';
import type { RunEvent } from '@querent/saga';
import { tenantNamed } from '../../tenants/tenant-marks';
import { endOf, keyOf } from '../suite/quiet-answers';
import type { RunEvidence } from './evidence';
import { judge } from './judge';

type Evidence = Parameters<typeof judge>[0];

const WAY: RunStatus[] = [
  'queued',
  'understanding',
  'awaiting_clarification',
  'understanding',
  'generating',
  'executing',
  'presenting',
  'succeeded',
];
const eventsOf = (statuses: RunStatus[]): RunEvent[] =>
  [
    ...statuses.map((status) => ({ event: 'status', data: { status } }) as const),
    { event: 'end', data: { status: statuses.at(-1) as RunStatus } } as const,
  ].map((event, at) => ({ ...event, seq: at + 1 }));
const ask = {
  connection: 'crm',
  question: 'how many customers',
  shared: false,
  n: 1,
  tenant: 'alpha',
  after: null,
  callback: true,
} as RunEvidence['record']['ask'];
const call = (event: RunStatus, delivery: string) => ({
  event,
  delivery,
  runId: 'q1',
  status: event,
  body: '{}',
  signed: true,
});

/** A run that paused once, was replied to, and ended well: its evidence, made anew. */
function evidence(): { run: RunEvidence; all: Evidence } {
  const answered = { id: 'c1', answer: { optionId: 'o1' } };
  const view = {
    status: 'succeeded',
    error: null,
    result: { rowCount: 1, rows: [[7]] },
    cache: { level: 'none' },
    clarifications: [answered],
  } as unknown as RunView;
  const run: RunEvidence = {
    id: 'q1',
    tenant: 'alpha',
    view,
    texts: ['{"rows":[[7]]}'],
    record: {
      ask,
      id: 'q1',
      refused: null,
      ids: ['q1', 'q1'],
      replies: [
        { clarificationId: 'c1', optionId: 'o1', status: 202 },
        { clarificationId: 'c1', optionId: 'o2', status: 409 },
      ],
      cancelled: false,
      hung: false,
    },
    run: { id: 'q1', tenant: 'alpha', version: 7, status: 'succeeded', data: emptyRunData() } as unknown as Run,
    events: eventsOf(WAY),
    audit: [{ kind: 'started', tenant: 'alpha' } as AuditEntry],
    calls: [call('awaiting_clarification', 'd3'), call('succeeded', 'd7'), call('succeeded', 'd7')],
  };
  return {
    run,
    all: {
      runs: [run],
      quiet: new Map([[keyOf(ask, 'alpha'), endOf(view)]]),
      world: null as unknown as Evidence['world'],
    },
  };
}

describe('the invariants of the fault suite', () => {
  const broken = (spoil: (run: RunEvidence) => void): string[] => {
    const { run, all } = evidence();
    spoil(run);
    return [...new Set(judge(all).violations.map(({ blame }) => blame))];
  };

  it('hold of a run that went as it should', () => {
    expect(broken(() => undefined)).toEqual([]);
  });

  it.each<[what: string, blame: string, spoil: (run: RunEvidence) => void]>([
    ['was accepted and is gone', 'lost', (run) => (run.run = null)],
    ['its asker does not see', 'lost', (run) => (run.view = null)],
    ['goes on for ever', 'hung', (run) => ((run.run as Run).status = 'executing')],
    [
      'was given up because its worker failed too often',
      'hung',
      (run) => ((run.run as Run).data.error = { code: 'worker_failed', message: '', actions: [] }),
    ],
    [
      'took longer than a run may',
      'hung',
      (run) => ((run.run as Run).data.error = { code: 'run_timeout', message: '', actions: [] }),
    ],
    [
      'ended twice',
      'doubled',
      (run) => run.events.push({ seq: run.events.length + 1, event: 'end', data: { status: 'succeeded' } }),
    ],
    ['is two for one Idempotency-Key', 'doubled', (run) => run.record.ids.push('q2')],
    ['lacks an event', 'doubled', (run) => run.events.splice(2, 1)],
    [
      'took a step that the table forbids',
      'doubled',
      (run) => (run.events = eventsOf(WAY.filter((status) => status !== 'executing'))),
    ],
    ['was moved on twice by one version', 'doubled', (run) => ((run.run as Run).version = 6)],
    ['lost an accepted reply', 'lost', (run) => ((run.view as RunView).clarifications = [])],
    [
      'took another reply than the accepted one',
      'lost',
      (run) => (((run.view as RunView).clarifications[0] as { answer: object }).answer = { optionId: 'o2' }),
    ],
    ['took two replies to one pause', 'lost', (run) => ((run.record.replies[1] as { status: number }).status = 202)],
    [
      'was answered otherwise than on a quiet day',
      'wrong',
      (run) =>
        ([(run.view as RunView).clarifications, (run.view as RunView).result] = [
          [],
          { rowCount: 1, rows: [[8]] } as unknown as RunView['result'],
        ]),
    ],
    ['shows another tenant’s rows', 'wrong', (run) => run.texts.push(`Client ${tenantNamed('beta').latin} 1`)],
    [
      'told its receiver of another tenant’s rows',
      'wrong',
      (run) => ((run.calls[0] as { body: string }).body = tenantNamed('beta').han),
    ],
    ['has rows of a statement that the trail does not hold', 'wrong', (run) => (run.audit = [])],
    ['ran under another tenant', 'wrong', (run) => ((run.audit[0] as { tenant: string }).tenant = 'beta')],
    ['told its end to nobody', 'lost', (run) => (run.calls = run.calls.slice(0, 1))],
    ['told its end under two ids', 'lost', (run) => run.calls.push(call('succeeded', 'd8'))],
    ['made a call that is not signed', 'lost', (run) => ((run.calls[0] as { signed: boolean }).signed = false)],
  ])('are broken by one that %s', (_, blame, spoil) => {
    expect(broken(spoil)).toContain(blame);
  });
});
