import { useEffect, useId, useState, type ReactElement } from 'react';

interface Props {
  label: string;
  hint?: string;
  value: string;
  isReadOnly: boolean;
  onValue: (value: string) => void;
}

/** A field whose value takes effect when it is left or Enter is pressed. */
export function WordsField({ label, hint, value, isReadOnly, onValue }: Props): ReactElement {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const commit = (): void => {
    if (typed.trim() !== value) onValue(typed.trim());
  };
  return (
    <div className="words-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={typed}
        readOnly={isReadOnly}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && commit()}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} className="sr">
          {hint}
        </span>
      )}
    </div>
  );
}
