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

/** How the typed question would be read; null until it is known. `of`: the text that was read. */
export function usePreview({ question, connection, conversationId }: Asked): { preview: Preview; of: string } | null {
  const [read, setRead] = useState<{ preview: Preview; of: string } | null>(null);
  const next = useRef(0);
  useEffect(() => {
    if (question.trim() === '' || connection === undefined) return setRead(null);
    const abort = new AbortController();
    const send = async (): Promise<void> => {
      next.current = performance.now() + BETWEEN_MS;
      try {
        const body = { question, connection, ...(conversationId === undefined ? {} : { conversationId }) };
        const preview = await querent.preview(body, { signal: abort.signal });
        if (!abort.signal.aborted) setRead({ preview, of: question });
      } catch (error) {
        if (abort.signal.aborted) return;
        // A preview helps, and nothing depends on it: without one the question can still be asked.
        setRead(null);
        if (error instanceof QuerentError) next.current = performance.now() + (error.retryAfter ?? 1) * 1_000;
      }
    };
    const wait = next.current - performance.now();
    if (wait <= 0) {
      void send();
      return () => abort.abort();
    }
    const timer = setTimeout(() => void send(), wait);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [question, connection, conversationId]);
  return read;
}
