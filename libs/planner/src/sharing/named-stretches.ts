import { isFunctionWord, type NamedSpan } from '@querent/language';
import { closedUnits, type Form, meaningKey, type NameMeaning, openNames, piecesOf, type Unit } from '@querent/lexicon';
import { type SemanticModel, withRoles } from '@querent/model';

/** Labels, synonyms, physical names and stored values. Other derived forms are guesses. */
const DECLARED: ReadonlySet<Form> = new Set<Form>(['exact', 'physical', 'inflected']);
/** Covers a declared name in another number or word order; forms of higher cost are guesses. */
const SURE_COST = 0.1;
/** Relative dates name no part of a model, so any day may be used. */
const NO_DAY = '2000-01-01';

/**
 * The stretches of a plain text that name parts of the model, longest names first, without overlaps. The id covers
 * everything that the words may mean, so two synonyms have one id only if their possible meanings are the same. A
 * plural differs from its singular (the cheapest product is one row).
 */
export function namedStretches(text: string, model: SemanticModel): NamedSpan[] {
  const names = bySpan(openNames(withRoles(model)).unitsIn(text));
  const words = new Set(
    closedUnits(text, NO_DAY).flatMap((unit) => (unit.meaning.type === 'operator' ? [spanOf(unit)] : [])),
  );
  const stretches: NamedSpan[] = [];
  let free = 0;
  for (const units of names) {
    const [first] = units;
    if (!first || first.start < free || isGrammar(first.text) || words.has(spanOf(first))) continue;
    const id = idOf(units);
    if (id === null) continue;
    stretches.push({ start: first.start, end: first.end, id });
    free = first.end;
  }
  return stretches;
}

const spanOf = ({ start, end }: Unit): string => `${start} ${end}`;

/** The units of each stretch together, in the order of the text; at one start, the longest stretch first. */
function bySpan(units: readonly Unit[]): Unit[][] {
  const spans = new Map<string, Unit[]>();
  for (const unit of units) {
    const known = spans.get(spanOf(unit));
    if (known) known.push(unit);
    else spans.set(spanOf(unit), [unit]);
  }
  return [...spans.values()].sort(([a], [b]) => (a && b ? a.start - b.start || b.end - a.end : 0));
}

/** Null if a meaning is a guess, because nothing is certain then. */
function idOf(units: readonly Unit[]): string | null {
  const last = piecesOf(units[0]?.text ?? '').at(-1);
  const plural = last !== undefined && last.key !== last.surface;
  if (units.some(({ form, cost }) => !DECLARED.has(form) || cost > SURE_COST)) return null;
  const parts = units.map(({ meaning }) => meaningKey(meaning as NameMeaning));
  return [...new Set(parts)].sort().join('|') + (plural ? ' plural' : '');
}

/** "a", "in" and "or" are function words before they are stored values. */
const isGrammar = (words: string): boolean =>
  /^\p{Script=Latin}+$/u.test(words) && (words.length <= 2 || isFunctionWord(words, 'en'));
