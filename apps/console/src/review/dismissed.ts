import { useCallback, useState } from 'react';
import { useSession } from '../session/session';

/** The server keeps no decision on ratings and questions, so the browser remembers which ones the user has dismissed. */
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
        remember(key, [...next].slice(-MOST));
        return next;
      }),
    [key],
  );
  return { has: (id) => known.has(digestOf(id)), set };
}

/** FNV-1a over UTF-16 units in two halves: enough to tell a few thousand ids apart. */
export function digestOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9dc5811c];
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193) >>> 0;
    high = Math.imul(high ^ (text.charCodeAt(at) + at), 0x01000193) >>> 0;
  }
  return low.toString(36) + high.toString(36);
}

function recall(key: string): string[] {
  try {
    const known: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]');
    return Array.isArray(known) ? known.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Storage may be forbidden by the browser's settings: then the decisions last as long as the page. */
function remember(key: string, digests: readonly string[]): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(digests));
  } catch {
    // See above.
  }
}
