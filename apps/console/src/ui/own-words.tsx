import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { Button } from './button';

interface Props {
  label: string;
  /** The label of the button. */
  action: string;
  autoFocus?: boolean;
  /** The last words are under way. */
  isPending?: boolean;
  /** Whether nothing may be sent. */
  mayBeEmpty?: boolean;
  onSend: (words: string) => void;
}

/** A line for own words, sent by Enter or the button. It is no form: the frames of MCP hosts may forbid those. */
export function OwnWords({
  label,
  action,
  autoFocus,
  isPending = false,
  mayBeEmpty = false,
  onSend,
}: Props): ReactElement {
  const [words, setWords] = useState('');
  const isEmpty = words.trim() === '' && !mayBeEmpty;
  const send = (): void => {
    if (!isEmpty && !isPending) onSend(words.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also ends the composition of Chinese characters.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) send();
  };
  return (
    <div className="row">
      <input
        type="text"
        value={words}
        maxLength={2_000}
        aria-label={label}
        placeholder={label}
        autoFocus={autoFocus}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button isPending={isPending} isDisabled={isEmpty} onPress={send}>
        {action}
      </Button>
    </div>
  );
}
