import type { ColumnRef, Filter } from '@querent/contracts';
import { attributeOf, labelOf, valueLabel } from '@querent/model';
import type { Candidate, TextSpan } from '../preview';
import { type ChoiceContext, distinct, inPlaceOf, named, withoutRepetition } from './choice-context';
import { askedConditions, keyOf, sameBut } from './same-but';

/** Candidates for one value; some are not readable in its question. */
const MOST = 14;

/** The other values of a column, as far as they are known: first those that the model lists. */
export function otherValues(
  filter: Extract<Filter, { kind: 'compare' }>,
  own: TextSpan,
  context: ChoiceContext,
): Candidate[] {
  const { column, value } = filter;
  const { model } = context.wording.facts;
  const { text, language, query } = context;
  const attribute = attributeOf({ model, locale: language }, column);
  if (!attribute) return [];
  const values = new Set([...Object.keys(attribute.values), ...attribute.stored]);
  values.delete(String(value));
  const suffix = suffixLeftOut(text.slice(own.start, own.end), valueLabel(attribute, String(value), language));
  return distinct(
    [...values].slice(0, MOST).flatMap((other) =>
      named((locale) => valueLabel(attribute, other, locale), context).map(({ label, words }) => {
        const names = [...(attribute.values[other]?.[language] ?? [words])].slice(0, 2);
        const short = suffix !== '' && words.endsWith(suffix) ? [words.slice(0, -suffix.length)] : [];
        return {
          label,
          ways: inPlaceOf(
            own,
            [...short, ...names].map((one) => withoutRepetition(one, own, context)),
          ),
          means: isChanged(query.filters, filter, (one) => isValue(one, column, other), context),
        };
      }),
    ),
  );
}

function isValue(one: Filter, column: ColumnRef, value: string): boolean {
  return (
    (one.kind === 'compare' && one.op === '=' && String(one.value) === value && one.column.column === column.column) ||
    (one.kind === 'in' && !one.negated && one.values.length === 1 && String(one.values[0]) === value)
  );
}

/** The ending of a stored value that the asker leaves out: 市 of 上海 for 上海市. */
const suffixLeftOut = (written: string, name: string): string =>
  name.length === written.length + 1 && name.startsWith(written) ? name.slice(-1) : '';

/** The other terms of the table of a term. */
export function otherTerms(
  filter: Extract<Filter, { kind: 'term' }>,
  own: TextSpan,
  context: ChoiceContext,
): Candidate[] {
  const { terms } = context.wording.facts.model;
  const table = terms[filter.id]?.table;
  return Object.values(terms)
    .filter((term) => term.id !== filter.id && term.table === table && table !== undefined)
    .slice(0, MOST)
    .flatMap((term) =>
      named((locale) => labelOf(term, locale, ''), context).map(({ label, words }) => ({
        label,
        ways: inPlaceOf(own, [withoutRepetition(words, own, context)]),
        means: isChanged(context.query.filters, filter, (one) => one.kind === 'term' && one.id === term.id, context),
      })),
    );
}

/** Whether a query has another condition in place of one of the question's, and otherwise its meaning. */
export function isChanged(
  filters: readonly Filter[],
  old: Filter,
  isMeant: (filter: Filter) => boolean,
  { query }: ChoiceContext,
): NonNullable<Candidate['means']> {
  const kept = askedConditions(filters.filter((one) => one !== old));
  return (read) => {
    const left = [...kept];
    const fresh = read.filters.filter((one) => {
      const at = one.span ? left.indexOf(keyOf(one)) : -1;
      if (at >= 0) left.splice(at, 1);
      return one.span !== undefined && at < 0;
    });
    const [only] = fresh;
    return (
      left.length === 0 &&
      fresh.length === 1 &&
      only !== undefined &&
      isMeant(only) &&
      sameBut(query, read, 'conditions')
    );
  };
}
