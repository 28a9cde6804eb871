import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Button } from '../ui/button';
import { useTexts } from './texts';

interface Props {
  label: string;
  /** Describes the button to screen readers, if other buttons have the same label. */
  description?: string;
  question: string;
  isDangerous?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
}

/** A button that asks before it acts. The question takes its position and the focus; Escape keeps everything. */
export function ConfirmedButton({
  label,
  description,
  question,
  isDangerous = false,
  isPending = false,
  onConfirm,
}: Props): ReactElement {
  const texts = useTexts();
  const [isAsking, setAsking] = useState(false);
  const hasAsked = useRef(false);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Also back to the button, so that the keyboard's position is not lost.
    if (isAsking || hasAsked.current) first.current?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  if (!isAsking)
    return (
      <Button
        ref={first}
        className="small"
        aria-label={description ?? label}
        isPending={isPending}
        onPress={() => setAsking(true)}
      >
        {label}
      </Button>
    );
  return (
    <span
      className="confirmation"
      role="group"
      aria-label={question}
      onKeyDown={({ key }) => key === 'Escape' && setAsking(false)}
    >
      <span>{question}</span>
      <Button
        ref={first}
        tone={isDangerous ? 'danger' : 'main'}
        className="small"
        onPress={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {label}
      </Button>
      <Button className="small" onPress={() => setAsking(false)}>
        {isDangerous ? texts.keep : texts.cancel}
      </Button>
    </span>
  );
}
