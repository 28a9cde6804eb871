import { label, say, valueLabel } from '../answer/words';
import { unitsOf } from '../lexicon/units';
import { cueOf, type Mention, sensesOf, type SenseOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import { qualifiedLabel } from './ask-about';
import { likeness } from './likeness';
import { refuse } from './refuse';
import { type Stop, ask } from './step';

/** Below this share of common letter pairs two words are no longer "did you mean"; a pair of Han characters says more than one of letters. */
const ALIKE = { han: 0.34, latin: 0.55 };

/** A word that nothing explains: the nearest stored values and names are offered; with none the question is refused. */
export function checkUnknown(reading: Reading): Stop | null {
  const unknown = reading.mentions.filter((mention) => mention.claim === null && mention.literal?.kind === 'unknown');
  const known = reading.mentions.some((mention) => mention.senses.some((sense) => sense.kind !== 'cue'));
  for (const mention of unknown) {
    const word = mention.span.text;
    if (labelsNeighbour(reading, mention)) {
      claim('label', mention);
      continue;
    }
    const key = `unknown:${word}`;
    const choice = reading.choices.get(key);
    if (choice === 'ignore') { claim('ignored', mention); reading.disclosures.push(say(reading.locale, `未考虑“${word}”`, `“${word}” was left out`)); continue; }
    if (choice !== undefined) { mention.literal = null; mention.senses = sensesNamed(reading, choice); continue; }
    const partial = partOfNames(reading, word);
    if (partial.length > 0) {
      mention.literal = null;
      mention.senses = partial;
      continue;
    }
    if (!known) return refuse(reading, 'unknown', word);
    const options = nearestNames(reading, word);
    if (options.length === 0) return refuse(reading, 'unknown', word);
    return ask({
      trigger: 'unknown_term', key,
      question: say(reading.locale, `数据中没有“${word}”。您指的是下面哪一个？`, `There is no “${word}” in the data. Did you mean one of these?`),
      options: [...options.slice(0, 3), { label: say(reading.locale, `不考虑“${word}”`, `Leave out “${word}”`), value: 'ignore', aliases: ['忽略', '不考虑', 'ignore', 'leave it out'] }],
      span: mention.span,
    });
  }
  return null;
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
    const found = attribute.stored
      .filter((value) => (anywhere ? value.toLowerCase().includes(word) : isPart(wanted, unitsOf(value.toLowerCase()).map((unit) => unit.key))))
      .map((value) => ({ kind: 'value' as const, attribute, value, match: 'suffix' as const }));
    return found.length <= MOST_NAMES ? found : [];
  });
}

const MOST_NAMES = 8;

function isPart(wanted: string[], name: string[]): boolean {
  const starts = wanted.every((key, at) => name[at] === key);
  return starts || (wanted.length * 2 >= name.length && name.some((_, from) => wanted.every((key, at) => name[from + at] === key)));
}

function nearestNames(reading: Reading, word: string): { label: string; value: string; aliases: string[] }[] {
  const found: { label: string; value: string; aliases: string[]; score: number }[] = [];
  const enough = /\p{Script=Han}/u.test(word) ? ALIKE.han : ALIKE.latin;
  if (word.length < 3 && enough === ALIKE.latin) return [];
  for (const thing of reading.lexicon.things.values()) {
    for (const attribute of thing.attributes) {
      for (const value of new Set([...attribute.stored, ...Object.keys(attribute.values)])) {
        const name = valueLabel(attribute, value, reading.locale);
        const part = word.length > 1 && value.toLowerCase().includes(word) ? 0.6 : 0;
        const score = Math.max(part, likeness(word, value.toLowerCase()), likeness(word, name.toLowerCase()));
        if (score >= enough) found.push({ score, value: `value:${attribute.ref.table}.${attribute.ref.column}=${value}`, aliases: [value], label: `${qualifiedLabel(reading, attribute)}${say(reading.locale, '：', ': ')}${name}` });
      }
    }
  }
  for (const metric of Object.values(reading.model.metrics)) {
    const score = Math.max(...[metric.label.zh, metric.label.en, ...metric.synonyms.zh, ...metric.synonyms.en].map((name) => likeness(word, (name ?? '').toLowerCase())));
    if (score >= enough) found.push({ score, value: `metric:${metric.id}`, label: label(metric.label, reading.locale, metric.id), aliases: [] });
  }
  const seen = new Set<string>();
  return found.sort((a, b) => b.score - a.score).filter((one) => !seen.has(one.label) && seen.add(one.label)).map(({ score: _score, ...rest }) => rest);
}

function sensesNamed(reading: Reading, choice: string): Reading['mentions'][number]['senses'] {
  const [kind, rest = ''] = [choice.slice(0, choice.indexOf(':')), choice.slice(choice.indexOf(':') + 1)];
  if (kind === 'metric') return [{ kind: 'metric', id: rest }];
  const [column = '', ...value] = rest.split('=');
  const [table = '', name = ''] = column.split('.');
  const attribute = reading.lexicon.things.get(table)?.attributes.find((one) => one.ref.column === name);
  return attribute ? [{ kind: 'value', attribute, value: value.join('='), match: 'exact' }] : [];
}

