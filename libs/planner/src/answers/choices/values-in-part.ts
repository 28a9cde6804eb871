import type { Filter, Scalar } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import { say } from '@querent/model';
import { isPart } from '@querent/reading';
import { type Candidate, conditionsOf, withConditions } from './candidate';
import type { Decision } from './decision';
import { keyOf } from '../condition-id';
import { qualifiedName, valueName, valueNames, type Wording } from '../wording';

/**
 * Asks which value is meant by a name that several stored values of one column contain, if a candidate's condition
 * lists all of them.
 */
export function valuesInPart(candidate: Candidate, units: readonly Unit[], wording: Wording): Decision | null {
  const { locale, asWritten } = wording;
  for (const unit of units) {
    if (!isPart(unit) || unit.meaning.values.length < 2) continue;
    const { column, values } = unit.meaning;
    if (!conditionsOf(candidate.query).some((filter) => holds(filter, keyOf(column), values))) continue;
    const keep = (wanted: readonly string[]): Candidate => {
      const left = values.filter((value) => wanted.includes(`${keyOf(column)}=${value}`));
      return {
        ...candidate,
        query: withConditions(candidate.query, (filter) => [narrowed(filter, keyOf(column), values, left)]),
      };
    };
    return {
      trigger: 'ambiguous_value',
      key: `value:${unit.text}`,
      span: { start: unit.start, end: unit.end, text: unit.text },
      question: say(
        locale,
        `“${asWritten(unit.text)}”有多种含义，您指的是哪一个？`,
        `“${asWritten(unit.text)}” can mean several things. Which one do you mean?`,
      ),
      ways: values.map((value) => ({
        label: `${qualifiedName(wording, column)}${say(locale, '为', ' is ')}${valueName(wording, column, value)}`,
        value: `${keyOf(column)}=${value}`,
        aliases: valueNames(wording, column, value),
        leads: [keep([`${keyOf(column)}=${value}`])],
      })),
      together: (wanted) => [keep(wanted)],
    };
  }
  return null;
}

function holds(filter: Filter, column: string, values: readonly Scalar[]): filter is Extract<Filter, { kind: 'in' }> {
  return (
    filter.kind === 'in' && keyOf(filter.column) === column && values.every((value) => filter.values.includes(value))
  );
}

/** The condition with only the chosen values; other values of the same list stay. */
function narrowed(filter: Filter, column: string, values: readonly Scalar[], left: readonly Scalar[]): Filter {
  if (!holds(filter, column, values)) return filter;
  const [value, ...more] = filter.values.filter((one) => left.includes(one) || !values.includes(one));
  if (value === undefined) return filter;
  const { negated, span } = filter;
  return more.length > 0
    ? { ...filter, values: [value, ...more] }
    : { kind: 'compare', column: filter.column, op: negated ? '!=' : '=', value, span };
}

/**
 * Splits candidates with different columns into one candidate for each value that contains the name, if these are few
 * enough for one question: column and value are then decided together. Otherwise returns the candidates.
 */
export function spread(
  candidates: readonly Candidate[],
  units: readonly Unit[],
  wording: Wording,
  most: number,
): readonly Candidate[] {
  const each = candidates.map(
    (candidate) => valuesInPart(candidate, units, wording)?.ways.flatMap(({ leads }) => leads) ?? [candidate],
  );
  const all = each.flat();
  return candidates.length > 1 && all.length <= most ? all : candidates;
}
