import type { Filter, Span } from '@querent/contracts';
import { label, say, valueLabel } from '../answer/words';
import { sensesOf } from '../reading/mention';
import type { Attribute } from '../lexicon/model-view';
import { type DraftFilter, type Reading, chosenFor, claim } from '../reading/reading';
import { attributeKey, qualifiedLabel } from './ask-about';
import { boundedFigure } from './known-figure';
import { negatedBefore } from './negation';
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
      const stop = explore(reading, term.id, name, negated, mention.span);
      if (stop) return stop;
    }
    claim('filter', mention);
    mention.filtered = true;
  }
  return null;
}

/** One stored value that a term may stand for. */
interface Candidate {
  attribute: Attribute;
  value: string;
  rank: number;
  key: string;
}

function explore(reading: Reading, id: string, name: string, negated: boolean, span: Span): Stop | null {
  const candidates: Candidate[] = (reading.model.terms[id]?.candidates ?? []).flatMap((ref) => {
    const attribute = reading.lexicon.things.get(ref.table)?.attributes.find((one) => one.ref.column === ref.column);
    const values = attribute ? [...new Set([...Object.keys(attribute.values), ...attribute.stored])] : [];
    return attribute ? values.map((value, rank) => ({ attribute, value, rank, key: `${attributeKey(attribute)}=${value}` })) : [];
  });
  const chosen = chosenFor(reading, `term:${id}`);
  const taken = candidates.length === 1 ? candidates : candidates.filter(({ key }) => chosen.includes(key));
  if (taken.length > 0) return takeValues(reading, taken, negated, span);
  const options = [...candidates].sort((a, b) => a.rank - b.rank).map(({ attribute, value, key }) => ({
    label: `${qualifiedLabel(reading, attribute)}${say(reading.locale, '：', ': ')}${valueLabel(attribute, value, reading.locale)}`, value: key, aliases: [value, ...(attribute.values[value]?.zh ?? []), ...(attribute.values[value]?.en ?? [])],
  }));
  const combinable = new Set(candidates.map(({ attribute }) => attribute.ref.table)).size === 1;
  return ask({ trigger: 'ambiguous_term', key: `term:${id}`, question: say(reading.locale, `“${name}”具体指哪一类？`, `Which ones do you mean by “${name}”?`), options, combinable, span });
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
