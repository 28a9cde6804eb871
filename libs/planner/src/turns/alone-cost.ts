import type { TurnWord } from '@querent/lexicon';
import type { Item } from '../chart';
import type { Category, Meaning } from '../meaning';

/** What leans on the last question costs more alone: words that announce a turn, and parts that ask for nothing by themselves. */
const ANNOUNCED = 0.4;
const LED = 0.25;
const LED_QUESTION = 0.05;
const NO_QUESTION = 0.6;
const BARE_FIGURE = 0.1;

/** What it costs to read a turn as a question of its own. `words` are the turn words at its ends. */
export function aloneCost(item: Item, words: ReadonlySet<TurnWord>): number {
  const asks = isAsked(item);
  const announced = [...words].some((word) => word !== 'shape' && word !== 'lead');
  const led = words.has('lead') ? (asks ? LED_QUESTION : LED) : 0;
  return (announced ? ANNOUNCED : led) + (asks ? 0 : ownCost(item.meaning));
}

function ownCost(meaning: Meaning): number {
  return meaning.cat === 'figure' && !meaning.implied ? BARE_FIGURE : NO_QUESTION;
}

/** Words that make a question or a command of what they are with. */
const QUESTION_WORDS: ReadonlySet<Category> = new Set<Category>(['op:count', 'w:which', 'w:who', 'w:when', 'w:list', 'w:exists', 'op:aggregate', 'op:extreme', 'op:share']);

function isAsked({ category, made }: Item): boolean {
  return 'unit' in made ? QUESTION_WORDS.has(category) : made.parts.some(isAsked);
}
