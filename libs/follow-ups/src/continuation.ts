import { normalizeQuestion } from '@querent/language';
import { isNamed, newTopicIn, hasOperator, turnUnits, type Word, wordsInOrder } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';

/** A longer text is a question by itself. */
export const LONGEST_TURN = 60;
/** Turn words that may also begin or end a complete question. */
const NOT_ANNOUNCING: ReadonlySet<string> = new Set(['lead', 'shape', 'clause', 'those']);
const ASKING = ['which', 'who', 'when', 'list', 'exists', 'share'];

/**
 * Whether a turn continues the previous question: 那去年呢, "only the VIP ones". It is used if the previous question has no
 * semantic query; otherwise `readQuestion` reads the turn. With turn words at either end, a text continues the question
 * unless it asks for something that it names. Without them, it continues the question unless it names a thing or a
 * metric, or asks.
 */
export function isContinuation(question: string, model: SemanticModel): boolean {
  const text = normalizeQuestion(question);
  if (text.length > LONGEST_TURN || newTopicIn(text)) return false;
  const { words } = wordsInOrder(question, model);
  const ends = turnUnits(text).filter(({ start, end }) => start === 0 || end === text.length);
  const announcing = ends.filter(
    ({ meaning }) =>
      meaning.type === 'operator' && meaning.operator.op === 'turn' && !NOT_ANNOUNCING.has(meaning.operator.word),
  );
  const others = words.filter(({ start, end }) => !announcing.some((turn) => turn.start <= start && end <= turn.end));
  const isAsked = others.some(asks);
  const isNamedAlone = others.some((word) => isSubject(word, words));
  if (announcing.length > 0) return !(isAsked && isNamedAlone);
  const isKnown = others.some((word) => isNamed(word, 'attribute', 'value', 'event', 'flag'));
  // "How many drones": the previous question may have been about anything.
  const isUnknown = others.some((word, at) => word.meanings.length === 0 && asksHowMany(others[at - 1]));
  return !isNamedAlone && !(isAsked && isKnown) && !isUnknown;
}

/** A thing or metric, unless the turn only groups or ranks by it. */
const isSubject = (word: Word, words: readonly Word[]): boolean =>
  isNamed(word, 'thing', 'term', 'metric') && !hasOperator(words[word.index - 1], 'by', 'each', 'order');

const asks = (word: Word): boolean => hasOperator(word, ...ASKING) || asksHowMany(word);

const asksHowMany = (word: Word | undefined): boolean =>
  word !== undefined &&
  word.meanings.some(
    (meaning) => meaning.type === 'operator' && meaning.operator.op === 'count' && meaning.operator.asks,
  );
