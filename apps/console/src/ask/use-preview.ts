import { QuerentError } from '@querent/client';
import { useEffect, useRef, useState } from 'react';
import { querent } from '../api';

export type Preview = Awaited<ReturnType<typeof querent.preview>>;
export type PreviewPart = Preview['parts'][number];

/** Least time between two previews: the server's default limit is ten a second. */
const BETWEEN_MS = 120;

interface Asked {
  question: string;
  connection: string | undefined;
  conversationId: string | undefined;
}

/**
 * How the typed question would be read; null until it is known. `of`: the text that was read, which may be older than
 * the typed one. One preview is under way at a time; the newest text follows it.
 */
export function usePreview({ question, connection, conversationId }: Asked): { preview: Preview; of: string } | null {
  const [read, setRead] = useState<{ preview: Preview; of: string } | null>(null);
  const reader = useRef<Reader>(null);
  useEffect(() => {
    const opened = new Reader(setRead);
    reader.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => {
    if (question.trim() !== '' && connection !== undefined)
      return reader.current?.read({ question, connection, conversationId });
    reader.current?.read(null);
    setRead(null);
  }, [question, connection, conversationId]);
  return read;
}

type Question = Parameters<typeof querent.preview>[0];

/** Previews the newest of the given questions. */
class Reader {
  private newest: Question | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isBusy = false;
  private nextAt = 0;
  private readonly abort = new AbortController();

  constructor(private readonly show: (read: { preview: Preview; of: string } | null) => void) {}

  read(question: Question | null): void {
    this.newest = question;
    clearTimeout(this.timer);
    if (question === null || this.isBusy || this.abort.signal.aborted) return;
    const wait = this.nextAt - performance.now();
    if (wait > 0) this.timer = setTimeout(() => void this.send(question), wait);
    else void this.send(question);
  }

  close(): void {
    clearTimeout(this.timer);
    this.abort.abort();
  }

  private async send(question: Question): Promise<void> {
    this.isBusy = true;
    this.nextAt = performance.now() + BETWEEN_MS;
    let read: Question | null = question;
    try {
      const preview = await querent.preview(question, { signal: this.abort.signal });
      if (this.newest !== null) this.show({ preview, of: question.question });
    } catch (error) {
      // A preview helps, and nothing depends on it: without one the question can still be asked.
      this.show(null);
      const isPermanent = error instanceof QuerentError && error.status < 500 && error.status !== 429;
      const seconds = error instanceof QuerentError ? (error.retryAfter ?? 1) : 1;
      this.nextAt = performance.now() + seconds * 1_000;
      read = isPermanent ? question : null;
    }
    this.isBusy = false;
    if (this.newest !== read) this.read(this.newest);
  }
}
