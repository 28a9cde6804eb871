import type { ColumnRef, Filter } from '@querent/contracts';
import { labelOf, type ModelTerm, say } from '@querent/model';
import { type Candidate, conditionsOf, withConditions } from './candidate';
import type { Decision } from './decision';
import { keyOf } from '../condition-id';
import { plausibleValues } from './plausible-values';
import { qualifiedName, valueName, valueNames, type Wording } from '../wording';

/** A stored value that a term may mean. */
interface TermValue {
  column: ColumnRef;
  value: string;
  key: string;
}

/**
 * The next step for a term without a condition: a value is assumed, the asker decides, or the term has no possible
 * value.
 */
export type OpenTerm = { taken: Candidate } | { decision: Decision } | { missing: string };

/**
 * Resolves the first term without a condition. If a single stored value is plausible, it is assumed and disclosed. If
 * several are plausible, the asker chooses among them. If none is, the asker chooses among all, since their names do
 * not decide.
 */
export function openTerm(candidate: Candidate, wording: Wording): OpenTerm | null {
  const {
    facts: { model },
    locale,
  } = wording;
  const open = conditionsOf(candidate.query).find((filter) => filter.kind === 'term' && isOpen(filter.id, wording));
  const term = open?.kind === 'term' ? model.terms[open.id] : undefined;
  if (!term) return null;
  const name = labelOf(term, locale, term.id);
  const values = valuesOf(term.candidates, wording);
  if (values.length === 0) return { missing: name };
  const plausible = plausibleValues(
    term,
    values.map((one) => ({ ...one, attribute: partOf(one.column, wording), owner: model.tables[one.column.table] })),
  );
  const isWhole = term.candidates.every((column) => areAllValuesKnown(column, wording));
  const [only, ...more] = values.length === 1 ? values : plausible;
  const take = (keys: readonly string[]): Candidate =>
    withValues(
      candidate,
      term.id,
      values.filter(({ key }) => keys.includes(key)),
      wording,
    );
  if (only && more.length === 0 && (values.length === 1 || (isWhole && hasNameOfTerm(term, only, wording))))
    return { taken: take([only.key]) };
  const likely = (key: string): boolean => plausible.some((one) => one.key === key);
  const offered =
    plausible.length > 1
      ? values.filter(({ key }) => likely(key))
      : [...values.filter(({ key }) => likely(key)), ...values.filter(({ key }) => !likely(key))];
  return {
    decision: {
      trigger: 'ambiguous_term',
      key: `term:${term.id}`,
      question: say(locale, `“${name}”具体指哪一类？`, `Which ones do you mean by “${name}”?`),
      ways: [...offered, ...values.filter((one) => !offered.includes(one))].map(({ column, value, key }) => ({
        label: `${qualifiedName(wording, column)}${say(locale, '：', ': ')}${valueName(wording, column, value)}`,
        value: key,
        aliases: valueNames(wording, column, value),
        leads: [take([key])],
      })),
      ...(new Set(offered.map(({ column }) => column.table)).size === 1
        ? { together: (keys: readonly string[]) => [take(keys)] }
        : {}),
    },
  };
}

/**
 * Whether a value's name contains the term's name or the reverse. A value that only resembles the term is asked about.
 */
function hasNameOfTerm(term: ModelTerm, { column, value }: TermValue, wording: Wording): boolean {
  const names = [term.id, ...Object.values(term.label), ...Object.values(term.synonyms).flat()];
  const called = [value, ...valueNames(wording, column, value)].filter(({ length }) => length > 1);
  const plain = (text: string): string => text.toLowerCase();
  return called.some((one) =>
    names.some((name) => plain(name).includes(plain(one)) || plain(one).includes(plain(name))),
  );
}

function isOpen(id: string, { facts: { model } }: Wording): boolean {
  const term = model.terms[id];
  return (
    term !== undefined && term.filter === undefined && (term.filters?.length ?? 0) === 0 && term.candidates.length > 0
  );
}

function valuesOf(columns: readonly ColumnRef[], wording: Wording): TermValue[] {
  return columns.flatMap((column) => {
    const stored = partOf(column, wording);
    return [...new Set([...Object.keys(stored.values), ...stored.storedValues])].map((value) => ({
      column,
      value,
      key: `${keyOf(column)}=${value}`,
    }));
  });
}

function partOf(ref: ColumnRef, { facts }: Wording) {
  return (
    facts.column(ref) ?? {
      label: {},
      synonyms: { zh: [], en: [] },
      values: {},
      storedValues: [],
      storedValuesComplete: false,
    }
  );
}

/**
 * A value that is not indexed could be as plausible. So a value is assumed only if all values of its column are known.
 */
function areAllValuesKnown(ref: ColumnRef, wording: Wording): boolean {
  const { values, storedValues, storedValuesComplete } = partOf(ref, wording);
  return storedValuesComplete || (storedValues.length === 0 && Object.keys(values).length > 1);
}

/** Replaces the term by stored values: an IN for values of one column, an OR for values of several. */
function withValues(candidate: Candidate, id: string, values: readonly TermValue[], wording: Wording): Candidate {
  const {
    locale,
    facts: { model },
  } = wording;
  const exchanged = (filter: Filter): readonly Filter[] => {
    if (filter.kind !== 'term' || filter.id !== id) return [filter];
    const byColumn = [...new Set(values.map(({ column }) => column))].map((column): Filter => {
      const own = values.filter((one) => one.column === column).map(({ value }) => value);
      const [value = ''] = own;
      const { negated, span } = filter;
      return own.length > 1
        ? { kind: 'in', column, values: own, negated, span }
        : { kind: 'compare', column, op: negated ? '!=' : '=', value, span };
    });
    // A negated term excludes each value; otherwise any of the values will do.
    return byColumn.length < 2 || filter.negated ? byColumn : [{ kind: 'or', filters: byColumn, span: filter.span }];
  };
  const meaning = values
    .map(
      ({ column, value }) =>
        `${qualifiedName(wording, column)}${say(locale, '为', ' is ')}${valueName(wording, column, value)}`,
    )
    .join(say(locale, '或', ' or '));
  const name = model.terms[id] ? labelOf(model.terms[id], locale, id) : id;
  return {
    ...candidate,
    query: withConditions(candidate.query, exchanged),
    disclosures: [
      ...candidate.disclosures,
      say(locale, `“${name}”按${meaning}理解`, `“${name}” was read as ${meaning}`),
    ],
  };
}
