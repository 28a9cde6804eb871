import type { TurnWord, Unit } from '@querent/lexicon';
import type { Item } from '../chart';
import { isCount } from '../attach';
import type { Category, Meaning } from '../meaning';

/**
 * What leans on the last question costs more alone: words that announce a turn, and parts that ask for nothing by
 * themselves.
 */
const ANNOUNCED = 0.5;
const LED = 0.25;
const LED_QUESTION = 0.05;
const NO_QUESTION = 0.6;
const BARE_FIGURE = 0.1;

/** What it costs to read a turn as a question of its own. `ends` are the turn words that it begins or ends with. */
export function aloneCost(item: Item, ends: readonly Unit[]): number {
  const announcing = ends.filter((unit) => !WEAK.has(wordOf(unit)));
  const asks = isAsked(item, announcing);
  const led = ends.some((unit) => wordOf(unit) === 'lead') ? (asks ? LED_QUESTION : LED) : 0;
  return (announcing.length > 0 ? ANNOUNCED : led) + (asks ? 0 : ownCost(item.meaning));
}

/** Words that a question of its own begins or ends with as well. */
const WEAK: ReadonlySet<TurnWord | null> = new Set<TurnWord | null>(['lead', 'shape']);

const wordOf = ({ meaning }: Unit): TurnWord | null =>
  meaning.type === 'operator' && meaning.operator.op === 'turn' ? meaning.operator.word : null;

function ownCost(meaning: Meaning): number {
  return meaning.cat === 'figure' && !meaning.implied && !isCount(meaning) ? BARE_FIGURE : NO_QUESTION;
}

/** Words that make a question or a command of what they are with. */
const QUESTION_WORDS: ReadonlySet<Category> = new Set<Category>([
  'op:count',
  'w:which',
  'w:who',
  'w:when',
  'w:list',
  'w:exists',
  'op:aggregate',
  'op:share',
]);

/** Whether a word asks or commands, other than those inside the words of a turn: the "what" of "what about". */
function isAsked({ category, made }: Item, announcing: readonly Unit[]): boolean {
  if (!('unit' in made)) return made.parts.some((part) => isAsked(part, announcing));
  const { start, end } = made.unit;
  return QUESTION_WORDS.has(category) && !announcing.some((unit) => unit.start <= start && end <= unit.end);
}
