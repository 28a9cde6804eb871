import { say } from '../../wording/words';
import { degreeOf } from '../lexicon/degree-words';
import { namesHolding, namesInUnits } from '../lexicon/spellings';
import { unitsOf } from '../lexicon/units';
import { cueOf, type Mention, sensesOf, type SenseOf } from '../reading/mention';
import { type Reading, chosenFor, claim, original } from '../reading/reading';
import { qualifierOptions } from './qualifier-options';
import { refuse } from './refuse';
import { type Stop, ask } from './step';
import { type UnknownOption, proposed, senseOf, unknownOptions } from './unknown-options';

/** A word that nothing explains: the nearest stored values, names and proposals are offered; with none the question is refused. */
export function checkUnknown(reading: Reading): Stop | null {
  const unknown = reading.mentions.filter((mention) => mention.claim === null && mention.literal?.kind === 'unknown');
  for (const mention of unknown) {
    if (labelsNeighbour(reading, mention)) claim('label', mention);
    else if (!takeDegree(mention) && !takeChosen(reading, mention) && !takePart(reading, mention)) return askUnknown(reading, mention, unknown);
  }
  return null;
}

/** Expensive, 便宜: known as a degree, whose bound is asked for once it is known of what. */
function takeDegree(mention: Mention): boolean {
  const degree = degreeOf(mention.span.text);
  if (!degree) return false;
  mention.literal = null;
  mention.degree = degree;
  return true;
}

/** What the asker said of this word earlier in the run: one or more parts of the model, or that it does not matter. */
function takeChosen(reading: Reading, mention: Mention): boolean {
  const word = mention.span.text;
  const chosen = chosenFor(reading, `unknown:${word}`);
  if (chosen.length === 0) return false;
  const senses = chosen.flatMap((choice) => senseOf(reading, choice) ?? []);
  if (senses.length === 0) {
    claim('ignored', mention);
    reading.disclosures.push(say(reading.locale, `未考虑“${word}”`, `“${word}” was left out`));
    return true;
  }
  mention.literal = null;
  mention.senses = senses;
  return true;
}

function takePart(reading: Reading, mention: Mention): boolean {
  const partial = partOfNames(reading, mention.span.text);
  if (partial.length === 0) return false;
  mention.literal = null;
  mention.senses = partial;
  return true;
}

/** Options of a question have room for three readings and "leave it out". */
const READINGS = 3;

function askUnknown(reading: Reading, mention: Mention, unknown: Mention[]): Stop {
  const word = mention.span.text;
  const misspelt = mention.nearMisses ?? [];
  const known = reading.mentions.some((one) => one.senses.some((sense) => sense.kind !== 'cue'));
  // "How many shoppers": where a likely meaning is at hand, the only strange word may be the subject.
  const subject = unknown.length === 1 && reading.mentions.length > 1 && proposed(reading, word).length > 0;
  const alike = known || subject || misspelt.length > 0 ? unknownOptions(reading, word, misspelt) : [];
  const options = alike.length > 1 ? alike : onceEach([...alike, ...qualifierOptions(reading, mention, unknown)]);
  const namesakes = options.filter(({ value }) => isNameHolding(reading, value, word));
  if (namesakes.length > 1) return askWhichName(reading, mention, namesakes);
  if (options.length === 0) return refuse(reading, 'unknown', original(reading, mention));
  const columns = new Set(options.slice(0, READINGS).map(({ value }) => (value.startsWith('value:') ? value.slice(0, value.indexOf('=')) : value)));
  return ask({
    trigger: 'unknown_term', key: `unknown:${word}`,
    question: say(reading.locale, `数据中没有“${original(reading, mention)}”，您指的是下面哪一个？`, `There is no “${original(reading, mention)}” in the data: did you mean one of these?`),
    options: [...options.slice(0, READINGS), leaveOut(reading, original(reading, mention))],
    ...(columns.size === 1 && options.length > 1 ? { combinable: true } : {}),
    span: mention.span,
  });
}

function onceEach(options: UnknownOption[]): UnknownOption[] {
  return options.filter(({ label }, at) => options.findIndex((other) => other.label === label) === at);
}

/** Whether an option is a stored name that the word is a whole part of. */
function isNameHolding(reading: Reading, value: string, word: string): boolean {
  const sense = senseOf(reading, value);
  if (sense?.kind !== 'value' || sense.attribute.role !== 'name') return false;
  const wanted = unitsOf(word).map(({ key }) => key);
  const name = unitsOf(sense.value.toLowerCase()).map(({ key }) => key);
  return name.some((_, from) => wanted.every((key, at) => name[from + at] === key));
}

/** Several things are called so: which of them is the question, not whether there is one. */
function askWhichName(reading: Reading, mention: Mention, namesakes: UnknownOption[]): Stop {
  const word = original(reading, mention);
  return ask({
    trigger: 'ambiguous_value', key: `unknown:${mention.span.text}`, combinable: true,
    question: say(reading.locale, `名称中有“${word}”的不止一个，您指的是哪一个？`, `Several names hold “${word}”: which one do you mean?`),
    options: namesakes, span: mention.span,
  });
}

function leaveOut(reading: Reading, word: string): UnknownOption {
  return { label: say(reading.locale, `不考虑“${word}”`, `Leave out “${word}”`), value: 'ignore', aliases: ['忽略', '不考虑', '去掉', 'ignore', 'leave it out', 'leave out', 'drop it'] };
}

/** "Italian food" where Italian is a stored food type: the word is part of its column's name. */
function labelsNeighbour(reading: Reading, mention: Mention): boolean {
  const word = unitsOf(mention.span.text).map((unit) => unit.key).join(' ');
  return [reading.mentions[mention.index - 1], reading.mentions[mention.index + 1]].some((beside) =>
    sensesOf(beside, 'value').some(({ attribute }) => attribute.ref.column.toLowerCase().split(/[_\s]+/).includes(word)),
  );
}

/** A name given in part: "Luna" for "Luna 香水". Found at the start of a name or making up half of it, a few at most. */
function partOfNames(reading: Reading, word: string): SenseOf<'value'>[] {
  const wanted = unitsOf(word).map((unit) => unit.key);
  const anywhere = reading.mentions.some((mention) => cueOf(mention, 'near') || mention.literal?.kind === 'distance' || /^最近的?$/.test(mention.span.text));
  const size = wanted.length > 1 ? wanted.length : /\p{Script=Han}/u.test(word) ? 0 : word.length - 2;
  if (size < 2) return [];
  const names = [...reading.lexicon.things.values()].flatMap((thing) => thing.attributes.filter((one) => one.role === 'name'));
  return names.flatMap((attribute) => {
    const found = (anywhere ? namesHolding(attribute, word) : namesInUnits(attribute, wanted).filter(({ keys }) => isPart(wanted, keys)))
      .map(({ value }) => ({ kind: 'value' as const, attribute, value, match: 'suffix' as const }));
    return found.length <= MOST_NAMES ? found : [];
  });
}

const MOST_NAMES = 8;

function isPart(wanted: string[], name: string[]): boolean {
  const starts = wanted.every((key, at) => name[at] === key);
  return starts || (wanted.length * 2 >= name.length && name.some((_, from) => wanted.every((key, at) => name[from + at] === key)));
}
