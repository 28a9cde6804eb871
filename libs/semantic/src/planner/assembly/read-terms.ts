import type { ColumnRef, Filter, Span } from '@querent/contracts';
import type { ModelTerm } from '../../model/semantic-model';
import { label, say, valueLabel } from '../../wording/words';
import { sensesOf } from '../reading/mention';
import type { Attribute } from '../../model/things';
import { type DraftFilter, type Reading, chosenFor, claim } from '../reading/reading';
import { attributeKey, qualifiedLabel } from './ask-about';
import { boundedFigure } from './known-figure';
import { negatedBefore } from './negation';
import { plausibleValues, type StoredValue } from './plausible-values';
import { isOpenForFilter } from './read-values';
import { type Stop, ask } from './step';

/** Business words: with a fixed filter they filter; with candidates the asker says which stored value is meant. */
export function readTerms(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    const sense = sensesOf(mention, 'term')[0];
    const term = sense && reading.model.terms[sense.id];
    if (!term || !isOpenForFilter(mention)) continue;
    const negated = negatedBefore(reading, mention);
    const name = label(term.label, reading.locale, term.id);
    if (term.filter !== undefined || (term.filters?.length ?? 0) > 0) {
      const attribute = reading.lexicon.things.get(term.table ?? '')?.attributes[0] ?? null;
      reading.draft.filters.push({ filter: { kind: 'term', id: term.id, negated, span: mention.span }, attribute });
      const known = negated ? boundedFigure(reading, term) : null;
      if (known) reading.draft.filters.push({ filter: { kind: 'null', column: known.ref, negated: true, span: mention.span }, attribute: known });
    } else {
      const stop = explore(reading, term, name, negated, mention.span);
      if (stop) return stop;
    }
    claim('filter', mention);
    mention.filtered = true;
  }
  return null;
}

/** One stored value that a term may stand for. */
interface Candidate extends StoredValue {
  attribute: Attribute;
  rank: number;
  key: string;
}

/**
 * A term that names no condition of its own: what was chosen for it, else the one stored value that it can plausibly mean, disclosed. Where several
 * are plausible they are asked about; where none is, all are, for then the names tell nothing.
 */
function explore(reading: Reading, term: ModelTerm, name: string, negated: boolean, span: Span): Stop | null {
  const candidates = candidatesOf(reading, term);
  const chosen = chosenFor(reading, `term:${term.id}`);
  const picked = candidates.filter(({ key }) => chosen.includes(key));
  if (picked.length > 0) return takeValues(reading, picked, negated, span);
  const plausible = plausibleValues(term, candidates);
  const taken = candidates.length === 1 ? candidates : plausible.length === 1 && term.candidates.every((ref) => isKnownWhole(reading, ref)) ? plausible : [];
  if (taken.length > 0) return takeValues(reading, taken, negated, span);
  const ranked = [...candidates].sort((a, b) => a.rank - b.rank);
  const offered = plausible.length > 1 ? ranked.filter((one) => plausible.includes(one)) : [...plausible, ...ranked.filter((one) => !plausible.includes(one))];
  const options = offered.map(({ attribute, value, key }) => ({
    label: `${qualifiedLabel(reading, attribute)}${say(reading.locale, '：', ': ')}${valueLabel(attribute, value, reading.locale)}`, value: key, aliases: [value, ...(attribute.values[value]?.zh ?? []), ...(attribute.values[value]?.en ?? [])],
  }));
  const combinable = new Set(offered.map(({ attribute }) => attribute.ref.table)).size === 1;
  return ask({ trigger: 'ambiguous_term', key: `term:${term.id}`, question: say(reading.locale, `“${name}”具体指哪一类？`, `Which ones do you mean by “${name}”?`), options, combinable, span });
}

function candidatesOf(reading: Reading, term: ModelTerm): Candidate[] {
  return term.candidates.flatMap((ref) => {
    const attribute = attributeOf(reading, ref);
    const values = attribute ? [...new Set([...Object.keys(attribute.values), ...attribute.stored])] : [];
    return attribute ? values.map((value, rank) => ({ attribute, owner: reading.lexicon.things.get(ref.table), value, rank, key: `${attributeKey(attribute)}=${value}` })) : [];
  });
}

const attributeOf = (reading: Reading, ref: ColumnRef): Attribute | undefined => reading.lexicon.things.get(ref.table)?.attributes.find((one) => one.ref.column === ref.column);

/** A value that nobody listed could be as plausible: only a column whose values are all known lets one be taken. */
function isKnownWhole(reading: Reading, ref: ColumnRef): boolean {
  const attribute = attributeOf(reading, ref);
  return attribute !== undefined && (attribute.storedComplete || (attribute.stored.length === 0 && Object.keys(attribute.values).length > 1));
}

/** The stored values that a term was taken for: of one column an IN, of several any of them. */
function takeValues(reading: Reading, taken: Candidate[], negated: boolean, span: Span): null {
  const parts = [...new Set(taken.map(({ attribute }) => attribute))].map((attribute): DraftFilter => {
    const values = taken.filter((one) => one.attribute === attribute).map(({ value }) => value);
    const [value = ''] = values;
    const filter: Filter = values.length > 1 ? { kind: 'in', column: attribute.ref, values, negated, span } : { kind: 'compare', column: attribute.ref, op: negated ? '!=' : '=', value, span };
    return { attribute, filter };
  });
  const [first] = parts;
  // Denied, a row must be none of them; meant, any of them will do.
  if (parts.length === 1 || negated) reading.draft.filters.push(...parts);
  else if (first) reading.draft.filters.push({ attribute: first.attribute, filter: { kind: 'or', filters: parts.map(({ filter }) => filter), span } });
  const meaning = taken.map(({ attribute, value }) => `${qualifiedLabel(reading, attribute)}${say(reading.locale, '为', ' is ')}${valueLabel(attribute, value, reading.locale)}`).join(say(reading.locale, '或', ' or '));
  reading.disclosures.push(say(reading.locale, `“${span.text}”按${meaning}理解`, `“${span.text}” was read as ${meaning}`));
  return null;
}
