import { emptyRunData, type Outcome, type Run, type RunStatus } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { awaitingAnswer, type AwaitDeps } from './await-answer';

const at = (second: number): string => new Date(Date.parse('2026-11-21T08:00:00.000Z') + second * 1_000).toISOString();
const own: Outcome<'intent'> = { event: 'understood', patch: {}, steps: [] };

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

/** What becomes of a run that awaits `first`, which is in the state of `lender`. */
async function awaiting(
  lender: Run | null,
  run: Run = runOf('second', { awaits: { runId: 'first', since: at(10) } }),
  now = at(10),
): Promise<{ outcome: Outcome<'intent'>; claimed: string[]; prolonged: string[]; audited: unknown[] }> {
  const claimed: string[] = [];
  const prolonged: string[] = [];
  const audited: unknown[] = [];
  const deps: AwaitDeps = {
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
    outcome: await awaitingAnswer(async () => own, deps)(run, new AbortController().signal),
    claimed,
    prolonged,
    audited,
  };
}

describe('a run that was asked while another works on the same question', () => {
  it.each<RunStatus>(['queued', 'understanding', 'retrieving', 'generating', 'exploring', 'executing', 'presenting'])(
    'comes back later while that one is %s',
    async (status) => {
      await expect(awaiting(answered({ status, finishedAt: null }))).rejects.toThrow('postponed');
    },
  );

  it('takes its answer, which lives as long as its borrower', async () => {
    const { outcome, prolonged, audited } = await awaiting(answered());
    expect(outcome.event).toBe('answered');
    expect(audited).toEqual([['second', 1]]);
    expect(outcome.patch).toMatchObject({
      answer: { text: '42 schools' },
      result: { blob: 'first/rows.4' },
      cache: { level: 'l1', similarity: 1 },
    });
    expect(prolonged).toEqual(['first', 'chart.svg', 'rows.4']);
  });

  it('takes an answer in doubt with its doubts', async () => {
    const doubts = [{ sign: 'empty_result' as const, about: '' }];
    const lender = answered();
    expect((await awaiting({ ...lender, data: { ...lender.data, doubts } })).outcome.patch.doubts).toEqual(doubts);
  });

  it('stays with the first lender where the other had borrowed itself', async () => {
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
    ['waits for its asker', answered({ status: 'awaiting_clarification', finishedAt: null })],
    ['answered before this question came in', answered({ finishedAt: at(9) })],
    ['was shaped by a reply', { ...answered(), data: { ...answered().data, choices: [{ key: 'k', value: 'v' }] } }],
    ['answers under another key', { ...answered(), data: { ...answered().data, cacheKey: 'v/other' } }],
  ])('is read by itself where that one %s, and is waited for from then on', async (_how, lender) => {
    const { outcome, claimed } = await awaiting(lender);
    expect([outcome, claimed]).toEqual([own, ['second instead of first']]);
  });

  describe('of several whose leader came to nothing', () => {
    const waits = ['b', 'c', 'd'].map((id) => runOf(id, { awaits: { runId: 'first', since: at(10) } }));

    /** Followers of `first`, which failed; what each becomes when its job comes again, in turn. */
    function followers(): { runs: Map<string, Run>; round: (now?: string) => Promise<string[]>; computed: string[] } {
      const runs = new Map([answered({ status: 'failed' }), ...waits].map((run) => [run.id, run]));
      const computed: string[] = [];
      let leader = 'first';
      const deps = (now: string): AwaitDeps => ({
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
            awaitingAnswer(stage, deps(now))(run, new AbortController().signal).then(
              ({ event }) => event,
              ({ name }) => String(name),
            ),
          ),
        );
      return { runs, computed, round };
    }

    it('one is read by itself, and the others take its answer', async () => {
      const { runs, computed, round } = followers();
      expect(await round()).toEqual(['understood', 'StagePostponedError', 'StagePostponedError']);
      const heir = answered({ id: 'b', finishedAt: at(12) });
      runs.set('b', heir);
      expect((await round()).slice(1)).toEqual(['answered', 'answered']);
      expect(computed.slice(0, 1)).toEqual(['b']);
    });

    it.each<RunStatus>(['failed', 'awaiting_clarification'])(
      'each is read by itself when the heir is %s, too',
      async (status) => {
        const { runs, computed, round } = followers();
        await round();
        runs.set('b', answered({ id: 'b', status }));
        computed.length = 0;
        expect((await round()).slice(1)).toEqual(['understood', 'understood']);
        expect(computed.slice(1)).toEqual(['c', 'd']);
      },
    );

    it('none waits for an heir so long that it could not be read by itself any more', async () => {
      const { round } = followers();
      await round();
      expect((await round(at(41))).slice(1)).toEqual(['understood', 'understood']);
    });
  });

  it('waits a moment for one that is not stored yet, and not for one that never was', async () => {
    await expect(awaiting(null)).rejects.toThrow('postponed');
    expect((await awaiting(null, undefined, at(13))).outcome).toBe(own);
  });

  it('is read by itself once its asker has replied', async () => {
    const replied = runOf('second', {
      awaits: { runId: 'first', since: at(10) },
      reply: { clarificationId: 'c', text: 'x' },
    });
    expect((await awaiting(answered(), replied)).outcome).toBe(own);
  });
});
