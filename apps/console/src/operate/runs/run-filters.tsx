import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { querent } from '../../api';
import { useConnections } from '../../ask/connections';
import { Button } from '../../ui/button';
import { Picker } from '../picker';
import { useTexts } from '../texts';
import { causeChoices } from './run-causes';
import { statusesToFilter } from './run-state';

export const runFilters = ['status', 'code', 'connection', 'askedBy'] as const;
export type RunFilters = Partial<Record<(typeof runFilters)[number], string>>;

interface Props {
  filters: RunFilters;
  onChange: (changes: RunFilters) => void;
}

/** The filters of the list of runs. */
export function RunFilterBar({ filters, onChange }: Props): ReactElement {
  const { runs: words, any } = useTexts();
  const { connections = [] } = useConnections();
  const isFiltered = runFilters.some((name) => filters[name] !== undefined);
  return (
    <div className="filters" role="group" aria-label={words.filters}>
      <Picker
        label={words.status}
        value={filters.status ?? ''}
        choices={[['', any], ...statusesToFilter.map((status) => [status, words.state[status]] as const)]}
        onChange={(status) => onChange({ status })}
      />
      <Picker
        label={words.why}
        value={filters.code ?? ''}
        choices={[['', any], ...causeChoices(words.cause, filters.code ?? '')]}
        onChange={(code) => onChange({ code })}
      />
      <Picker
        label={words.connection}
        value={filters.connection ?? ''}
        choices={[['', any], ...connections.map(({ name, label }) => [name, label] as const)]}
        onChange={(connection) => onChange({ connection })}
      />
      <AskedBy value={filters.askedBy ?? ''} onChange={(askedBy) => onChange({ askedBy })} />
      {isFiltered && (
        <Button tone="plain" onPress={() => onChange({ status: '', code: '', connection: '', askedBy: '' })}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}

/** Callers of tokens are not listed, so any name may be typed. It counts when the field is left, or on Enter. */
function AskedBy({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactElement {
  const { runs: words } = useTexts();
  const [typed, setTyped] = useState(value);
  const keys = useQuery({ queryKey: ['keys'], queryFn: ({ signal }) => querent.keys.list({ signal }) });
  useEffect(() => setTyped(value), [value]);
  const names = keys.data?.map(({ name }) => name) ?? [];
  const settle = (next: string): void => {
    if (next.trim() !== value) onChange(next.trim());
  };
  return (
    <div className="picker">
      <label htmlFor="asked-by">{words.askedBy}</label>
      <input
        id="asked-by"
        type="text"
        list="askers"
        autoComplete="off"
        spellCheck={false}
        placeholder={words.anyone}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (names.includes(target.value) || target.value === '') settle(target.value);
        }}
        onBlur={() => settle(typed)}
        onKeyDown={({ key }) => key === 'Enter' && settle(typed)}
      />
      <datalist id="askers">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
