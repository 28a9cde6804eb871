import { label, say, valueLabel } from '../answer/words';
import { sensesOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import { attributeKey, qualifiedLabel } from './ask-about';
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
    } else {
      const stop = explore(reading, term.id, name, negated, mention.span);
      if (stop) return stop;
    }
    claim('filter', mention);
    mention.filtered = true;
  }
  return null;
}

function explore(reading: Reading, id: string, name: string, negated: boolean, span: { start: number; end: number; text: string }): Stop | null {
  const candidates = (reading.model.terms[id]?.candidates ?? []).flatMap((ref) => {
    const attribute = reading.lexicon.things.get(ref.table)?.attributes.find((one) => one.ref.column === ref.column);
    const values = attribute ? [...new Set([...Object.keys(attribute.values), ...attribute.stored])] : [];
    return attribute ? values.map((value, rank) => ({ attribute, value, rank, key: `${attributeKey(attribute)}=${value}` })) : [];
  });
  const chosen = reading.choices.get(`term:${id}`);
  const taken = candidates.length === 1 ? candidates[0] : candidates.find((one) => one.key === chosen);
  if (taken) {
    reading.draft.filters.push({ attribute: taken.attribute, filter: { kind: 'compare', column: taken.attribute.ref, op: negated ? '!=' : '=', value: taken.value, span } });
    const meaning = `${qualifiedLabel(reading, taken.attribute)}${say(reading.locale, '为', ' is ')}${valueLabel(taken.attribute, taken.value, reading.locale)}`;
    reading.disclosures.push(say(reading.locale, `“${span.text}”按${meaning}理解`, `“${span.text}” was read as ${meaning}`));
    return null;
  }
  const options = [...candidates].sort((a, b) => a.rank - b.rank).map(({ attribute, value, key }) => ({
    label: `${qualifiedLabel(reading, attribute)}${say(reading.locale, '：', ': ')}${valueLabel(attribute, value, reading.locale)}`, value: key, aliases: [value, ...(attribute.values[value]?.zh ?? []), ...(attribute.values[value]?.en ?? [])],
  }));
  return ask({ trigger: 'ambiguous_term', key: `term:${id}`, question: say(reading.locale, `“${name}”具体指哪一类？`, `Which ones do you mean by “${name}”?`), options, span });
}
