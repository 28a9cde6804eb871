import { QuerentError, type Querent } from '@querent/client';
import { useEffect, useRef, useState } from 'react';
import { useQuerent } from '../surface/surface';

export type Preview = Awaited<ReturnType<Querent['preview']>>;
export type PreviewPart = Preview['parts'][number];

/** Least time between two previews: the server's default limit is ten a second. */
const BETWEEN_MS = 120;

interface Asked {
  question: string;
  connection: string | undefined;
  conversationId: string | undefined;
  /** The user does not type at the moment: then the other choices for each part are looked for, which takes longer. */
  isSettled: boolean;
}

/**
 * How the typed question would be read; null until it is known. `of`: the text that was read, which may be older than
 * the typed one. One preview is under way at a time; the newest text follows it.
 */
export function usePreview({
  question,
  connection,
  conversationId,
  isSettled,
}: Asked): { preview: Preview; of: string } | null {
  const [read, setRead] = useState<{ preview: Preview; of: string } | null>(null);
  const reader = useRef<Reader>(null);
  const querent = useQuerent();
  useEffect(() => {
    const opened = new Reader(querent, setRead);
    reader.current = opened;
    return () => opened.close();
  }, [querent]);
  useEffect(() => {
    if (question.trim() !== '' && connection !== undefined)
      return reader.current?.read({ question, connection, conversationId, alternatives: isSettled ? 'all' : 'none' });
    reader.current?.read(null);
    setRead(null);
  }, [question, connection, conversationId, isSettled, querent]);
  return read;
}

type Question = Parameters<Querent['preview']>[0];

/** Previews the newest of the given questions. */
class Reader {
  private newest: Question | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The question that is being read. */
  private current: { question: Question; abort: AbortController } | null = null;
  private nextAt = 0;
  private isClosed = false;

  constructor(
    private readonly querent: Querent,
    private readonly show: (read: { preview: Preview; of: string } | null) => void,
  ) {}

  read(question: Question | null): void {
    this.newest = question;
    clearTimeout(this.timer);
    if (question === null || this.isClosed) return;
    // A search for other choices would delay the reading of a text that was typed meanwhile.
    if (this.current?.question.alternatives === 'all') this.current.abort.abort();
    if (this.current !== null) return;
    const wait = this.nextAt - performance.now();
    if (wait > 0) this.timer = setTimeout(() => void this.send(question), wait);
    else void this.send(question);
  }

  close(): void {
    clearTimeout(this.timer);
    this.isClosed = true;
    this.current?.abort.abort();
  }

  private async send(question: Question): Promise<void> {
    const abort = new AbortController();
    this.current = { question, abort };
    this.nextAt = performance.now() + BETWEEN_MS;
    let done: Question | null = question;
    try {
      const preview = await this.querent.preview(question, { signal: abort.signal });
      if (this.newest !== null) this.show({ preview, of: question.question });
    } catch (error) {
      if (abort.signal.aborted) this.nextAt = 0;
      else {
        // A preview helps, and nothing depends on it: without one the question can still be asked.
        const isPermanent = error instanceof QuerentError && error.status < 500 && error.status !== 429;
        if (isPermanent) this.show(null);
        else done = null;
        const seconds = error instanceof QuerentError ? (error.retryAfter ?? 1) : 1;
        this.nextAt = performance.now() + seconds * 1_000;
      }
    }
    this.current = null;
    if (this.newest !== done) this.read(this.newest);
  }
}
