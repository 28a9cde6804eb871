import type { SemanticModel } from '@querent/model';
import type { NameMeaning } from '../unit';
import { isGivenBack } from '../closed/figures/scale-words';
import { columnForms } from './derive/column-forms';
import { verbsOfThing } from './derive/event-forms';
import { headForms, reorderedForms, thingForms } from './derive/head-forms';
import { isOfRefunds, moneyVerbs } from './derive/event-forms';
import { namesToDerive } from './derive/names-to-derive';
import { termForms } from './derive/head-forms';
import type { GivenForm } from './given-form';
import { columnMeaning, type NamedThing } from './named-things';
import { costOf, costOfSource } from './rules';
import { pinyinForms } from './find/sounds';
import type { NamedPart } from './written-forms';
import { type Labelled, writtenNames } from './written-names';

/** Derives forms from the labels of a model. */
export function* derivedForms(
  model: SemanticModel,
  things: readonly NamedThing[],
  parts: readonly NamedPart[],
): Generator<GivenForm> {
  const onlyHeads = headsOfOne(things);
  const letters = lettersOfOne(things);
  for (const thing of things) {
    const more = costOfSource(thing);
    const meaning: NameMeaning = { type: 'thing', thing: thing.id };
    const owners = namesToDerive(thing).flatMap(({ text }) => [
      text,
      ...thingForms(text).map((variant) => variant.text),
    ]);
    const forms = [
      ...formsOfThing(thing, meaning, onlyHeads),
      ...lettersOf(thing, meaning, letters),
      ...formsOfEvent(thing, model),
      ...formsOfMoney(thing, model),
      ...pinyinOf(thing, meaning),
    ];
    yield* cheapest(forms, thing, meaning, more);
    for (const column of thing.columns) {
      const own = columnMeaning(column);
      const source = costOfSource(thing, column.ref.column);
      yield* cheapest([...columnForms(column, owners), ...pinyinOf(column, own, thing.id)], column, own, source);
    }
  }
  for (const part of parts) {
    const forms =
      part.meaning.type === 'metric'
        ? formsOfMetric(part)
        : part.meaning.type === 'term'
          ? formsOfTerm(part, model)
          : [];
    yield* cheapest([...forms, ...pinyinOf(part, part.meaning)], part, part.meaning, 0);
  }
}

function* formsOfThing(thing: NamedThing, meaning: NameMeaning, onlyHeads: ReadonlySet<string>): Generator<GivenForm> {
  for (const { text, cost, rule: base } of namesToDerive(thing)) {
    for (const variant of thingForms(text)) {
      const isOnly = variant.rule === 'thingHead' && onlyHeads.has(variant.text);
      const rule = isOnly ? 'onlyThingHead' : variant.rule;
      yield { text: variant.text, meaning, rule, base, cost: cost + costOf(rule) };
    }
  }
}

/** Things named by the last of two characters, after a measure word: 三款酒 of 啤酒. */
function* lettersOf(
  thing: NamedThing,
  meaning: NameMeaning,
  owners: ReadonlyMap<string, string | null>,
): Generator<GivenForm> {
  for (const { text, cost, rule: base } of namesToDerive(thing)) {
    const letter = text.slice(-1);
    if (base !== 'dictionary' && ONLY_TWO_HAN.test(text) && owners.get(letter) === thing.id)
      yield { text: letter, meaning, rule: 'thingLetter', base, cost: cost + costOf('thingLetter') };
  }
}

const ONLY_TWO_HAN = /^\p{Script=Han}{2}$/u;

/** The only thing whose names end in a character; null if there are several. */
function lettersOfOne(things: readonly NamedThing[]): ReadonlyMap<string, string | null> {
  const owners = new Map<string, string | null>();
  for (const thing of things.filter(({ isSource, roleOf }) => !isSource && roleOf === undefined)) {
    for (const letter of namesToDerive(thing).map(({ text }) => text.slice(-1))) {
      const known = owners.get(letter);
      owners.set(letter, known === undefined || known === thing.id ? thing.id : null);
    }
  }
  return owners;
}

/** The verbs of a thing that is an event, at the time of its rows. */
function* formsOfEvent(thing: NamedThing, model: SemanticModel): Generator<GivenForm> {
  const table = model.tables[thing.id];
  if (table?.kind !== 'event') {
    yield* formsOfDetails(thing, model);
    return;
  }
  const times = thing.columns.filter(({ role }) => role === 'time');
  const column = times.find(({ ref }) => ref.column === table.defaultTime) ?? times[0];
  if (column === undefined) return;
  for (const { text, cost } of namesToDerive(thing))
    for (const verb of verbsOfThing(text, column.ref)) yield { ...verb, cost: cost + costOf(verb.rule) };
}

/** The verbs of money, if a thing or one of its times is a payment. */
function* formsOfMoney(thing: NamedThing, model: SemanticModel): Generator<GivenForm> {
  const isMixed = thing.columns.some(
    (column) => column.category === 'boolean' && namesToDerive(column).some(({ text }) => isOfRefunds(text)),
  );
  const main = model.tables[thing.id]?.defaultTime;
  for (const column of thing.columns.filter(({ role }) => role === 'time')) {
    const names = [column, ...(column.ref.column === main ? [thing] : [])].flatMap(namesToDerive);
    for (const { text, cost } of names)
      for (const verb of moneyVerbs(text, column.ref, isMixed)) yield { ...verb, cost: cost + costOf(verb.rule) };
  }
}

