import type { Ambiguity } from '@querent/contracts';
import { plural } from '@querent/language';
import type { Unit } from '@querent/lexicon';
import { offerOf } from '@querent/explain';
import { say } from '@querent/model';
import type { Facts } from '@querent/grammar';
import type { Readings } from '@querent/reading';
import { MOST_OPTIONS } from '../choices/decision';
import { thingName, type Wording } from '../wording';

interface Unread extends Wording {
  read: Readings;
  today: string;
  /** Returns whether the planner can read another question, or would ask about it. */
  isReadable: (question: string) => boolean;
}

/**
 * Asks for the subject of a question that only states a period, a number or a grouping ("and for last year?", top 5,
 * 大于2000的有多少, "show it by region"). The options are the same question about the things that users most often ask about.
 */
export function askForSubject(unread: Unread): Ambiguity | null {
  const { read, locale } = unread;
  if (read.unknown.length > 0 || read.text.length > LONGEST) return null;
  // Nothing is recorded for the future.
  if (read.units.some(({ meaning }) => meaning.type === 'period' && (meaning.range.from ?? '') > unread.today))
    return null;
  const key = requestedGrouping(read.units);
  if (read.units.some((unit) => isNamed(unit) && !isWithin(unit, key))) return null;
  const forms = key === null ? formsOf(read, locale) : [groupedBy(key, locale)];
  if (forms.length === 0) return null;
  const offers = mainThings(unread.facts).flatMap((thing) => {
    const name = thingName(unread, thing);
    const question = forms.map((form) => form(name)).find(unread.isReadable);
    return question === undefined ? [] : [{ question, name }];
  });
  const options = offers.slice(0, MOST_OPTIONS).map(({ question, name }, at) => ({
    id: String(at + 1),
    label: question,
    value: offerOf(question),
    aliases: [...new Set([name, plural(name)])],
  }));
  if (options.length < 2) return null;
  return {
    trigger: 'too_vague',
    key: `about:${read.text}`,
    question: say(
      locale,
      '您想了解什么？问题里没有提到具体的数据。',
      'What is the question about? It does not name any of the data.',
    ),
    options,
    allowText: true,
  };
}

/** A longer text has a subject, in words that the planner does not understand. */
const LONGEST = 60;

const CLOSED: ReadonlySet<Unit['meaning']['type']> = new Set([
  'operator',
  'filler',
  'period',
  'number',
  'grain',
  'time_part',
]);

const isNamed = ({ meaning }: Unit): boolean => !CLOSED.has(meaning.type);

const isWithin = ({ start, end }: Unit, key: Unit | null): boolean =>
  key !== null && key.start <= start && end <= key.end;

/** The grouping of a question that states nothing else: "show it by region". */
function requestedGrouping(units: readonly Unit[]): Unit | null {
  const by = units.filter(
    ({ meaning }) => meaning.type === 'operator' && meaning.operator.op === 'plain' && BY.has(meaning.operator.word),
  );
  const isSure = ({ form }: Unit): boolean => form === 'exact' || form === 'inflected' || form === 'dictionary';
  const keys = units.filter(
    (unit) => unit.meaning.type === 'attribute' && isSure(unit) && by.some(({ end }) => end <= unit.start),
  );
  return longest(keys) ?? null;
}

const BY: ReadonlySet<string> = new Set(['by', 'each']);

type Form = (name: string) => string;

const groupedBy =
  ({ text }: Unit, locale: Wording['locale']): Form =>
  (name) =>
    locale === 'zh' ? `各${text}的${name}数量` : `number of ${plural(name)} by ${text}`;

/**
 * Templates of the question with the name of a thing, the likeliest wording first; none if the question has neither a
 * period nor a number.
 */
function formsOf({ text, units }: Readings, locale: Wording['locale']): Form[] {
  const period = longest(units.filter(({ meaning }) => meaning.type === 'period'));
  const first = longest(
    units.filter(
      ({ meaning }) =>
        meaning.type === 'operator' && meaning.operator.op === 'extreme' && meaning.operator.limit !== null,
    ),
  );
  const headless = /的(?=有(?:多少|几|哪些))/u;
  if (locale === 'zh')
    return [
      ...(headless.test(text) ? [(name: string) => text.replace(headless, `的${name}`)] : []),
      ...(first ? ['', '的'].map((of) => (name: string) => `${first.text}${of}${name}`) : []),
      ...(period ? [(name: string) => `${period.text}的${name}数量`] : []),
    ];
  return [
    ...(first ? [(name: string) => `${first.text} ${plural(name)}`] : []),
    ...(period
      ? ['', 'in ', 'on '].map((marker) => (name: string) => `number of ${plural(name)} ${marker}${period.text}`)
      : []),
  ];
}

const longest = (units: readonly Unit[]): Unit | undefined =>
  [...units].sort((a, b) => b.end - b.start - (a.end - a.start))[0];

/** At most this many things are tried. */
const MOST_TRIED = 8;

/**
 * The things that users most often ask about: events before lasting things, and both before tables of pairs and codes.
 */
function mainThings(facts: Facts): string[] {
  const { model } = facts;
  const kept = new Set(Object.values(model.entities).flatMap(({ sources }) => sources));
  const weight = (thing: string): number =>
    (facts.isEvent(thing) ? 2 : 0) +
    (facts.nameColumn(thing) !== null ? 1 : 0) +
    (facts.clocks(thing).length > 0 ? 1 : 0);
  return [...Object.keys(model.entities), ...Object.keys(model.tables).filter((name) => !kept.has(name))]
    .filter((thing) => model.tables[thing]?.role === undefined)
    .map((thing) => ({ thing, weight: weight(thing) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_TRIED)
    .map(({ thing }) => thing);
}
