import { useCallback, useState } from 'react';
import { useSession } from '../session/session';
import { keep, readKept } from '../storage';
import { digestOf } from './digest';

/** The server keeps no decision on ratings and questions, so the browser remembers those that were dismissed. */
const DISMISSED = 'querent-reviewed';
const MOST = 2_000;

export interface Dismissed {
  has: (id: string) => boolean;
  set: (id: string, isDismissed: boolean) => void;
}

/** Only digests are kept: the ids hold questions. */
export function useDismissed(): Dismissed {
  const { tenant, name } = useSession();
  const key = `${DISMISSED} ${tenant} ${name}`;
  const [known, setKnown] = useState(() => new Set(recall(key)));
  const set = useCallback(
    (id: string, isDismissed: boolean) =>
      setKnown((before) => {
        const digest = digestOf(id);
        const next = new Set(before);
        next.delete(digest);
        if (isDismissed) next.add(digest);
        keep(key, JSON.stringify([...next].slice(-MOST)));
        return next;
      }),
    [key],
  );
  return { has: (id) => known.has(digestOf(id)), set };
}

function recall(key: string): string[] {
  try {
    const known: unknown = JSON.parse(readKept(key) ?? '[]');
    return Array.isArray(known) ? known.filter((one) => typeof one === 'string') : [];
  } catch {
    // Something else than this page has written it.
    return [];
  }
}
