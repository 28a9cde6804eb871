import type { ReactElement } from 'react';
import { hintOf } from './technical-hints';
import { useTexts } from './texts';

/** A technical text, and what it usually means. */
export function Technical({ text }: { text: string }): ReactElement {
  const { hints } = useTexts();
  const hint = hintOf(text);
  return (
    <>
      {hint !== null && <p>{hints[hint]}</p>}
      <pre className="technical" tabIndex={0}>
        {text}
      </pre>
    </>
  );
}
