import { useId, useState, type ReactElement } from 'react';
import { useLocale } from '../../surface/surface';
import { Button } from '../../ui/button';
import { addMetric, editedText } from '../form/edit-model-text';
import { keyOf, nameOf, type Entry } from '../form/model-entries';
import type { Model } from '../live-model';
import { useTexts } from '../texts';
import { calculations, metricExpression, metricId, type Calculation } from './metric-expression';
import type { NewWord } from './new-synonym';

/** Asks how a new figure is calculated, and adds it. */
export function NewMetric({
  word,
  language,
  text,
  entries,
  model,
  onDone,
  onCancel,
}: NewWord & { entries: readonly Entry[]; model: Model }): ReactElement {
  const { prepared } = useTexts();
  const locale = useLocale();
  const field = useId();
  const [name, setName] = useState(word);
  const [calculation, setCalculation] = useState<Calculation>('sum');
  const [chosen, setChosen] = useState('');
  const columns = entries.filter(({ path }) => path[0] === 'tables' && path[2] === 'columns');
  const values = calculation === 'count' ? columns : columns.filter(({ path }) => isNumber(model, path));
  const value = values.find(({ path }) => keyOf(path) === chosen) ?? values[0];
  const add = (): void => {
    const [, table = '', , column = ''] = value?.path ?? [];
    const taken = new Set(entries.filter(({ path }) => path[0] === 'metrics').map(({ id }) => id));
    const id = metricId(name, taken);
    const expression = metricExpression(calculation, table, column);
    const next = editedText(text, addMetric(id, { language, label: name.trim(), expression }));
    onDone(next, ['metrics', id, 'expression'], prepared.addedMetric(name.trim()));
  };
  return (
    <form
      className="prepared"
      aria-labelledby={`${field}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== undefined && name.trim() !== '') add();
      }}
    >
      <h2 id={`${field}-title`}>{prepared.metric(word)}</h2>
      <p className="quiet">{values.length === 0 ? prepared.noMeasures : prepared.metricHint}</p>
      <div className="fields">
        <label htmlFor={`${field}-name`}>{prepared.word}</label>
        <input
          id={`${field}-name`}
          type="text"
          autoFocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <label htmlFor={`${field}-how`}>{prepared.calculation}</label>
        <select
          id={`${field}-how`}
          value={calculation}
          onChange={({ target }) => setCalculation(target.value as Calculation)}
        >
          {calculations.map((one) => (
            <option key={one} value={one}>
              {prepared.calculations[one]}
            </option>
          ))}
        </select>
        <label htmlFor={`${field}-of`}>{prepared.of}</label>
        <select
          id={`${field}-of`}
          value={value === undefined ? '' : keyOf(value.path)}
          onChange={({ target }) => setChosen(target.value)}
        >
          {values.map((entry) => (
            <option key={keyOf(entry.path)} value={keyOf(entry.path)}>
              {nameOf(entry, locale)} ({entry.id})
            </option>
          ))}
        </select>
      </div>
      <div className="row">
        <Button type="submit" tone="main" isDisabled={value === undefined || name.trim() === ''}>
          {prepared.add}
        </Button>
        <Button tone="plain" onPress={onCancel}>
          {prepared.cancel}
        </Button>
      </div>
    </form>
  );
}

/** `['tables', table, 'columns', column]` of a number that may be added. */
const isNumber = (model: Model, [, table = '', , column = '']: readonly string[]): boolean =>
  model['tables']?.[table]?.columns?.[column]?.role === 'measure';
