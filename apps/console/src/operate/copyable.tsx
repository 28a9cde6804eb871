import { useState, type ReactElement } from 'react';
import { Button } from '../ui/button';
import { copied } from '../ui/copy';
import { useTexts } from './texts';

/** A text to be passed on, with a button that copies it. `label`: names the text for screen readers. */
export function Copyable({ text, label }: { text: string; label: string }): ReactElement {
  const texts = useTexts();
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async (): Promise<void> => {
    setState((await copied(text)) ? 'copied' : 'failed');
  };
  return (
    <span className="copyable">
      <code>{text}</code>
      <Button tone="plain" className="small" aria-label={`${texts.copy}: ${label}`} onPress={() => void copy()}>
        {state === 'copied' ? texts.copied : texts.copy}
      </Button>
      <span role="status" className={state === 'failed' ? 'bad' : 'sr'}>
        {state === 'copied' ? texts.copied : state === 'failed' ? texts.notCopied : ''}
      </span>
    </span>
  );
}
