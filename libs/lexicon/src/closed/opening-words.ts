import type { Unit } from '../unit';

/**
 * An auxiliary at the beginning makes a yes/no question: "did we sell any tickets", "is the annex open". After another
 * interrogative it is grammar: "how many tickets did we sell".
 */
const OPENING =
  /^(?:(?:and|so|well|ok|okay|hi|hello|please),? )?(?<words>(?:do|does|did|have|has|had|is|are|was|were)(?: (?:we|they))?)(?= \S)/u;

/** The opening of a yes/no question in a normalised text; null if it is not one. */
export function openingOf(text: string): Pick<Unit, 'start' | 'end'> | null {
  const words = OPENING.exec(text)?.groups?.['words'];
  if (words === undefined) return null;
  const start = text.indexOf(words);
  return { start, end: start + words.length };
}

/** Removes the other meanings of a yes/no opening; longer phrases, such as "is there any", stay. */
export function withOpening(units: readonly Unit[], text: string): Unit[] {
  const opening = openingOf(text);
  if (opening === null) return [...units];
  const words = text.slice(opening.start, opening.end);
  const isGrammar = ({ start, end, meaning }: Unit): boolean =>
    start === opening.start &&
    end <= opening.end &&
    (meaning.type === 'filler' ||
      (meaning.type === 'operator' && meaning.operator.op === 'plain' && GRAMMAR.has(meaning.operator.word)));
  return [
    ...units.filter((unit) => !isGrammar(unit)),
    {
      ...opening,
      text: words,
      meaning: { type: 'operator', operator: { op: 'plain', word: 'exists' } },
      form: 'word',
      cost: 0,
    },
  ];
}

const GRAMMAR: ReadonlySet<string> = new Set(['is', 'with', 'do']);
