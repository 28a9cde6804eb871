import { normalizeText } from '@querent/language';
import { nameInWords } from '@querent/model';
import { costOf } from '../rules';
import { type Labelled, type WrittenName, writtenNames } from '../written-names';
import { expanded } from './abbreviations';

const known = new WeakMap<Labelled, readonly WrittenName[]>();

/**
 * The names from which forms are derived: labels and synonyms. Without another label, also the identifier with its
 * abbreviations expanded.
 */
export function namesToDerive(part: Labelled): readonly WrittenName[] {
  const names = known.get(part) ?? namesOf(part);
  known.set(part, names);
  return names;
}

function namesOf(part: Labelled): WrittenName[] {
  const identifier = nameInWords(part.physical);
  return writtenNames(part)
    .filter(({ rule }) => rule !== 'physical')
    .flatMap((name) => {
      const readings = name.text === identifier ? abbreviatedNames(part) : [];
      return readings.length === 0 ? [name] : readings;
    });
}

/**
 * The words of an identifier with its abbreviations expanded. One of several readings adds nothing to a written label.
 */
export function abbreviatedNames(part: Labelled): WrittenName[] {
  const identifier = nameInWords(part.physical);
  const readings = expanded(identifier);
  const isLabelled = part.label.en !== undefined && normalizeText(part.label.en) !== identifier;
  if (readings.length > 1 && isLabelled) return [];
  const rule = readings.length > 1 ? 'abbreviationGuess' : 'abbreviation';
  const cost = costOf(rule) + (OF_FIGURE.test(identifier) ? KEPT_FIGURE : 0);
  return readings.map((text) => ({ text, rule, cost }));
}

/** A stored aggregate has the name of the figure computed from the rows: avg_levy, tot_amt. */
const OF_FIGURE = /^(?:avg|tot|min|max|cnt) /;
const KEPT_FIGURE = 0.07;
