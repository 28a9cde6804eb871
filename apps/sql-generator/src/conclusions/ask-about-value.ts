import type { Locale, Outcome } from '@querent/contracts';
import { labelOf, type ModelColumn } from '@querent/model';
import { nextModelKey } from '@querent/explain';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { typedByAsker } from '../record/typed-by-asker';
import { mayAsk, pause } from './pause';

const MOST_OPTIONS = 4;

/**
 * Asks which stored value is meant, if the last statement compared a column with a value that it does not hold; else
 * null.
 */
export function askAboutValue(
  state: GeneratorState,
  deps: Pick<GeneratorDeps, 'now' | 'clarificationTtlMs'>,
): Outcome<'sql-generator'> | null {
  const { run, model } = state;
  const { locale } = run.request;
  const finding = state.checked?.errors.find(({ unstored }) => unstored !== undefined);
  const { table = '', column: name = '', values = [] } = finding?.unstored ?? {};
  const column = model.tables[table]?.columns[name];
  if (finding === undefined || column === undefined || !mayAsk(run)) return null;
  const near = finding.nearest ?? [];
  const offered = [...near, ...column.storedValues.filter((value) => !near.includes(value))].slice(0, MOST_OPTIONS);
  // A value that the model wrote is repeated only if the asker wrote it too.
  const value = values
    .map((one) => one.replace(/[%_\\]/g, ''))
    .find((one) => one !== '' && typedByAsker(run).some((text) => text.includes(one)));
  const gaps = { column: labelOf(column, locale) };
  return pause(
    state,
    {
      trigger: 'ambiguous_value',
      key: nextModelKey(run),
      question:
        value === undefined ? messageOf('whichOf', locale, gaps) : messageOf('whichValue', locale, { ...gaps, value }),
      options: [...new Set(offered.map((stored) => nameOf(stored, column, locale)))].map((label, at) => ({
        id: String(at + 1),
        label,
        value: label,
        aliases: [],
      })),
      allowText: true,
    },
    deps,
  );
}

const nameOf = (value: string, { values }: ModelColumn, locale: Locale): string => values[value]?.[locale][0] ?? value;
