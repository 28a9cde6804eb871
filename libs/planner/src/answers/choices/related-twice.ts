import type { ColumnRef, Filter, Measure, SemanticQuery } from '@querent/contracts';
import { piecesOf } from '@querent/lexicon';
import { describeQuery } from '@querent/explain';
import { say } from '@querent/model';
import type { Facts } from '@querent/grammar';
import type { Candidate } from './candidate';
import type { Decision } from './decision';
import type { QueryContext } from './too-vague';
import { columnNames, namesOf, qualifiedName, thingName, type Wording } from '../wording';

/**
 * Two things that are related directly, by a reference, and a second time by a table of pairs: the lead of a project,
 * and its team.
 */
interface Relations {
  /** The thing that refers to the other. */
  many: string;
  one: string;
  reference: ColumnRef;
  pairs: string;
}

/**
 * Asks which relation is meant if the question only states that two things belong together and the database relates
 * them twice. Words of the names of the table of pairs decide ("assigned", 参与). A question with the name of the
 * reference has its own reading and is not seen here. Null if nothing is related twice.
 */
export function relatedTwice(
  best: Candidate,
  text: string,
  context: QueryContext,
): { key: string; taken: Candidate } | Decision | null {
  const { facts, locale } = context;
  const found = overPairs(best.query, facts);
  if (found === null) return null;
  const { relations, query } = found;
  const key = `tie:${relations.pairs}`;
  const other: Candidate = { ...best, query };
  if (isNamed(relations, text, context)) return { key, taken: { ...other, decided: [...best.decided, key] } };
  const [reference, pairs] = [qualifiedName(context, relations.reference), thingName(context, relations.pairs)];
  const label = (one: SemanticQuery, by: string): string => {
    const text = describeQuery(one, { model: facts.model, locale });
    return say(locale, `${text}（按${by}）`, `${text} (by ${by})`);
  };
  const [many, one] = [thingName(context, relations.many), thingName(context, relations.one)];
  const ways: Decision['ways'] = [
    {
      label: label(best.query, reference),
      value: 'reference',
      aliases: [reference, ...columnNames(context, relations.reference)],
      leads: [best],
    },
    {
      label: label(query, pairs),
      value: 'pairs',
      aliases: [pairs, ...pairNames(context, relations.pairs)],
      leads: [other],
    },
  ];
  return {
    trigger: 'ambiguous_term',
    key,
    question: say(
      locale,
      `“${many}”和“${one}”有两种关系，按哪一种？`,
      `“${many}” and “${one}” are related in two ways. Which one do you mean?`,
    ),
    ways,
  };
}

/** The same query over the table of pairs, if it counts or filters by the relation of the reference; null otherwise. */
function overPairs(query: SemanticQuery, facts: Facts): { relations: Relations; query: SemanticQuery } | null {
  const { subject, filters, measures, dimensions } = query;
  if (subject.kind !== 'table') return null;
  for (const [at, filter] of filters.entries()) {
    const relations = filter.kind === 'exists' && !filter.all ? relationsOf(facts, filter.table, subject.name) : null;
    if (relations === null || filter.kind !== 'exists') continue;
    return { relations, query: { ...query, filters: filters.with(at, { ...filter, table: relations.pairs }) } };
  }
  const [measure, ...more] = measures;
  const owners = new Set([
    ...dimensions.map(({ column }) => column.table),
    ...(measure?.per ? [countedBy(measure.per) ?? ''] : []),
  ]);
  const [owner, ...others] = owners;
  if (measure === undefined || more.length > 0 || owner === undefined || others.length > 0) return null;
  const counted = countedBy(measure);
  const relations = counted === null ? null : relationsOf(facts, counted, owner);
  if (relations === null || query.compare || !filters.every(isOwnFilter)) return null;
  const pairs: Measure = { ...measure, what: { kind: 'aggregate', fn: 'count', table: relations.pairs } };
  return { relations, query: { ...query, subject: { ...subject, name: relations.pairs }, measures: [pairs] } };
}

const isOwnFilter = (one: Filter): boolean => 'column' in one;

/** The table whose rows a figure counts; null for any other figure. */
function countedBy({ what, where, over, share }: Measure): string | null {
  const isCount = what.kind === 'aggregate' && what.fn === 'count' && what.column === undefined;
  return isCount && !where && !over && !share ? what.table : null;
}

function relationsOf(facts: Facts, many: string, one: string): Relations | null {
  const reference = facts.referenceTo(many, one);
  const pairs = reference === null ? null : facts.junctionOf(many, one);
  return reference === null || pairs === null ? null : { many, one, reference, pairs };
}

/**
 * Whether the question contains a word that only occurs in the names of the table of pairs and of its references,
 * without the names of both things.
 */
function isNamed({ pairs, many, one }: Relations, text: string, wording: Wording): boolean {
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
