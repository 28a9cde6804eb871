import { say } from '../../wording/words';
import { nameOfSense } from '../lexicon/model-part';
import type { Sense } from '../lexicon/sense';
import { type Mention, sensesOf } from '../reading/mention';
import { type Reading, chosenFor } from '../reading/reading';
import { type Stop, ask } from './step';
import { optionOf } from './unknown-options';

/** A word that several metrics, several business terms or several tables carry alike: which one is for the asker to say. */
export function settleMeanings(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    const names = meaningsOf(mention);
    if (names.length < 2) continue;
    const key = `meaning:${mention.span.text}`;
    const [chosen] = chosenFor(reading, key).filter((one) => names.includes(one));
    if (chosen === undefined) return askMeaning(reading, mention, key, names);
    const kind = chosen.slice(0, chosen.indexOf(':'));
    mention.senses = mention.senses.filter((sense) => sense.kind !== kind || nameOfSense(sense) === chosen);
  }
  return null;
}

/** Of one kind only: a word may well be a thing and a metric, which its place in the question tells. */
function meaningsOf(mention: Mention): string[] {
  const entities = sensesOf(mention, 'thing').some(({ entity }) => entity);
  const kinds: Sense['kind'][] = ['metric', 'term', ...(entities ? [] : (['thing'] as const))];
  for (const kind of kinds) {
    const names = [...new Set(mention.senses.filter((sense) => sense.kind === kind).flatMap((sense) => nameOfSense(sense) ?? []))];
    if (names.length > 1) return names;
  }
  return [];
}

function askMeaning(reading: Reading, mention: Mention, key: string, names: string[]): Stop {
  const word = mention.span.text;
  return ask({
    trigger: 'ambiguous_term', key, span: mention.span,
    question: say(reading.locale, `“${word}”指的是哪一项？`, `Which one do you mean by “${word}”?`),
    options: names.flatMap((name) => optionOf(reading, name) ?? []),
  });
}
