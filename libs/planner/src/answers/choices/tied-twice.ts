import type { ColumnRef, Filter, Measure, SemanticQuery } from '@querent/contracts';
import { piecesOf } from '@querent/lexicon';
import { describeQuery } from '@querent/explain';
import { say } from '@querent/model';
import type { Facts } from '@querent/grammar';
import type { Candidate } from './candidate';
import type { Decision } from './decision';
import type { Making } from './too-vague';
import { columnNames, namesOf, qualifiedName, thingName, type Wording } from '../wording';

/**
 * Two things that are tied directly, by a reference of one, and once more by a table of pairs: the lead of a project,
 * and its team.
 */
interface Ties {
  /** The thing that refers to the other. */
  many: string;
  one: string;
  reference: ColumnRef;
  pairs: string;
}

/**
 * Which tie is meant where a question says only that two things belong together and the database ties them twice. Words
 * of the names of the pairs decide ("assigned", 参与); the name of the reference has its own reading, and leads to no
 * query that is seen here. Null where nothing is tied twice.
 */
export function tiedTwice(
  best: Candidate,
  text: string,
  making: Making,
): { key: string; taken: Candidate } | Decision | null {
  const { facts, locale } = making;
  const found = overPairs(best.query, facts);
  if (found === null) return null;
  const { ties, query } = found;
  const key = `tie:${ties.pairs}`;
  const other: Candidate = { ...best, query };
  if (isNamed(ties, text, making)) return { key, taken: { ...other, decided: [...best.decided, key] } };
  const [reference, pairs] = [qualifiedName(making, ties.reference), thingName(making, ties.pairs)];
  const label = (one: SemanticQuery, by: string): string => {
    const said = describeQuery(one, { model: facts.model, locale });
    return say(locale, `${said}（按${by}）`, `${said} (by ${by})`);
  };
  const [many, one] = [thingName(making, ties.many), thingName(making, ties.one)];
  const ways: Decision['ways'] = [
    {
      label: label(best.query, reference),
      value: 'reference',
      aliases: [reference, ...columnNames(making, ties.reference)],
      leads: [best],
    },
    {
      label: label(query, pairs),
      value: 'pairs',
      aliases: [pairs, ...pairNames(making, ties.pairs)],
      leads: [other],
    },
  ];
  return {
    trigger: 'ambiguous_term',
    key,
    question: say(
      locale,
      `“${many}”和“${one}”有两种关系，按哪一种？`,
      `“${many}” and “${one}” belong together in two ways: which is meant?`,
    ),
    ways,
  };
}

/**
 * The same query over the table of pairs, where it counts or looks for what the reference ties; null where it does not.
 */
function overPairs(query: SemanticQuery, facts: Facts): { ties: Ties; query: SemanticQuery } | null {
  const { subject, filters, measures, dimensions } = query;
  if (subject.kind !== 'table') return null;
  for (const [at, filter] of filters.entries()) {
    const ties = filter.kind === 'exists' && !filter.all ? tiesOf(facts, filter.table, subject.name) : null;
    if (ties === null || filter.kind !== 'exists') continue;
    return { ties, query: { ...query, filters: filters.with(at, { ...filter, table: ties.pairs }) } };
  }
  const [measure, ...more] = measures;
  const owners = new Set([
    ...dimensions.map(({ column }) => column.table),
    ...(measure?.per ? [countedBy(measure.per) ?? ''] : []),
  ]);
  const [owner, ...others] = owners;
  if (measure === undefined || more.length > 0 || owner === undefined || others.length > 0) return null;
  const counted = countedBy(measure);
  const ties = counted === null ? null : tiesOf(facts, counted, owner);
  if (ties === null || query.compare || !filters.every(isOwnFilter)) return null;
  const pairs: Measure = { ...measure, what: { kind: 'aggregate', fn: 'count', table: ties.pairs } };
  return { ties, query: { ...query, subject: { ...subject, name: ties.pairs }, measures: [pairs] } };
}

const isOwnFilter = (one: Filter): boolean => 'column' in one;

/** The table whose rows a figure counts, where that is all it does. */
function countedBy({ what, where, over, share }: Measure): string | null {
  const isCount = what.kind === 'aggregate' && what.fn === 'count' && what.column === undefined;
  return isCount && !where && !over && !share ? what.table : null;
}

function tiesOf(facts: Facts, many: string, one: string): Ties | null {
  const reference = facts.referenceTo(many, one);
  const pairs = reference === null ? null : facts.junctionOf(many, one);
  return reference === null || pairs === null ? null : { many, one, reference, pairs };
}

/**
 * Whether the question has a word that only the names of the pairs have: what they are called, and their references,
 * less both things.
 */
function isNamed({ pairs, many, one }: Ties, text: string, wording: Wording): boolean {
  const { model } = wording.facts;
  const things = [many, one].flatMap((thing) => (model.tables[thing] ? namesOf(model.tables[thing]) : []));
  const known = new Set(things.flatMap((name) => keysOf(name)));
  const asked = new Set(keysOf(text));
  return pairNames(wording, pairs).some((name) => {
    const own = things.reduce((left, thing) => left.replace(thing, ' '), name.toLowerCase()).trim();
    if (/^\p{Script=Han}{2,}$/u.test(own)) return text.includes(own);
    return keysOf(own).some((key) => key.length > 3 && !known.has(key) && asked.has(key));
  });
}

const keysOf = (text: string): string[] => piecesOf(text.toLowerCase()).map(({ key }) => key);

function pairNames(wording: Wording, pairs: string): string[] {
  const table = wording.facts.model.tables[pairs];
  if (!table) return [];
  const keys = table.primaryKey.flatMap((column) => columnNames(wording, { table: pairs, column }));
  return [...namesOf(table), ...keys];
}
