import type { Dimension, Grain, Measure, SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { columnLabel, isTimeColumn } from './column-words';
import { isCount } from './measure-words';
import { placeWords } from './near-words';
import type { Pieces } from './pieces';

const each: Record<Grain, string> = { day: '每天', week: '每周', month: '每个月', quarter: '每个季度', year: '每年' };

/** The question in Chinese: time and place first, then the groups, then the measure. */
export function chineseTexts(asked: Asked, pieces: Pieces): string[] {
  const { query, measure, compared } = pieces;
  if (query.measures.length === 0) return listTexts(asked, pieces);
  const groups = query.dimensions.map((dimension) => groupWords(dimension, asked)).join('');
  if (compared)
    return [`${of(`${compared.current}和${compared.base}${pieces.around}${groups}`, measure)}${measure}对比`];
  const lead = `${pieces.time}${pieces.around}`;
  const [dimension] = query.dimensions;
  if (query.limit !== null && dimension) return rankingTexts(asked, pieces, dimension, query.limit);
  const plain = `${of(`${lead}${groups}`, measure)}${measure}`;
  if (isTrend(query, asked) && query.dimensions.length === 1) return [`${plain}趋势`];
  const thing = groups === '' ? countedThing(pieces, asked) : null;
  if (thing !== null) return [`${lead}有多少${thing}`, plain];
  return lead === '' && groups === '' && query.measures.length === 1 ? [`${plain}是多少`] : [plain];
}

function listTexts(asked: Asked, pieces: Pieces): string[] {
  const { query, time, around, noun } = pieces;
  const things = `${pieces.beside}${pieces.instead ?? noun.one}`;
  const lead = `${time}${around}`;
  const [order] = query.order;
  if (query.select.length > 0) {
    const columns = query.select.map((ref) => columnLabel(ref, asked));
    return columns.includes('') || pieces.beside !== ''
      ? []
      : [query.filters.length > 0 ? `${lead}的${columns.join('和')}` : `有哪些${columns.join('和')}`];
  }
  if (query.near?.radiusMeters === null && query.limit !== null)
    return [`离${placeWords(asked, query.near) ?? ''}最近的${query.limit}个${things}`];
  if (order?.by.kind === 'column' && query.limit !== null) {
    const [most, least] = isTimeColumn(order.by.column, asked) ? ['最晚', '最早'] : ['最高', '最低'];
    const end = `${columnLabel(order.by.column, asked)}${order.direction === 'desc' ? most : least}`;
    return query.limit === 1
      ? [`${lead}${end}的${things}是哪个`, `${lead}${end}的${things}`]
      : [`${lead}${end}的${query.limit}个${things}`];
  }
  if (query.limit !== null) return [];
  const listed = `${of(lead, things)}${things}`;
  return query.near ? [listed] : [`${listed}有哪些`];
}

function rankingTexts(asked: Asked, pieces: Pieces, dimension: Dimension, limit: number): string[] {
  const { query, time, around, measure } = pieces;
  if (query.dimensions.length > 1) return [];
  const [order] = query.order;
  const [first] = query.measures;
  const end = endWords(first, order?.direction ?? 'desc', asked);
  const lead = `${time}${around}`;
  return limit === 1
    ? [`${lead}${of(`哪个${dimension.label}`, measure)}${measure}${end}`]
    : [`${lead}${measure}${end}的${limit}个${dimension.label}`];
}

function endWords(measure: Measure | undefined, direction: 'asc' | 'desc', asked: Asked): string {
  const many = measure !== undefined && (isCount(measure, asked) || /数量?$/.test(measure.label));
  return direction === 'desc' ? (many ? '最多' : '最高') : many ? '最少' : '最低';
}

function groupWords({ grain, label, column }: Dimension, asked: Asked): string {
  if (grain) return each[grain];
  return asked.model.tables[column.table]?.columns[column.column]?.isYear ? each.year : `各${label}`;
}

function isTrend(query: SemanticQuery, asked: Asked): boolean {
  return query.dimensions.some(
    ({ grain, column }) => grain !== undefined || asked.model.tables[column.table]?.columns[column.column]?.isYear,
  );
}

/** The noun that a count's label starts with: 客户数 → 客户; null if the measure is no count of the subject. */
function countedThing({ query, noun, beside, instead }: Pieces, asked: Asked): string | null {
  const [measure, ...others] = query.measures;
  if (!measure || others.length > 0 || !isCount(measure, asked)) return null;
  const form = noun.forms.find((one) => measure.label.toLowerCase().startsWith(one));
  return form === undefined ? null : `${beside}${instead ?? measure.label.slice(0, form.length)}`;
}

/** Adds 的 to a modifier unless the following words contain one: 各渠道的订单数, 各渠道已取消的订单数. */
function of(lead: string, what: string): string {
  return lead === '' || what.includes('的') ? lead : `${lead}的`;
}
