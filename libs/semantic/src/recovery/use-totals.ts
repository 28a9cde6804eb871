import type { Measure, SemanticQuery } from '@querent/contracts';
import { label, plural, say } from '../planner/answer/words';
import { lexiconOf } from '../planner/lexicon/lexicon';
import type { FailedQuery, Recovery } from './recovery';
import { regrouped } from './regroup';

/** One figure in place of groups; of a list, how many it would have. */
export function useTotals(failed: FailedQuery): Recovery[] {
  const { query, locale } = failed;
  if (query.measures.length > 0) {
    if (query.dimensions.length === 0) return [];
    const text = say(locale, '只看合计，不分组', 'the total only, not broken down');
    return [{ kind: 'use_totals', lighter: true, id: 'total', label: text, aliases: ['合计', '总数', '汇总', 'total', 'totals'], query: regrouped(query, []) }];
  }
  if (query.near !== null && query.near.radiusMeters === null) return [];
  const text = say(locale, '只看数量，不列明细', 'only how many there are, not each of them');
  return [{ kind: 'use_totals', lighter: true, id: 'count', label: text, aliases: ['数量', '总数', 'count', 'number'], query: counted(failed, query) }];
}

function counted({ locale, model }: FailedQuery, query: SemanticQuery): SemanticQuery {
  const thing = lexiconOf(model).things.get(query.subject.name);
  const name = thing === undefined ? '' : label(thing.label, locale);
  const count: Measure = {
    label: name === '' ? say(locale, '数量', 'number') : say(locale, `${name}数`, `number of ${plural(name)}`),
    what: { kind: 'aggregate', fn: 'count', table: query.subject.name },
  };
  return { ...query, strategy: 'summary', measures: [count], dimensions: [], select: [], distinct: false, order: [], limit: null, limitPer: null };
}
