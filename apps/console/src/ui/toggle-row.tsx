import type { ReactElement } from 'react';
import { Button } from './button';

interface Props<K extends string> {
  label: string;
  choices: readonly { key: K; label: string }[];
  /** Undefined: none. */
  chosen: K | undefined;
  onChoose: (key: K) => void;
}

/** A row of buttons, of which at most one is chosen. */
export function ToggleRow<K extends string>({ label, choices, chosen, onChoose }: Props<K>): ReactElement {
  return (
    <div role="group" aria-label={label} className="toggles">
      {choices.map(({ key, label: text }) => (
        <Button key={key} tone="plain" className="toggle" aria-pressed={key === chosen} onPress={() => onChoose(key)}>
          {text}
        </Button>
      ))}
    </div>
  );
}
