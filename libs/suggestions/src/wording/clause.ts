import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import type { Noun } from './noun';
import { ownWords } from './own-words';

/** Request words, which belong to no clause. */
const asking = /^(?:请问|请|帮我|统计|查询|查一下|查看|列出|看看|一共|总共|共)+/;

/**
 * The asker's clause that expresses all conditions of the query, for conditions that cannot be reworded reliably: in
 * Chinese the text before the noun (2025年没有下单的), in English the text after it (placed no order in 2025). Null if the
 * query's conditions differ from those of the question, or the clause contains more than these.
 */
export function clauseOf(asked: Asked, query: SemanticQuery, noun: Noun): string | null {
  const { query: from, locale } = asked;
  const [measure] = from.measures;
  const head = measure ? measure.span : from.subject.span;
  const own = ownWords(asked, head);
  if (!head || !own || from.dimensions.length > 0 || from.near || from.order.length > 0 || !sameConditions(query, from))
    return null;
  const outside = from.filters.some(
    ({ span }) => span !== undefined && (locale === 'zh' ? span.end > head.start : span.start < head.end),
  );
  if (outside) return null;
  if (locale === 'en') return own.after.trim().replace(/[?.!]+$/, '') || null;
  const clause = own.before.replace(asking, '').trim();
  return clause.endsWith('的') && noun.forms.some((form) => own.words.toLowerCase().startsWith(form)) ? clause : null;
}

function sameConditions(query: SemanticQuery, from: SemanticQuery): boolean {
  return (
    query.filters.length === from.filters.length &&
    query.filters.every((filter) => from.filters.includes(filter)) &&
    query.compare === null &&
    from.compare === null
  );
}
