import type { Filter } from '@querent/contracts';
import type { Unit, UnitMeaning } from '@querent/lexicon';
import { labelOf } from '@querent/model';
import { columnName, conditionText, thingName, type Wording } from '../answers/wording';
import type { Draft, PartKind } from './preview';

/** The parts that the words of a question name, each by its likeliest meaning. For questions without a reading. */
export function wordParts(units: readonly Unit[], wording: Wording): Draft[] {
  const named = units.flatMap((unit) => {
    const part = partOf(unit.meaning, wording);
    return part === null ? [] : [{ unit, part }];
  });
  const kept: Draft[] = [];
  for (const { unit, part } of named.sort((a, b) => lengthOf(b.unit) - lengthOf(a.unit) || a.unit.cost - b.unit.cost)) {
    const { start, end } = unit;
    if (kept.some((one) => one.start < end && start < one.end)) continue;
    kept.push({ start, end, ...part, candidates: () => [] });
  }
  return kept;
}

const lengthOf = ({ start, end }: Unit): number => end - start;

/** The kind and label of a name of the model or of a period; null for other words. */
function partOf(meaning: UnitMeaning, wording: Wording): { kind: PartKind; label: string } | null {
  const { model } = wording.facts;
  const condition = (filter: Filter): { kind: PartKind; label: string } => ({
    kind: 'filter',
    label: conditionText(wording, filter),
  });
  switch (meaning.type) {
    case 'thing':
      return { kind: 'entity', label: thingName(wording, meaning.thing) };
    case 'metric': {
      const metric = model.metrics[meaning.id];
      return metric
        ? { kind: 'metric', label: labelOf(metric, wording.locale, meaning.id.replaceAll('_', ' ')) }
        : null;
    }
    case 'measure':
      return { kind: 'metric', label: columnName(wording, meaning.column) };
    case 'attribute':
      return { kind: 'dimension', label: columnName(wording, meaning.column) };
    case 'event':
      return { kind: 'filter', label: columnName(wording, meaning.column) };
    case 'value':
      return condition({ kind: 'in', column: meaning.column, values: meaning.values, negated: false });
    case 'flag':
      return condition({ kind: 'compare', column: meaning.column, op: '=', value: meaning.is });
    case 'term':
      return condition({ kind: 'term', id: meaning.id, negated: false });
    case 'period':
      return { kind: 'time', label: meaning.label[wording.locale] };
    default:
      return null;
  }
}
