import { useEffect, useRef, type RefObject } from 'react';
import { usePlace } from '../surface/surface';

/**
 * Moves the focus to an element when the question to the user disappears that had it. Otherwise it would be lost, and
 * the next Tab would begin at the top of the page.
 * @param asked id of the question to the user; null: there is none
 */
export function useFocusAfterReply(asked: string | null): RefObject<HTMLElement | null> {
  const place = usePlace();
  const target = useRef<HTMLElement>(null);
  const before = useRef(asked);
  useEffect(() => {
    const { activeElement } = place.root;
    const isLost = activeElement === null || activeElement === document.body;
    if (before.current !== null && asked === null && isLost && place.mayFocus()) target.current?.focus();
    before.current = asked;
  }, [asked, place]);
  return target;
}
