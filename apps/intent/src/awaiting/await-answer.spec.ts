import { emptyRunData, type Outcome, type Run, type RunStatus } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { awaitingAnswer, type AwaitDeps } from './await-answer';

const at = (second: number): string => new Date(Date.parse('2026-11-21T08:00:00.000Z') + second * 1_000).toISOString();
const own: Outcome = { event: 'understood', patch: {}, steps: [] };

function runOf(id: string, over: Partial<Run['data']> = {}): Run {
  const { tenant, keyName, traceparent, request } = newRun({ id, connection: 'academy', question: 'how many schools', locale: 'en' });
  return { id, tenant, keyName, traceparent, request, version: 1, status: 'understanding', createdAt: at(10), updatedAt: at(10), finishedAt: null, data: { ...emptyRunData(), cacheKey: 'v/k', ...over } };
}

const answered = (over: Partial<Run> = {}): Run => ({
  ...runOf('first', { answer: { text: '42 schools', chartType: 'number', suggestions: [] }, result: { blob: 'rows.4', columns: [], output: [], rowCount: 1, truncated: false, skipped: [] } }),
  status: 'succeeded', finishedAt: at(11), ...over,
});

/** What becomes of a run that awaits `first`, which is in the state of `lender`. */
async function awaiting(lender: Run | null, run: Run = runOf('second', { awaits: { runId: 'first', since: at(10) } }), now = at(10)): Promise<{ outcome: Outcome; claimed: string[]; prolonged: string[]; audited: unknown[] }> {
  const claimed: string[] = [];
  const prolonged: string[] = [];
  const audited: unknown[] = [];
  const deps: AwaitDeps = {
    store: { statusOf: async () => lender?.status ?? null, get: async () => lender, prolong: async (id, blobs) => void prolonged.push(id, ...blobs) },
    flights: { leader: async (_audience, _key, id, instead) => { claimed.push(`${id} instead of ${instead ?? ''}`); return id; } },
    audience: () => 'academy', heed: async () => undefined, audit: async (of, rows) => void audited.push([of.id, rows]), now: () => Date.parse(now),
  };
  return { outcome: await awaitingAnswer(async () => own, deps)(run, new AbortController().signal), claimed, prolonged, audited };
}

describe('a run that was asked while another works on the same question', () => {
  it.each<RunStatus>(['queued', 'understanding', 'retrieving', 'generating', 'exploring', 'executing', 'presenting'])('comes back later while that one is %s', async (status) => {
    await expect(awaiting(answered({ status, finishedAt: null }))).rejects.toThrow('postponed');
  });

  it('takes its answer, which lives as long as its borrower', async () => {
    const { outcome, prolonged, audited } = await awaiting(answered());
    expect(outcome.event).toBe('answered');
    expect(audited).toEqual([['second', 1]]);
    expect(outcome.patch).toMatchObject({ answer: { text: '42 schools' }, result: { blob: 'first/rows.4' }, cache: { level: 'l1', similarity: 1 } });
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
    const { outcome, prolonged } = await awaiting({ ...lender, data: { ...lender.data, result: result && { ...result, blob: 'zeroth/rows.2' } } });
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

  it('waits a moment for one that is not stored yet, and not for one that never was', async () => {
    await expect(awaiting(null)).rejects.toThrow('postponed');
    expect((await awaiting(null, undefined, at(13))).outcome).toBe(own);
  });

  it('is read by itself once its asker has replied', async () => {
    const replied = runOf('second', { awaits: { runId: 'first', since: at(10) }, reply: { clarificationId: 'c', text: 'x' } });
    expect((await awaiting(answered(), replied)).outcome).toBe(own);
  });
});
