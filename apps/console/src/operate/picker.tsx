import { useId, type ReactElement } from 'react';

interface Props {
  label: string;
  value: string;
  /** Values with their labels. A value of the address that is not among them is added. */
  choices: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/** A choice from a list, with the browser's own control. */
export function Picker({ label, value, choices, onChange }: Props): ReactElement {
  const id = useId();
  const shown = choices.some(([one]) => one === value) ? choices : [...choices, [value, value] as const];
  return (
    <div className="picker">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {shown.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
