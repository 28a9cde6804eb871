import { findFunctionWords, type FunctionWordRole, normalizeText } from '@querent/language';
import type { NameMeaning } from '../unit';
import type { NamedColumn } from './named-things';
import { MOST_PIECES } from './pieces';
import type { RuleName } from './rules';

/** A name of one or more stored values of one column. */
export interface ValueName {
  /** Normalised. */
  text: string;
  meaning: Extract<NameMeaning, { type: 'value' }>;
  rule: RuleName;
}

/** The names of a column's stored values: those listed in the model, and the stored texts if questions use them. */
export function* valueNames(column: NamedColumn): Generator<ValueName> {
  yield* listedNames(column);
  if (!isAskedByText(column)) return;
  for (const value of new Set([...column.stored, ...Object.keys(column.values)])) {
    const text = value.length > LONGEST_TEXT ? '' : normalizeText(value);
    if (text !== '')
      yield { text, meaning: { type: 'value', column: column.ref, values: [value] }, rule: storedRule(text, column) };
  }
}

/** Longer texts have more pieces than a name may have, in any language. */
const LONGEST_TEXT = MOST_PIECES * 12;

/** The listed names; one name may be listed for several values. */
function listedNames({ ref, values }: NamedColumn): ValueName[] {
  const named = new Map<string, string[]>();
  for (const [value, { zh, en }] of Object.entries(values)) {
    for (const text of new Set([...zh, ...en].map(normalizeText))) {
      const known = named.get(text);
      if (known === undefined) named.set(text, [value]);
      else known.push(value);
    }
  }
  named.delete('');
  return [...named].map(([text, of]) => ({
    text,
    meaning: { type: 'value', column: ref, values: of },
    rule: isGrammar(text) ? 'storedWord' : 'listed',
  }));
}

/**
 * Whether questions name values by their text. Keys, figures and times are named by number and period, yes/no columns
 * by their label.
 */
export function isAskedByText({ role, category }: NamedColumn): boolean {
  return (
    role !== 'key' &&
    role !== 'geo' &&
    role !== 'measure' &&
    category !== 'boolean' &&
    category !== 'date' &&
    category !== 'timestamp'
  );
}

/** A number is a value only if no better meaning exists; a stored "in" or "a" is mostly grammar. */
function storedRule(text: string, { isYear }: NamedColumn): RuleName {
  if (isYear) return /^\d{4}$/.test(text) ? 'storedYear' : 'storedWord';
  if (/^-?[\d,.]+$/.test(text)) return 'storedNumber';
  return /^\p{Script=Latin}$/u.test(text) || isGrammar(text) ? 'storedWord' : 'stored';
}

/** Function words that are also nouns: a check, a record. */
const OF_CONTENT: ReadonlySet<FunctionWordRole> = new Set<FunctionWordRole>(['request', 'filler', 'classifier']);

function isGrammar(text: string): boolean {
  return (
    text.length <= LONGEST_GRAMMAR &&
    findFunctionWords(text).some(({ start, end, role }) => start === 0 && end === text.length && !OF_CONTENT.has(role))
  );
}

const LONGEST_GRAMMAR = 8;
