import { useId, type ReactElement } from 'react';

interface Props<K extends string> {
  label: string;
  choices: readonly { key: K; label: string; hint?: string }[];
  chosen: readonly K[];
  problem: string | null;
  onChange: (chosen: K[]) => void;
}

/** Several choices of a list. */
export function CheckGroup<K extends string>({ label, choices, chosen, problem, onChange }: Props<K>): ReactElement {
  const id = useId();
  return (
    <fieldset className="checks" aria-describedby={problem === null ? undefined : id}>
      <legend>{label}</legend>
      {choices.map(({ key, label: text, hint }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={({ target }) =>
              onChange(
                choices.flatMap((one) =>
                  (one.key === key ? target.checked : chosen.includes(one.key)) ? [one.key] : [],
                ),
              )
            }
          />
          <span>
            {text} {hint !== undefined && <code className="quiet">{hint}</code>}
          </span>
        </label>
      ))}
      {problem !== null && (
        <p id={id} className="bad">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
