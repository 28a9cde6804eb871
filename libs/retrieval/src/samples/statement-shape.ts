import { statementFacts, type StatementFacts } from '@querent/lint';
import { aggregateCalled } from '@querent/model';
import { type GuardCatalogue } from '@querent/sql';
import type { Shape, ShapePart } from './shape';

const COMPARED = new Set(['<', '<=', '>', '>=']);
const TIME =
  /\b(?:now\(|current_date|current_timestamp|localtimestamp|date_trunc|date_part|extract|interval)|\b(?:19|20)\d{2}-\d{2}-\d{2}\b/i;

const NOTHING_KNOWN: GuardCatalogue = { searchPath: [], relations: [] };

/** The shape of a statement, from its facts: names and constants do not matter, so no catalogue is needed. */
export async function statementShape(sql: string): Promise<Shape> {
  return shapeOfFacts(await statementFacts(sql, NOTHING_KNOWN));
}

function partOf(fn: string): ShapePart[] {
  const called = aggregateCalled(fn);
  return called === undefined ? [] : [called === 'count_distinct' ? 'distinct' : called];
}

function shapeOfFacts(facts: StatementFacts): Shape {
  const { aggregates, filters, outputs, limit, order } = facts;
  const parts = new Set<ShapePart>(aggregates.flatMap(({ fn }) => partOf(fn)));
  if (facts.distinct || aggregates.some(({ distinct }) => distinct)) parts.add('distinct');
  if (aggregates.length === 0) parts.add('list');
  if (outputs.some(({ text, aggregates: own }) => own.length > 0 && text.includes('/'))) parts.add('share');
  if (facts.grouped && facts.groups.length > 0) parts.add('group');
  if (outputs.some(({ grain, part }) => grain !== undefined || part !== undefined)) parts.add('grain');
  if (limit !== null) parts.add(limit === '1' ? 'extreme' : 'top');
  else if (order.length > 0) parts.add('order');
  const bounds = filters.filter(({ op }) => COMPARED.has(op));
  const isTime = ({ values, subject, against }: (typeof filters)[number]): boolean =>
    [...values, subject, against ?? ''].some((text) => TIME.test(text));
  if (bounds.some((filter) => !isTime(filter))) parts.add('compare');
  if (
    bounds.some((one) =>
      bounds.some(
        (other) => one.subject === other.subject && one.op.startsWith('>') && other.op.startsWith('<') && !isTime(one),
      ),
    )
  )
    parts.add('between');
  if (
    filters.some(({ negated, op, aside }) => negated || op === '<>' || aside === 'excluded') ||
    facts.setOperations.some((one) => one.startsWith('except'))
  )
    parts.add('negation');
  if (filters.some(isTime)) parts.add('time');
  return parts;
}
