import { reach } from '../lexicon/join-graph';
import type { Thing } from '../../model/things';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { attributeKey } from './ask-about';
import { thingOf } from './head-thing';
import { homeOf } from './measure-home';
import { optionOf, type UnknownOption } from './unknown-options';

/**
 * "Dormant customers", 核心城市: an unknown word right before something known narrows it in a way that the data does not define. What the
 * data can narrow it by is offered: the terms of that thing, and the values of its most telling column. None where the word narrows
 * nothing that is known: then it is the very thing asked for.
 */
export function qualifierOptions(reading: Reading, mention: Mention, unknown: readonly Mention[]): UnknownOption[] {
  const thing = unknown.length === 1 ? qualifiedThing(reading, mention) : null;
  if (!thing) return [];
  const values = [...termsOf(reading, thing), ...tellingValuesFor(reading, thing)];
  return values.flatMap((value) => optionOf(reading, value) ?? []).slice(0, MOST);
}

const MOST = 3;

function qualifiedThing(reading: Reading, mention: Mention): Thing | null {
  const next = reading.mentions.slice(mention.index + 1).find((one) => one.literal?.kind !== 'time');
  // "Profit of products": the unknown word is the head, what follows belongs to it. 核心的客户 is a compound like 核心客户.
  const head = next?.glue.has('of') === true && !/\p{Script=Han}/u.test(mention.span.text);
  const known = next && !head && next.literal === null ? (thingOf(reading, next) ?? ownerOf(reading, next)) : null;
  return known ?? shortened(reading, mention);
}

/** 示范校 for 示范学校: a compound's head is often cut to its last character. */
function shortened(reading: Reading, { span: { text } }: Mention): Thing | null {
  if (!/^\p{Script=Han}{3,}$/u.test(text) || reading.mentions.some((mention) => thingOf(reading, mention) !== null)) return null;
  const named = [...reading.lexicon.things.values()].filter(({ label, synonyms }) => [label.zh ?? '', ...synonyms.zh].some((name) => [...name].length === 2 && name.endsWith([...text].at(-1) ?? '')));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The thing that a metric measures, a column of kinds tells apart, or a stored value belongs to. */
function ownerOf(reading: Reading, mention: Mention): Thing | null {
  if (cueOf(mention, 'count') || cueOf(mention, 'superlative')) return null;
  const [metric] = sensesOf(mention, 'metric');
  const attribute = sensesOf(mention, 'attribute').find((sense) => sense.attribute.role === 'dimension')?.attribute ?? sensesOf(mention, 'value')[0]?.attribute;
  const table = metric ? homeOf(reading, { kind: 'metric', id: metric.id, form: 'value' }) : attribute?.ref.table;
  return reading.lexicon.things.get(table ?? '') ?? null;
}

/** Terms whose filter, or whose candidates, are about the thing. */
function termsOf(reading: Reading, thing: Thing): string[] {
  const terms = Object.values(reading.model.terms).filter((term) => thing.tables.includes(term.table ?? '') || term.candidates.some(({ table }) => table === thing.name));
  return terms.map(({ id }) => `term:${id}`).slice(0, 2);
}

/** Of the thing itself, else of what each of its rows belongs to: order items are told apart by their products. */
function tellingValuesFor(reading: Reading, thing: Thing): string[] {
  const owned = [...reading.lexicon.things.values()].filter((other) => other.kind === 'table' && reach(reading.model, thing.name, other.name)?.kind === 'one');
  return [thing, ...owned].map(tellingValues).find((values) => values.length > 0) ?? [];
}

/** More kinds than these are names rather than kinds. */
const FEW = 12;

/** Values of the column with the fewest kinds: the one that people narrow by. */
function tellingValues(thing: Thing): string[] {
  const kinds = thing.attributes.filter(({ role, stored, values, isYear }) => role === 'dimension' && !isYear && count(stored, values) > 1 && count(stored, values) <= FEW);
  const [best] = kinds.sort((a, b) => Number(Object.keys(b.values).length > 0) - Number(Object.keys(a.values).length > 0) || count(a.stored, a.values) - count(b.stored, b.values));
  return best ? [...new Set([...Object.keys(best.values), ...best.stored])].map((value) => `value:${attributeKey(best)}=${value}`) : [];
}

const count = (stored: readonly string[], values: object): number => new Set([...stored, ...Object.keys(values)]).size;
