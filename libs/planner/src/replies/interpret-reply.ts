import type { Ambiguity, Choice } from '@querent/contracts';
import { normalizeText, normalizeWithMap } from '@querent/language';
import { closedUnits, MARKS, openNames, piecesOf, replyWordsIn, turnUnits, type Unit } from '@querent/lexicon';
import { withRoles } from '@querent/model';
import { valueNames } from '../answers/wording';
import type { Facts } from '@querent/grammar';
import { factsFor } from '@querent/reading';
import { amendQuestion } from './amend-question';
import { isContent } from './content';
import { type Pickable, type Picked, pickOptions } from './pick-options';
import type { Interpretation, Reply, ReplyContext } from './reply';

/**
 * Interprets a reply to a clarification: it picks options (by id, name, number or position, one, several or all but
 * one), corrects a part of the question, asks another question, or is unclear.
 */
export function interpretReply(ambiguity: Ambiguity, reply: Reply, asked: ReplyContext): Interpretation {
  const context = { ...asked, model: withRoles(asked.model) };
  if (!('optionId' in reply)) return interpretText(ambiguity, reply.text, context);
  const at = ambiguity.options.findIndex(({ id }) => id === reply.optionId);
  return at < 0 ? UNCLEAR : chosen(ambiguity, ambiguity.options, [at]);
}

const UNCLEAR: Interpretation = { kind: 'unclear' };

function interpretText(ambiguity: Ambiguity, written: string, context: ReplyContext): Interpretation {
  const text = normalizeText(written);
  const first = firstOf(text);
  const restart = replyWordsIn(text).findLast(({ start, meaning }) => start === first && meaning === 'restart');
  if (restart) {
    const rest = writtenBetween(written, restart.end);
    if (normalizeText(rest) === '') return UNCLEAR;
    return asks(normalizeText(rest), context) ? newQuestion(rest) : interpretText(ambiguity, rest, context);
  }
  const picked = pickedIn(ambiguity, text, context);
  if (picked !== null) return picked;
  const { from, to } = withoutTurnWords(text);
  const rest = writtenBetween(written, from, to);
  const plain = normalizeText(rest);
  if (plain !== '' && from > 0) {
    if (isWholeQuestion(plain, context)) return newQuestion(rest);
    const again = pickedIn(ambiguity, plain, context);
    if (again !== null) return again;
  }
  if (isWholeQuestion(text, context)) return newQuestion(written);
  const question = plain === '' ? null : amendQuestion(ambiguity, rest, context);
  if (question !== null) return { kind: 'amended', question };
  return asks(text, context) ? newQuestion(written) : UNCLEAR;
}

const newQuestion = (written: string): Interpretation => ({ kind: 'new_question', text: written.trim() });

function pickedIn(ambiguity: Ambiguity, text: string, context: ReplyContext): Interpretation | null {
  const pickable = [...ambiguity.options, ...unofferedValues(ambiguity, factsFor(context.model))];
  const picked = pickOptions(text, pickable, {
    offered: ambiguity.options.length,
    more: moreThanAsked(text, context),
  });
  return picked === null ? null : chosen(ambiguity, pickable, picked);
}

/** Several options count as one choice only if the question allows combining them, or if one option covers them all. */
function chosen(
  { key, options, combinable }: Ambiguity,
  pickable: readonly Pickable[],
  picked: Picked,
): Interpretation {
  if (picked === 'none') return UNCLEAR;
  if (picked === 'yes') {
    const [only, ...others] = options.filter(({ value }) => value !== 'ignore');
    return only && others.length === 0 ? { kind: 'choice', choice: { key, value: only.value } } : UNCLEAR;
  }
  const taken =
    picked === 'all'
      ? options.flatMap(({ value }) => (value === 'ignore' ? [] : [value]))
      : picked.flatMap((at) => pickable[at]?.value ?? []);
  // The option of all children side by side already includes each child.
  const values = taken.includes('children')
    ? taken.filter((value) => value === 'composite' || value === 'children')
    : taken;
  const [value, ...also] = values;
  if (value === undefined) return UNCLEAR;
  if (also.length === 0) return { kind: 'choice', choice: { key, value } };
  if (combinable === true && !values.includes('ignore')) return { kind: 'choice', choice: { key, value, also } };
  const isForAll = picked === 'all' && options.some((option) => option.value === 'children');
  return isForAll ? { kind: 'choice', choice: { key, value: 'children' } satisfies Choice } : UNCLEAR;
}