/** 点单明细: the detail rows of an event have its verb in their name. */
const DETAILS = /^(?<verb>\p{Script=Han}{2})(?:明细|详情|条目|行)$/u;

/** The verbs of an event's detail rows, at the event's time. */
function* formsOfDetails(thing: NamedThing, model: SemanticModel): Generator<GivenForm> {
  const verbs = namesToDerive(thing).flatMap(({ text, cost }) => {
    const verb = DETAILS.exec(text)?.groups?.['verb'];
    return verb === undefined ? [] : [{ verb, cost }];
  });
  if (verbs.length === 0) return;
  for (const { from, to } of model.joins) {
    const owner = model.tables[to.table];
    const time = owner?.defaultTime;
    if (from.table !== thing.id || owner?.kind !== 'event' || time === undefined || !owner.columns[time]) continue;
    for (const { verb, cost } of verbs)
      for (const form of verbsOfThing(verb, { table: to.table, column: time }))
        yield { ...form, cost: cost + costOf(form.rule) };
  }
}

/** Last words that only one thing's names have. */
function headsOfOne(things: readonly NamedThing[]): ReadonlySet<string> {
  const owners = new Map<string, string | null>();
  // A source table takes no name from its entity.
  for (const thing of things.filter(({ isSource }) => !isSource)) {
    for (const head of namesToDerive(thing).flatMap(({ text }) => thingForms(text).map((variant) => variant.text))) {
      owners.set(head, (owners.get(head) ?? thing.id) === thing.id && owners.get(head) !== null ? thing.id : null);
    }
  }
  return new Set([...owners].flatMap(([head, owner]) => (owner === null ? [] : [head])));
}

function* formsOfMetric({ meaning, ...part }: NamedPart): Generator<GivenForm> {
  for (const { text, cost, rule: base } of namesToDerive(part)) {
    for (const { text: reordered, rule } of reorderedForms(text))
      yield { text: reordered, meaning, rule, base, cost: cost + costOf(rule) };
    const isOfOthers = (head: string): boolean => OF_OTHERS.has(head) || (isGivenBack(text) && BARE_MONEY.test(head));
    for (const head of headForms(text, []).filter((one) => !isOfOthers(one.text)))
      yield { text: head.text, meaning, rule: 'metricTail', base, cost: cost + costOf('metricTail') };
  }
}

/** "Paid" after "refunds" does not refer to the customers. */
const OF_OTHERS: ReadonlySet<string> = new Set(['paid', 'spent']);

/** Money alone is revenue, not a refund: money refunded, 退款金额. */
const BARE_MONEY = /^(?:money|amounts?|totals?|sums?|金额|总额|款项?)$/u;

/** The name of a term is mostly its thing's name with a word before it. */
function* formsOfTerm({ meaning, ...part }: NamedPart, model: SemanticModel): Generator<GivenForm> {
  const term = meaning.type === 'term' ? model.terms[meaning.id] : undefined;
  const tables = new Set([term?.table, ...(term?.candidates ?? []).map(({ table }) => table)]);
  const things = Object.values(model.tables)
    .filter(({ name }) => tables.has(name))
    .flatMap((table) => writtenNames({ ...table, physical: table.name }));
  for (const { text, cost, rule: base } of namesToDerive(part)) {
    for (const { text: rest, rule } of termForms(
      text,
      things.map((thing) => thing.text),
    ))
      yield { text: rest, meaning, rule, base, cost: cost + costOf(rule) };
  }
}

function* pinyinOf(part: Labelled, meaning: NameMeaning, owner: string | null = null): Generator<GivenForm> {
  for (const name of namesToDerive(part).filter(({ rule }) => rule !== 'dictionary'))
    for (const text of pinyinForms(name.text)) yield { text, meaning, rule: 'pinyin', cost: costOf('pinyin'), owner };
}

/** Each form of a part once, from its cheapest rule, without the part's written names. */
function cheapest(forms: readonly GivenForm[], part: Labelled, own: NameMeaning, more: number): Iterable<GivenForm> {
  const written = writtenNames(part);
  const chosen = new Map<string, GivenForm>();
  for (const form of forms) {
    if (form.meaning.type === own.type && written.some(({ text }) => text === form.text)) continue;
    const key = `${form.text}\n${senseOf(form.meaning)}`;
    const known = chosen.get(key);
    form.cost += more;
    form.ownedCost = Math.min((form.ownedCost ?? form.cost - more) + more, known?.ownedCost ?? Infinity);
    if (known === undefined || form.cost < known.cost) chosen.set(key, form);
    else known.ownedCost = form.ownedCost;
  }
  return chosen.values();
}

/** Distinguishes the meanings of one part. */
function senseOf(meaning: NameMeaning): string {
  if (meaning.type === 'event') return meaning.absent ? 'not' : meaning.noun ? 'noun' : 'verb';
  if (meaning.type === 'flag') return meaning.is ? 'yes' : 'no';
  return meaning.type === 'value' ? meaning.values.join('|') : meaning.type;
}
