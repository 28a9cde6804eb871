import { createHash } from 'node:crypto';
import type { RecordedEntry } from '@querent/audit';
import { emptyRunData, type AuditEntry, type Run, type RunStatus, type RunView } from '@querent/contracts';
import type { RunEvent } from '@querent/saga';
import { tenantNamed } from '../../tenants/tenant-marks';
import { endOf, keyOf } from '../suite/undisturbed-answers';
import type { RunEvidence } from './evidence';
import { judge } from './judge';
import type { TrailEvidence } from './trail-evidence';

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

/** Creates the evidence of a run that paused once, got a reply and succeeded. */
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
    stored: 1,
    inRedis: false,
    csv: { before: '7', after: '7' },
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
      csv: Promise.resolve('7'),
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
      trails: [trail()],
      quiet: new Map([[keyOf(ask, 'alpha'), endOf(view)]]),
      world: null as unknown as Evidence['world'],
    },
  };
}

const ENTRIES = ['{"kind":"asked"}', '{"kind":"started"}', '{"kind":"finished"}'];

/** Creates a trail of three linked entries. HTTP shows them, and a fourth one about the reading. */
function trail(): TrailEvidence {
  const stored: TrailEvidence['stored'] = [];
  for (const [at, entry] of ENTRIES.entries()) {
    const before = stored.at(-1)?.link ?? '';
    stored.push({ id: `${at}-0`, entry, link: createHash('sha1').update(`${before}\n${entry}`).digest('hex') });
  }
  const shown = [...stored.map(({ id }) => id), '9-0'].map((id) => ({ id }) as RecordedEntry);
  return { tenant: 'alpha', stored, head: String(stored.at(-1)?.link), shown };
}

describe('judge of the chaos suite', () => {
  const broken = (corrupt: (run: RunEvidence) => void): string[] => {
    const { run, all } = evidence();
    corrupt(run);
    return [...new Set(judge(all).violations.map(({ blame }) => blame))];
  };

  it('the chaos suite finds no violation in a correct run', () => {
    expect(broken(() => undefined)).toEqual([]);
  });

  it.each<[fault: string, blame: string, corrupt: (run: RunEvidence) => void]>([
    ['was accepted but is missing', 'lost', (run) => (run.run = null)],
    ['its tenant cannot see', 'lost', (run) => (run.view = null)],
    ['never ends', 'hung', (run) => ((run.run as Run).status = 'executing')],
    [
      'failed because its worker failed too often',
      'hung',
      (run) => ((run.run as Run).data.error = { code: 'worker_failed', message: '', actions: [] }),
    ],
    [
      'exceeded its time limit',
      'hung',
      (run) => ((run.run as Run).data.error = { code: 'run_timeout', message: '', actions: [] }),
    ],
    [
      'ended twice',
      'doubled',
      (run) => run.events.push({ seq: run.events.length + 1, event: 'end', data: { status: 'succeeded' } }),
    ],
    ['has two ids for one Idempotency-Key', 'doubled', (run) => run.record.ids.push('q2')],
    ['lacks an event', 'doubled', (run) => run.events.splice(2, 1)],
    [
      'made a transition that the table forbids',
      'doubled',
      (run) => (run.events = eventsOf(WAY.filter((status) => status !== 'executing'))),
    ],
    ['made two transitions from one version', 'doubled', (run) => ((run.run as Run).version = 6)],
    ['lost an accepted reply', 'lost', (run) => ((run.view as RunView).clarifications = [])],
    [
      'used another reply than the accepted one',
      'lost',
      (run) => (((run.view as RunView).clarifications[0] as { answer: object }).answer = { optionId: 'o2' }),
    ],
    [
      'accepted two replies to one clarification',
      'lost',
      (run) => ((run.record.replies[1] as { status: number }).status = 202),
    ],
    [
      'differs from the undisturbed answer',
      'wrong',
      (run) =>
        ([(run.view as RunView).clarifications, (run.view as RunView).result] = [
          [],
          { rowCount: 1, rows: [[8]] } as unknown as RunView['result'],
        ]),
    ],
    ['shows another tenant’s rows', 'wrong', (run) => run.texts.push(`Client ${tenantNamed('beta').latin} 1`)],
    [
      'sent another tenant’s rows to its webhook',
      'wrong',
      (run) => ((run.calls[0] as { body: string }).body = tenantNamed('beta').han),
    ],
    ['has rows of a statement that is missing in the audit trail', 'wrong', (run) => (run.audit = [])],
    ['ran under another tenant', 'wrong', (run) => ((run.audit[0] as { tenant: string }).tenant = 'beta')],
    ['sent no webhook about its end', 'lost', (run) => (run.calls = run.calls.slice(0, 1))],
    ['sent its end under two delivery ids', 'lost', (run) => run.calls.push(call('succeeded', 'd8'))],
    ['sent an unsigned webhook', 'lost', (run) => ((run.calls[0] as { signed: boolean }).signed = false)],
    ['is neither in Redis nor in the history', 'lost', (run) => (run.stored = 0)],
    ['is in the history twice', 'doubled', (run) => (run.stored = 2)],
    ['is in Redis and in the history', 'doubled', (run) => (run.inRedis = true)],
    ['ended but stays in Redis', 'hung', (run) => ([run.stored, run.inRedis] = [0, true])],
    ['has other rows after its move', 'wrong', (run) => (run.csv.after = '8')],
    ['has no rows after its move', 'wrong', (run) => (run.csv.after = null)],
  ])('the chaos suite finds a violation in a run that %s', (_, blame, corrupt) => {
    expect(broken(corrupt)).toContain(blame);
  });

  it.each<[fault: string, blame: string, corrupt: (trail: TrailEvidence) => void]>([
    ['lacks its first entry', 'lost', ({ stored }) => stored.shift()],
    ['lacks an entry in between', 'lost', ({ stored }) => stored.splice(1, 1)],
    ['lacks its last entry', 'lost', ({ stored }) => stored.pop()],
    ['has a changed entry', 'lost', ({ stored }) => ((stored[1] as { entry: string }).entry = '{}')],
    ['has an entry twice', 'doubled', ({ stored }) => stored.splice(1, 0, ...stored.slice(1, 2))],
    ['does not show an entry', 'wrong', ({ shown }) => shown?.splice(1, 1)],
    ['shows an entry twice', 'wrong', ({ shown }) => shown?.splice(1, 0, ...shown.slice(1, 2))],
    ['shows a broken chain', 'wrong', ({ shown }) => ((shown?.[1] as RecordedEntry).broken = true)],
  ])('the chaos suite finds a violation in an audit trail that %s', (_, blame, corrupt) => {
    const { all } = evidence();
    corrupt(all.trails[0] as TrailEvidence);
    expect(judge(all).violations.map((violation) => violation.blame)).toContain(blame);
  });
});
