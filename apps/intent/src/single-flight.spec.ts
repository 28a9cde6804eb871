import { emptyRunData, type Outcome, type Run, type RunStatus } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { singleFlight, type SingleFlightDeps } from './single-flight';

const at = (second: number): string => new Date(Date.parse('2026-11-21T08:00:00.000Z') + second * 1_000).toISOString();
const own: Outcome<'intent'> = { event: 'unplanned', patch: {}, steps: [] };

function runOf(id: string, over: Partial<Run['data']> = {}): Run {
  const { tenant, keyName, traceparent, request } = newRun({
    id,
    connection: 'academy',
    question: 'how many schools',
    locale: 'en',
  });
  return {
    id,
    tenant,
    keyName,
    traceparent,
    request,
    version: 1,
    status: 'understanding',
    createdAt: at(10),
    updatedAt: at(10),
    finishedAt: null,
    data: { ...emptyRunData(), cacheKey: 'v/k', ...over },
  };
}

const answered = (over: Partial<Run> = {}): Run => ({
  ...runOf('first', {
    answer: { text: '42 schools', chartType: 'number', suggestions: [] },
    result: { blob: 'rows.4', columns: [], output: [], rowCount: 1, truncated: false, skipped: [] },
  }),
  status: 'succeeded',
  finishedAt: at(11),
  ...over,
});

/** Processes a run that awaits the run `first`, whose record is `lender`. */
async function awaiting(
  lender: Run | null,
  run: Run = runOf('second', { awaits: { runId: 'first', since: at(10) } }),
  now = at(10),
): Promise<{ outcome: Outcome<'intent'>; claimed: string[]; prolonged: string[]; audited: unknown[] }> {
  const claimed: string[] = [];
  const prolonged: string[] = [];
  const audited: unknown[] = [];
  const deps: SingleFlightDeps = {
    store: {
      statusOf: async () => lender?.status ?? null,
      get: async () => lender,
      prolong: async ({ id }, blobs) => void prolonged.push(id, ...blobs),
    },
    flights: {
      leader: async (_audience, _key, id, instead) => {
        claimed.push(`${id} instead of ${instead ?? ''}`);
        return id;
      },
    },
    audience: () => 'academy',
    applyWording: async () => undefined,
    audit: async (of, rows) => void audited.push([of.id, rows]),
    now: () => Date.parse(now),
    runTimeoutMs: 60_000,
  };
  return {
    outcome: await singleFlight(async () => own, deps)(run, new AbortController().signal),
    claimed,
    prolonged,
    audited,
  };
}

