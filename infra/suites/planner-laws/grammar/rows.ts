import type { Filter } from '@querent/contracts';
import type { Thing } from './parts';
import { periodOf, type Period } from './periods';
import { equals, type Grammar, type Phrase, plural, worded } from './phrase';
import { during } from './query';

/** Rows of a thing under conditions: "urgent orders of gold customers last month". */
export interface Rows extends Phrase {
  thing: Thing;
  filters: Filter[];
}

/** Phrases that filter rows, before and after their noun. */
interface Narrowing {
  before?: Phrase;
  after?: Phrase;
  /** Chinese phrases before a noun that already end with 的. */
  period?: Phrase;
  filter: Filter;
}

/** The rows of a thing under up to `most` conditions of different kinds. */
export function rowsOf(g: Grammar, thing: Thing, most: number): Rows {
  const count = g.random.whole(0, most);
  const chosen = g.random.some(NARROWINGS, NARROWINGS.length);
  const narrowed: Narrowing[] = [];
  for (const make of chosen) {
    if (narrowed.length >= count) break;
    const made = make(g, thing);
    if (made && !clashes(made, narrowed)) narrowed.push(made);
  }
  const before = narrowed.flatMap((one) => one.before ?? []);
  const after = narrowed.flatMap((one) => one.after ?? []);
  const period = narrowed.flatMap((one) => one.period ?? []);
  const noun: Phrase = { text: plural(g, thing.name), wording: thing.isEvent ? '<events>' : '<things>' };
  const phrases = g.locale === 'zh' ? [...period, ...after, ...before, noun] : [...before, noun, ...after, ...period];
  const join = (texts: readonly string[]): string => texts.join(g.locale === 'zh' ? '' : ' ');
  return {
    thing,
    text: join(phrases.map(({ text }) => text)),
    wording: join(phrases.map(({ wording }) => wording)),
    filters: narrowed.map(({ filter }) => filter),
  };
}

/** One phrase before and one after the noun are natural; two are not. */
function clashes(made: Narrowing, known: readonly Narrowing[]): boolean {
  return known.some(
    (one) =>
      (one.before !== undefined && made.before !== undefined) ||
      (one.after !== undefined && made.after !== undefined) ||
      (one.period !== undefined && made.period !== undefined),
  );
}

type Make = (g: Grammar, thing: Thing) => Narrowing | null;

const valueOfRow: Make = (g, thing) => {
  const attributes = g.parts.attributes.filter((one) => one.thing === thing.id && one.values.length > 0);
  if (attributes.length === 0) return null;
  const attribute = g.random.pick(attributes);
  const value = g.random.pick(attribute.values);
  const slots = { value: value.name, attribute: attribute.name };
  const filter = equals(attribute.ref, value.stored);
  return g.random.chance(0.5)
    ? { filter, before: worded(g, { en: ['{value}'], zh: ['{value}', '{value}的'] }, slots) }
    : {
        filter,
        after: worded(
          g,
          {
            en: ['with {attribute} {value}', 'whose {attribute} is {value}'],
            zh: ['{attribute}为{value}的', '{attribute}是{value}的'],
          },
          slots,
        ),
      };
};

const valueOfOwner: Make = (g, thing) => {
  const attributes = g.parts.attributes.filter(
    (one) =>
      g.parts.looksUp(thing.id, one.thing) &&
      one.values.length > 0 &&
      g.parts.things.some(({ id }) => id === one.thing),
  );
  if (attributes.length === 0) return null;
  const attribute = g.random.pick(attributes);
  const owner = g.parts.things.find(({ id }) => id === attribute.thing);
  const value = g.random.pick(attribute.values);
  if (!owner) return null;
  const slots = { value: value.name, attribute: attribute.name, owners: plural(g, owner.name) };
  return {
    filter: equals(attribute.ref, value.stored),
    after: worded(
      g,
      {
        en: ['of {value} {owners}', 'from {value} {owners}', 'for {owners} with {attribute} {value}'],
        zh: ['{value}{owners}的', '{attribute}为{value}的{owners}的'],
      },
      slots,
    ),
  };
};

const state: Make = (g, thing) => {
  const states = g.parts.states.filter((one) => one.thing === thing.id);
  if (states.length === 0) return null;
  const { ref, name } = g.random.pick(states);
  const is = g.random.chance(0.7);
  const filter: Filter = equals(ref, is);
  if (is)
    return g.random.chance(0.5)
      ? { filter, before: worded(g, { en: ['{state}'], zh: ['{state}的', '已{state}的'] }, { state: name }) }
      : {
          filter,
          after: worded(g, { en: ['that are {state}', 'that were {state}'], zh: ['{state}的'] }, { state: name }),
        };
  return {
    filter,
    after: worded(
      g,
      { en: ['that are not {state}', 'that were not {state}'], zh: ['未{state}的', '没有{state}的'] },
      { state: name },
    ),
  };
};

const inPeriod: Make = (g, thing) => {
  if (!thing.isEvent || thing.clock === null) return null;
  const period = periodOf(g.random, g.locale, g.today);
  return { filter: during(thing.clock, period.from, period.to), period: phraseOf(g, period) };
};

const happened: Make = (g, thing) => {
  const happenings = g.parts.happenings.filter((one) => one.thing === thing.id);
  if (happenings.length === 0) return null;
  const { ref, name } = g.random.pick(happenings);
  const period = periodOf(g.random, g.locale, g.today);
  const slots = { past: name, period: g.locale === 'zh' ? plainPeriod(period) : phraseOf(g, period) };
  return {
    filter: during(ref, period.from, period.to),
    period: worded(g, { en: ['{past} {period}', 'that were {past} {period}'], zh: ['{period}{past}的'] }, slots),
  };
};

const NARROWINGS: readonly Make[] = [valueOfRow, valueOfOwner, state, inPeriod, happened];

const plainPeriod = ({ text }: Period): Phrase => ({ text, wording: '<period>' });

/** A period beside rows: in March 2025, last month, 上个月的. */
export function phraseOf({ locale }: Grammar, { text, prep }: Period): Phrase {
  if (locale === 'zh') return { text: `${text}的`, wording: '<period>的' };
  return { text: `${prep} ${text}`.trim(), wording: `${prep} <period>`.trim() };
}

/** A random suitable thing. */
export function thingOf(g: Grammar, fits: (thing: Thing) => boolean = () => true): Thing | null {
  const things = g.parts.things.filter(fits);
  return things.length === 0 ? null : g.random.pick(things);
}
