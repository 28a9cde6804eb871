/**
 * The constructions that rank and compare: superlatives, order, shares, “more than others”; also money spent,
 * containment, “who” questions, recurring times. The notation is that of libs/constructions.
 */
export { AGAINST_OTHERS } from './against-others';
export { AMOUNTS_AGAINST_OTHERS } from './amounts-against-others';
export { COMMON_VALUES } from './common-values';
export { COMPARISON_BASES } from './comparison-bases';
export { CONTAINMENT } from './containment';
export { EXTREMES } from './extremes';
export { MONEY_SPENT } from './money-spent';
export { MOST_USED } from './most-used';
export { ORDERS } from './orders';
export { rankedByAny } from './ranked';
export { RANKINGS } from './rankings';
export { RECURRING_TIMES } from './recurring-times';
export { SHARES, isSameFilter } from './shares';
export { TOPS } from './tops';
export { WHO_QUESTIONS } from './who-questions';
