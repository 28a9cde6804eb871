import type { Querent, Run } from '@querent/client';
import { useState, type ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { useOffers } from '../surface/offers';
import { usePlace, useQuerent } from '../surface/surface';
import { Button } from '../ui/button';
import type { SharedRuns } from './shared-runs';

/** What can be done with an answer: its rows as CSV, its chart as PNG, and what else its place offers. */
export function AnswerActions({ run }: { run: Run }): ReactElement | null {
  const querent = useQuerent();
  const { sharedRuns } = usePlace();
  const { files, AnswerActions: Further } = useOffers();
  const { answer: words, states } = useMessages();
  const [busy, setBusy] = useState<'csv' | 'png' | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const save = async (kind: 'csv' | 'png'): Promise<void> => {
    setBusy(kind);
    setFailed(false);
    try {
      const content = kind === 'csv' ? await csvOf(run, querent, sharedRuns) : await pngOf(run);
      saveAs(content, `${fileName(run.question)}.${kind}`);
    } catch {
      setFailed(true);
    } finally {
      setBusy(null);
    }
  };
  if (!files && !Further) return null;
  return (
    <div className="row actions">
      {files && (
        <Button tone="plain" isPending={busy === 'csv'} onPress={() => void save('csv')}>
          {words.csv}
        </Button>
      )}
      {files && run.chart && (
        <Button tone="plain" isPending={busy === 'png'} onPress={() => void save('png')}>
          {words.png}
        </Button>
      )}
      {Further && <Further run={run} />}
      {hasFailed && (
        <span className="bad" role="alert">
          {states.downloadFailed}
        </span>
      )}
    </div>
  );
}

/** With a byte order mark, without which Excel misreads Chinese. */
const csvOf = async ({ id }: Run, querent: Querent, sharedRuns: SharedRuns): Promise<Blob> =>
  new Blob([await sharedRuns.handle(querent, id).csv({ bom: true })], { type: 'text/csv;charset=utf-8' });

const pngOf = async (run: Run): Promise<Blob> => (await import('./chart-png')).chartPng(run.chart?.spec ?? {});

function saveAs(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every file system accepts. */
const fileName = (question: string): string =>
  question
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60) || 'querent';
