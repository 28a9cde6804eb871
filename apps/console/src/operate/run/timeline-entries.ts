import type { Run } from '@querent/client';

export interface TimelineEntry {
  key: string;
  at: string;
  /** Null: the page has the words. */
  message: string | null;
  kind: 'asked' | 'step' | 'reply' | 'ended';
  stage: string | null;
  /** Duration that the step itself reports, ms. */
  durationMs: number | null;
  /** Time since the entry before, ms. */
  gapMs: number;
  /** The gap was a pause for the user's reply. */
  isPause: boolean;
}

/** What happened to a run, in the order of time. */
export function timelineOf(run: Run): TimelineEntry[] {
  const before = { gapMs: 0, isPause: false, durationMs: null, stage: null, message: null };
  const entries: TimelineEntry[] = [{ ...before, key: 'asked', at: run.createdAt, kind: 'asked' }];
  for (const { seq, at, message, stage, kind, durationMs } of run.steps) {
    const isReply = kind === 'reply';
    entries.push({ ...before, key: String(seq), at, message, stage, durationMs, kind: isReply ? 'reply' : 'step' });
  }
  if (run.finishedAt !== null) entries.push({ ...before, key: 'ended', at: run.finishedAt, kind: 'ended' });
  const kinds = ['', ...run.steps.map(({ kind }) => kind), ''];
  return entries.map((entry, index) => ({
    ...entry,
    gapMs: index === 0 ? 0 : Math.max(0, Date.parse(entry.at) - Date.parse(entries[index - 1]?.at ?? entry.at)),
    isPause: kinds[index - 1] === 'clarification',
  }));
}
