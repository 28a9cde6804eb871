import { useEffect, useRef, type ReactElement } from 'react';
import type { querent } from '../../api';
import { Button } from '../../ui/button';
import { Copyable } from '../copyable';
import { useTexts } from '../texts';

export type CreatedKey = Awaited<ReturnType<typeof querent.keys.create>>;

/** The secret of a new key, which only this page has, and only now. */
export function NewSecret({ created, onDone }: { created: CreatedKey; onDone: () => void }): ReactElement {
  const { keys: words } = useTexts();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} className="notice warn" tabIndex={-1} aria-labelledby="new-secret">
      <h2 id="new-secret">{words.secretTitle(created.name)}</h2>
      <p>{words.secretHint}</p>
      <Copyable text={created.secret} label={words.secret} />
      <Button onPress={onDone}>{words.done}</Button>
    </section>
  );
}
