import { normalizeQuestion } from '@querent/language';
import { hasOperator, isNamed, newTopicIn, turnUnits, type Word, wordsInOrder } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';

/** A longer text is a question of its own. */
export const LONGEST_TURN = 60;
/** Words that a question of its own begins or ends with as well. */
const WEAK: ReadonlySet<string> = new Set(['lead', 'shape', 'clause', 'those']);
const ASKING = ['which', 'who', 'when', 'list', 'exists', 'share'];

/**
 * Whether a turn of a conversation goes on with the question before rather than being one of its own: 那去年呢, "only the
 * VIP ones". For a question before that has no semantic query; where there is one, `readQuestion` reads the turn. Words
 * that announce a turn make it one unless it asks for something that it names; without them it is one unless it names a
 * thing or a figure, or asks.
 */
export function goesOn(question: string, model: SemanticModel): boolean {
  const text = normalizeQuestion(question);
  if (text.length > LONGEST_TURN || newTopicIn(text)) return false;
  const { words } = wordsInOrder(question, model);
  const ends = turnUnits(text).filter(({ start, end }) => start === 0 || end === text.length);
  const announcing = ends.filter(
    ({ meaning }) => meaning.type === 'operator' && meaning.operator.op === 'turn' && !WEAK.has(meaning.operator.word),
  );
  const said = words.filter(({ start, end }) => !announcing.some((turn) => turn.start <= start && end <= turn.end));
  const isAsked = said.some(asks);
  const isNamedAlone = said.some((word) => isSubject(word, words));
  if (announcing.length > 0) return !(isAsked && isNamedAlone);
  const isKnown = said.some((word) => isNamed(word, 'attribute', 'value', 'event', 'flag'));
  // "How many drones": the question before may have been about anything.
  const isUnknown = said.some((word, at) => word.meanings.length === 0 && asksHowMany(said[at - 1]));
  return !isNamedAlone && !(isAsked && isKnown) && !isUnknown;
}

/** What the turn does not merely group or rank by. */
const isSubject = (word: Word, words: readonly Word[]): boolean =>
  isNamed(word, 'thing', 'term', 'metric') && !hasOperator(words[word.index - 1], 'by', 'each', 'order');

const asks = (word: Word): boolean => hasOperator(word, ...ASKING) || asksHowMany(word);

const asksHowMany = (word: Word | undefined): boolean =>
  word !== undefined &&
  word.meanings.some(
    (meaning) => meaning.type === 'operator' && meaning.operator.op === 'count' && meaning.operator.asks,
  );