const TERM = 'term:';

/** A clarification about a term offers only its plausible values; a reply may name another value as well. */
function unofferedValues({ key, options }: Ambiguity, facts: Facts): Pickable[] {
  const term = key.startsWith(TERM) ? facts.model.terms[key.slice(TERM.length)] : undefined;
  return (term?.candidates ?? []).flatMap((ref) => {
    const column = facts.column(ref);
    const values = column ? [...new Set([...Object.keys(column.values), ...column.storedValues])] : [];
    return values.flatMap((stored) => {
      const value = `${ref.table}.${ref.column}=${stored}`;
      const names = valueNames({ facts, locale: 'en', asWritten: (word) => word }, ref, stored);
      return options.some((one) => one.value === value) ? [] : [{ label: stored, value, aliases: names }];
    });
  });
}

/** Words of a reply that refer to the data, a time or a number, and that the question does not already contain. */
function moreThanAsked(text: string, { model, today, question }: ReplyContext): Unit[] {
  const names = openNames(model);
  const asked = new Set(names.unitsIn(normalizeText(question)).map(({ meaning }) => JSON.stringify(meaning)));
  return [...names.unitsIn(text), ...closedUnits(text, today)].filter(
    (unit) => isContent(unit) && !asked.has(JSON.stringify(unit.meaning)),
  );
}

const firstOf = (text: string): number => {
  const at = [...text].findIndex((char) => !MARKS.test(char) && char !== ',');
  return Math.max(0, at);
};

/** The text as written, between two positions of its normalised form. */
function writtenBetween(written: string, from: number, to?: number): string {
  const { text, toOriginal } = normalizeWithMap(written);
  return written
    .slice(toOriginal(from), toOriginal(to ?? text.length))
    .replace(/^[\s,，.。:：;；!！-]+|[\s,，.。;；!！]+$/gu, '');
}

/** The part of a reply without words that announce a correction at its start, and without those that end one. */
function withoutTurnWords(text: string): { from: number; to: number } {
  const units = turnUnits(text).filter(
    ({ meaning }) =>
      meaning.type === 'operator' && meaning.operator.op === 'turn' && CORRECTING.has(meaning.operator.word),
  );
  const skip = (at: number): number => {
    let next = at;
    while (next < text.length && (MARKS.test(text.charAt(next)) || text.charAt(next) === ',')) next++;
    return next;
  };
  let from = skip(0);
  for (;;) {
    const longest = Math.max(0, ...units.filter(({ start }) => start === from).map(({ end }) => end));
    if (longest <= from) break;
    from = skip(longest);
  }
  const last = units.filter(({ start, end }) => start > from && skip(end) === text.length).map(({ start }) => start);
  return { from, to: Math.min(text.length, ...last) };
}

const CORRECTING: ReadonlySet<string> = new Set(['correct', 'change', 'lead']);

/** The number of words from which a text can be a complete question. */
const FEWEST_PIECES = 4;

/** Whether a text is long enough to be a question, and asks for something. */
const isWholeQuestion = (text: string, context: ReplyContext): boolean =>
  piecesOf(text).filter(({ kind }) => kind !== 'mark').length >= FEWEST_PIECES && asks(text, context);

/** Whether words ask for something. */
function asks(text: string, { today }: Pick<ReplyContext, 'today'>): boolean {
  const units = closedUnits(text, today);
  const times = units.filter(({ meaning }) => meaning.type === 'period');
  return units.some(({ meaning, start, end }) => {
    if (meaning.type !== 'operator' || times.some((time) => time.start <= start && end <= time.end)) return false;
    const { operator } = meaning;
    if (operator.op === 'plain') return ASKING_WORDS.has(operator.word);
    return operator.op === 'count' ? operator.asks === true : ASKING.has(operator.op);
  });
}

const ASKING: ReadonlySet<string> = new Set(['extreme', 'share', 'compare_periods', 'aggregate']);
const ASKING_WORDS: ReadonlySet<string> = new Set(['which', 'who', 'when', 'list', 'trend', 'each', 'exists']);