describe('singleFlight', () => {
  it.each<RunStatus>(['queued', 'understanding', 'retrieving', 'generating', 'exploring', 'executing', 'presenting'])(
    'postpones a run while the leader is %s',
    async (status) => {
      await expect(awaiting(answered({ status, finishedAt: null }))).rejects.toThrow('postponed');
    },
  );

  it('takes the leader’s answer and prolongs its blobs', async () => {
    const { outcome, prolonged, audited } = await awaiting(answered());
    expect(outcome.event).toBe('answered');
    expect(audited).toEqual([['second', 1]]);
    expect(outcome.patch).toMatchObject({
      answer: { text: '42 schools' },
      result: { blob: 'first/rows.4' },
      cache: { level: 'l1', similarity: 1 },
    });
    expect(prolonged).toEqual(['first', 'rows.4']);
  });

  it('takes the doubts with the answer', async () => {
    const doubts = [{ sign: 'empty_result' as const, about: '' }];
    const lender = answered();
    expect((await awaiting({ ...lender, data: { ...lender.data, doubts } })).outcome.patch.doubts).toEqual(doubts);
  });

  it('refers to the original blobs if the leader had borrowed its answer', async () => {
    const lender = answered();
    const { result } = lender.data;
    const { outcome, prolonged } = await awaiting({
      ...lender,
      data: { ...lender.data, result: result && { ...result, blob: 'zeroth/rows.2' } },
    });
    expect([outcome.patch.result?.blob, prolonged[0]]).toEqual(['zeroth/rows.2', 'zeroth']);
  });

  it.each<[string, Run | null]>([
    ['failed', answered({ status: 'failed' })],
    ['was cancelled', answered({ status: 'cancelled' })],
    ['waits for a reply', answered({ status: 'awaiting_clarification', finishedAt: null })],
    ['answered before this question came in', answered({ finishedAt: at(9) })],
    ['was influenced by a reply', { ...answered(), data: { ...answered().data, choices: [{ key: 'k', value: 'v' }] } }],
    ['answers under another key', { ...answered(), data: { ...answered().data, cacheKey: 'v/other' } }],
  ])('processes the run and makes it the leader if the former leader %s', async (_how, lender) => {
    const { outcome, claimed } = await awaiting(lender);
    expect([outcome, claimed]).toEqual([own, ['second instead of first']]);
  });

  describe('with several runs whose leader gave no answer', () => {
    const waits = ['b', 'c', 'd'].map((id) => runOf(id, { awaits: { runId: 'first', since: at(10) } }));

    /** The outcomes of runs that awaited `first`, which failed, when their jobs are retried in turn. */
    function followers(): { runs: Map<string, Run>; round: (now?: string) => Promise<string[]>; computed: string[] } {
      const runs = new Map([answered({ status: 'failed' }), ...waits].map((run) => [run.id, run]));
      const computed: string[] = [];
      let leader = 'first';
      const deps = (now: string): SingleFlightDeps => ({
        store: {
          statusOf: async (id) => runs.get(id)?.status ?? null,
          get: async (id) => runs.get(id) ?? null,
          prolong: async () => undefined,
        },
        flights: { leader: async (_audience, _key, id, instead) => (leader = leader === instead ? id : leader) },
        audience: () => 'academy',
        applyWording: async () => undefined,
        audit: async () => undefined,
        now: () => Date.parse(now),
        runTimeoutMs: 60_000,
      });
      const stage = (run: Run) => (computed.push(run.id), Promise.resolve(own));
      const round = (now = at(10)): Promise<string[]> =>
        Promise.all(
          waits.map(async (run) =>
            singleFlight(stage, deps(now))(run, new AbortController().signal).then(
              ({ event }) => event,
              ({ name }) => String(name),
            ),
          ),
        );
      return { runs, computed, round };
    }

    it('processes one run and gives its answer to the others', async () => {
      const { runs, computed, round } = followers();
      expect(await round()).toEqual(['unplanned', 'StagePostponedError', 'StagePostponedError']);
      const heir = answered({ id: 'b', finishedAt: at(12) });
      runs.set('b', heir);
      expect((await round()).slice(1)).toEqual(['answered', 'answered']);
      expect(computed.slice(0, 1)).toEqual(['b']);
    });

    it.each<RunStatus>(['failed', 'awaiting_clarification'])(
      'processes each run if the second leader is %s, too',
      async (status) => {
        const { runs, computed, round } = followers();
        await round();
        runs.set('b', answered({ id: 'b', status }));
        computed.length = 0;
        expect((await round()).slice(1)).toEqual(['unplanned', 'unplanned']);
        expect(computed.slice(1)).toEqual(['c', 'd']);
      },
    );

    it('ends the wait for the second leader while there is time to process the run', async () => {
      const { round } = followers();
      await round();
      expect((await round(at(41))).slice(1)).toEqual(['unplanned', 'unplanned']);
    });
  });

  it('waits briefly for a leader that is not stored yet, but not for one that never existed', async () => {
    await expect(awaiting(null)).rejects.toThrow('postponed');
    expect((await awaiting(null, undefined, at(13))).outcome).toBe(own);
  });

  it('processes a run whose user has replied', async () => {
    const replied = runOf('second', {
      awaits: { runId: 'first', since: at(10) },
      reply: { clarificationId: 'c', text: 'x' },
    });
    expect((await awaiting(answered(), replied)).outcome).toBe(own);
  });
});
