import { type Measure, type SemanticQuery, WITHOUT_FORMS } from '@querent/contracts';
import { plural } from '@querent/language';
import { label, say, thingsOf } from '@querent/model';
import type { FailedQuery, Recovery } from './recovery';
import { regrouped } from './regroup';

/** The total instead of groups, the number of rows instead of another figure, the number of rows instead of a list. */
export function useTotals(failed: FailedQuery): Recovery[] {
  const { query, locale } = failed;
  if (query.measures.length > 0)
    return [
      ...(query.dimensions.length > 0 ? [total(failed)] : []),
      ...(query.measures.every((one) => isNumber(failed, one)) ? [] : [numberInstead(failed)]),
    ];
  if (query.near !== null && query.near.radiusMeters === null) return [];
  const text = say(locale, '只看数量，不列明细', 'only the number of rows, without the list');
  return [
    {
      kind: 'use_totals',
      lighter: true,
      id: 'count',
      label: text,
      aliases: ['数量', '总数', 'count', 'number'],
      query: counted(failed, query),
    },
  ];
}

function total({ query, locale }: FailedQuery): Recovery {
  const text = say(locale, '只看合计，不分组', 'the total only, not broken down');
  return {
    kind: 'use_totals',
    lighter: true,
    id: 'total',
    label: text,
    aliases: ['合计', '总数', '汇总', 'total', 'totals'],
    query: regrouped(query, []),
  };
}

/** The number of rows instead of a figure that cannot be computed. */
function numberInstead(failed: FailedQuery): Recovery {
  const { query, locale } = failed;
  const measure = countOf(failed);
  const order = query.order.filter(({ by }) => by.kind === 'dimension');
  const ranked: SemanticQuery['order'] =
    order.length === 0 && query.dimensions.length > 0 && query.compare === null
      ? [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }]
      : order;
  return {
    kind: 'use_totals',
    lighter: false,
    id: 'number',
    label: say(locale, `改看${measure.label}`, `the ${measure.label} instead`),
    aliases: [measure.label],
    query: { ...query, measures: [measure], having: [], order: ranked },
  };
}

/** Whether a measure is already a number of rows. */
function isNumber({ model }: FailedQuery, { what }: Measure): boolean {
  return what.kind === 'aggregate'
    ? what.fn === 'count'
    : /^\s*count\s*\(/i.test(model.metrics[what.id]?.expression ?? '');
}

function counted(failed: FailedQuery, query: SemanticQuery): SemanticQuery {
  return {
    ...query,
    strategy: 'summary',
    measures: [countOf(failed)],
    dimensions: [],
    select: [],
    distinct: false,
    order: [],
    limit: null,
    limitPer: null,
    ...WITHOUT_FORMS,
  };
}

function countOf({ query, locale, model }: FailedQuery): Measure {
  const thing = thingsOf(model).get(query.subject.name);
  const name = thing === undefined ? '' : label(thing.label, locale);
  return {
    label: name === '' ? say(locale, '数量', 'number') : say(locale, `${name}数`, `number of ${plural(name)}`),
    what: { kind: 'aggregate', fn: 'count', table: query.subject.name },
  };
}
